/** For scripts: `referencePages` makes the texts of a provider's reference pages; `writePages` writes them, and removes those that are gone. */
export { GENERATED_FOLDERS, type Reference, referencePages } from './pages';
export { writePages } from './write';
