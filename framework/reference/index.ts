/** For scripts: the reference pages of a provider, in the layout of the registries. */
export { GENERATED_FOLDERS, type Reference, referencePages } from './pages';
export { writePages } from './write';
