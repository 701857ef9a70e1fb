import { expect, it } from 'vitest';
import { ApiError, CancelledError, NotSentError } from '../../../../../provider/client/errors/errors';
import { pollUntil, retrying } from '../../../../../provider/client/lists/settle';

const REQUEST = { method: 'POST', path: '/x' };
const returned = (status: number) => new ApiError(REQUEST, { status, serverWords: '' });

/** Retries work that fails with these errors, one after another, with pauses that take no time. */
const retry = (errors: readonly Error[], pause: () => Promise<void> = async () => {}) => {
  const left = [...errors];
  const work = async () => {
    const error = left.shift();
    if (error) throw error;
  };
  return retrying(
    work,
    () => true,
    (attempt) => pollUntil({ now: () => 0, pause }, attempt, 30_000),
  );
};

it('says that an earlier attempt may have taken effect', async () => {
  const errors = [returned(404), returned(500), returned(409)];
  await retry(errors);

  expect(errors.map(({ wasInDoubt }) => wasInDoubt)).toEqual([false, false, true]);
});

it.each([
  ['the cancellation', returned(404), new CancelledError(REQUEST, false), 'cancelled'],
  ['an earlier failure that may have taken effect', returned(500), new CancelledError(REQUEST, false), 'returned 500'],
  ['a cancellation on the way', returned(500), new CancelledError(REQUEST, true), 'cancelled'],
  ['any other error of the wait', returned(500), new NotSentError(REQUEST, 'too long'), 'was not sent'],
])('a wait that is broken off rejects with %s', async (_name, failure, stop, expected) => {
  await expect(retry([failure], () => Promise.reject(stop))).rejects.toThrow(expected);
});
