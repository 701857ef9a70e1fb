import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { processEnvironment } from '../../../../framework/protocol/environment';

const { sleep } = processEnvironment('fake');

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

  await sleep(ms);

  expect(slept).toEqual(pieces);
});

test.each([0, 1])(
  'a sleep that is interrupted rejects with the reason, as in tests of providers (%i ms before)',
  async (ms) => {
    const interruption = new Error('interrupted');
    const awake = new AbortController();
    const sleeping = sleep(60_000, awake.signal);

    if (ms > 0) await sleep(ms);
    awake.abort(interruption);

    await expect(sleeping).rejects.toBe(interruption);
    await expect(sleep(60_000, awake.signal)).rejects.toBe(interruption);
  },
);
