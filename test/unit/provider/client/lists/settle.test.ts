import { expect, it } from 'vitest';
import { ApiError, CancelledError, NotSentError } from '../../../../../provider/client/errors/errors';
import { SETTLE_MS } from '../../../../../provider/client/lists/listing';
import { nextWaitMs, pollUntil, retrying } from '../../../../../provider/client/lists/settle';

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

const REQUEST = { method: 'POST', path: '/x' };
const returned = (status: number) => new ApiError(REQUEST, { status, serverWords: '' });

/** Retries work that fails with these errors, one after another, while `passes`, and notes how often it was done. */
async function retry(errors: readonly Error[], passes: (error: unknown) => boolean, limitMs = SETTLE_MS) {
  let done = 0;
  const work = async () => {
    const error = errors[done];
    done += 1;
    if (error) throw error;
    return 'done';
  };
  const { waiting } = asking({ attemptMs: 0 });
  const result = await retrying(work, passes, (attempt) => pollUntil(waiting, attempt, limitMs)).catch(
    (error) => error,
  );
  return [result, done];
}

it('repeats work while its failure may pass, and until time is over', async () => {
  const [first, second] = [returned(409), returned(404)];

  expect(await retry([first, second], () => true)).toEqual(['done', 3]);
  expect(await retry([first, second], (error) => error === first)).toEqual([second, 2]);
  expect(await retry([first, second], () => false)).toEqual([first, 1]);
  expect(await retry([first, second], () => true, 250)).toEqual([second, 2]);
});

it('says that an earlier attempt may have taken effect', async () => {
  const errors = [returned(404), returned(500), returned(409)];
  await retry(errors, () => true);

  expect(errors.map(({ wasInDoubt }) => wasInDoubt)).toEqual([false, false, true]);
});

it.each([
  ['the cancellation', returned(404), new CancelledError(REQUEST, false), 'cancelled'],
  ['an earlier failure that may have taken effect', returned(500), new CancelledError(REQUEST, false), 'returned 500'],
  ['a cancellation on the way', returned(500), new CancelledError(REQUEST, true), 'cancelled'],
  ['any other error of the wait', returned(500), new NotSentError(REQUEST, 'too long'), 'was not sent'],
])('a wait that is broken off rejects with %s', async (_name, failure, stop, expected) => {
  const { waiting } = asking({ attemptMs: 0 });
  const pause = () => Promise.reject(stop);
  const work = () => Promise.reject(failure);

  const done = retrying(
    work,
    () => true,
    (attempt) => pollUntil({ ...waiting, pause }, attempt, SETTLE_MS),
  );

  await expect(done).rejects.toThrow(expected);
});
