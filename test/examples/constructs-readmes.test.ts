import { it } from 'vitest';
import { inFull } from '../support/dice';
import { Newcomer } from './newcomer';
import { typePage } from './page-story';

/*
 * The commands on the pages of the examples in TypeScript, typed as they stand there: by default those of the first, with
 * COFFER_TEST_SCALE=1 those of all. The pages of the other languages: constructs-languages.test.ts.
 */
const EXAMPLES = ['web-app', 'rotation', 'pull-secret-ecr', 'multi-project'];

it.each(inFull ? EXAMPLES : EXAMPLES.slice(0, 1))(
  'the commands on the page of %s work, and leave nothing',
  async (name) => {
    await using newcomer = await Newcomer.arrive(name);
    await newcomer.startEmulator();

    await typePage(newcomer, 'cdktf');
  },
  600_000,
);
