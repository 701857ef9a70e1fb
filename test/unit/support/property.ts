import fc from 'fast-check';
import { seed } from '../../support/dice';

fc.configureGlobal({ seed });

/** fast-check, with the seed of this run. */
export { fc };
