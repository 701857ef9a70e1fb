import { makeSources } from './sources/sources';
import { main } from './support/main';

/** Makes the sources that are not in the tree: `npm run prepare`. npm runs it after `npm ci`. */
main(makeSources);
