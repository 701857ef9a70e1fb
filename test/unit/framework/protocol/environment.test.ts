import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { processEnvironment } from '../../../../framework/protocol/environment';
import { realAlarm } from '../../../../framework/server/call-in-progress';

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

test.each([1, LONGEST_MS, LONGEST_MS + 1, 2.5 * LONGEST_MS])(
  'an alarm rings after %d ms, unless it is stopped',
  (ms) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const rung: string[] = [];
    realAlarm(ms, () => rung.push('rings'));
    const stop = realAlarm(ms, () => rung.push('stopped'));

    for (let leftMs = ms - 1; leftMs > 0; leftMs -= LONGEST_MS) vi.advanceTimersByTime(Math.min(leftMs, LONGEST_MS));
    const before = [...rung];
    stop();
    vi.advanceTimersByTime(1);

    expect([before, rung, vi.getTimerCount()]).toEqual([[], ['rings'], 0]);
  },
);
