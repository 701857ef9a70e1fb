/**
 * For scripts: the reference pages of a provider, in the layout of the registries. `referencePages` makes their texts from definitions and
 * examples; `writePages` writes them below a folder, and removes generated pages in `GENERATED_FOLDERS` there that are not among them.
 */
export { GENERATED_FOLDERS, type Reference, referencePages } from './pages';
export { writePages } from './write';
