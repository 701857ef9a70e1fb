import { expect, test } from 'vitest';
import { tallyOf } from '../../../bench/provider/tally';

test('counts what was accepted, what was not, and the time from the first request to the last', () => {
  const request = (method: string, atMs: number, isAccepted: boolean) => ({ method, atMs, isAccepted, token: 't' });

  const tally = tallyOf([
    request('GET', 500, true),
    request('POST', 600, true),
    request('POST', 700, false),
    request('GET', 1_400, false),
    request('POST', 2_500, true),
  ]);

  expect(tally).toEqual({ posts: 2, lists: 1, rejected: 2, seconds: 2 });
});

test('without requests no time has passed', () => {
  expect(tallyOf([])).toEqual({ posts: 0, lists: 0, rejected: 0, seconds: 0 });
});
