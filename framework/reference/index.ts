/**
 * For scripts: `referencePages` makes the texts of a provider's reference pages from definitions and examples; `writePages` writes them below a folder,
 * and removes generated pages in `GENERATED_FOLDERS` there that are not among them.
 */
export { GENERATED_FOLDERS, type Reference, referencePages } from './pages';
export { writePages } from './write';
