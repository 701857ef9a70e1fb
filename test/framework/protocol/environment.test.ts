import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { processEnvironment } from '../../../framework/protocol/environment';

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

test.each([2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53])(
  'a sleep of %d ms neither ends at once nor warns, and can be ended',
  async (ms) => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const awake = new AbortController();
    try {
      const sleeping = sleep(ms, awake.signal).then(
        () => 'ended',
        (error: Error) => error.name,
      );
      expect(await Promise.race([sleeping, sleep(20).then(() => 'sleeps')])).toBe('sleeps');
      awake.abort();
      expect(await sleeping).toBe('AbortError');
      expect(warnings).toEqual([]);
    } finally {
      awake.abort();
      process.off('warning', warn);
    }
  },
);
