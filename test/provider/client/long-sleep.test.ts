import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { realEnvironment } from '../../../provider/client/environment';

/** The longest time that a timer of Node takes. */
const LONGEST_MS = 2 ** 31 - 1;

const real = timers.setTimeout;
const use = (replacement: typeof real) => {
  timers.setTimeout = replacement;
  syncBuiltinESMExports();
};
afterEach(() => use(real));

test.each([
  [5, [5]],
  [LONGEST_MS, [LONGEST_MS]],
  [LONGEST_MS + 1, [LONGEST_MS, 1]],
  [2.5 * LONGEST_MS, [LONGEST_MS, LONGEST_MS, LONGEST_MS / 2]],
])('a sleep of %d ms is made of timers that Node can keep, one after another', async (ms, pieces) => {
  const slept: (number | undefined)[] = [];
  use((async (piece?: number) => {
    slept.push(piece);
  }) as typeof real);

  await realEnvironment.sleep(ms);

  expect(slept).toEqual(pieces);
});
