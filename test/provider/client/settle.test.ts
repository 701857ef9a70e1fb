import { expect, it } from 'vitest';
import { SETTLE_MS } from '../../../provider/client/listing';
import { nextWaitMs, pollUntil } from '../../../provider/client/settle';

/** More than any of these tests needs. */
const MOST_ATTEMPTS = 1_000;

/** A clock that advances by each wait, unless `moves` is false, and by the duration of each attempt. */
function asking({ attemptMs, moves = true }: { attemptMs: number; moves?: boolean }) {
  let nowMs = 1_000;
  const waits: number[] = [];
  let attempts = 0;
  const waiting = {
    now: () => nowMs,
    pause: async (ms: number) => {
      waits.push(ms);
      if (moves) nowMs += ms;
    },
  };
  const attempt = async () => {
    attempts += 1;
    if (attempts > MOST_ATTEMPTS) throw new Error('It never ends.');
    nowMs += attemptMs;
    return undefined;
  };
  return { waiting, attempt, waits, attempts: () => attempts };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

it('waits grow from a quarter of a second to five seconds', () => {
  expect([0, 250, 500, 4_000, 5_000].map(nextWaitMs)).toEqual([250, 500, 1_000, 5_000, 5_000]);
});

it.each([true, false])(
  'makes the last attempt at the limit itself, whether the clock moves or not: %s',
  async (moves) => {
    const { waiting, attempt, waits } = asking({ attemptMs: 0, moves });

    expect(await pollUntil(waiting, attempt, SETTLE_MS)).toBeUndefined();

    expect(sum(waits)).toBe(SETTLE_MS);
  },
);

it('the time of the attempts counts', async () => {
  const { waiting, attempt, waits, attempts } = asking({ attemptMs: 10_000 });

  expect(await pollUntil(waiting, attempt, SETTLE_MS)).toBeUndefined();

  expect(attempts()).toBe(3);
  expect(waits).toEqual([250, 500]);
});
