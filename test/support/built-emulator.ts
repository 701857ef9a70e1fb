import { join } from 'node:path';
import { inRoot } from '../../scripts/support/paths';

/** The emulator's package: `test/set-up/build-emulator.ts` keeps it up to date. */
export const BUILT_EMULATOR = inRoot('dist/emulator');

/** Its command line: a script for Node, and executable. */
export const EMULATOR_PROGRAM = join(BUILT_EMULATOR, 'main.cjs');
