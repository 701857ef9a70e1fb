import { expect, test } from 'vitest';
import { Pace } from '../../../../../provider/client/http/pace';

/** A second, and what the network may be late by. */
const CYCLE_MS = 1_030;

/** A pace after a first run of so many accepted and rejected requests at once, and a pause. */
function afterBurst(accepted: number, rejected: number, pauseMs: number) {
  const pace = new Pace();
  for (let count = 0; count < accepted + rejected; count += 1) pace.admit(0, 0);
  for (let count = 0; count < accepted; count += 1) pace.accept(0);
  for (let count = 0; count < rejected; count += 1) pace.reject(0, 50, pauseMs);
  return pace;
}

const shareOf = (pace: Pace) => (pace.perSecond * CYCLE_MS) / 1_000;

test.each([
  ['nothing was rejected', 10, 0, 1_000, Number.POSITIVE_INFINITY],
  ['a single rejection may be a hiccup', 10, 1, 1_000, Number.POSITIVE_INFINITY],
  ['what was accepted at once is the limit of a second', 10, 9, 1_000, 10],
  ['however long the pause is', 2, 9, 5_000, 2],
  ['one accepted, as none, may show that others have used the limit up', 1, 9, 60_000, Number.POSITIVE_INFINITY],
  ['where pauses are short, one request per pause', 1, 9, 1_000, 1],
])('P47: the first run: %s', (_name, accepted, rejected, pauseMs, expected) => {
  const pace = afterBurst(accepted, rejected, pauseMs);

  pace.admit(50 + pauseMs, 0);

  expect(shareOf(pace)).toBeCloseTo(expected);
});

test('P47: what is accepted or rejected late counts for no later run', () => {
  const pace = afterBurst(0, 1, 1_000);
  pace.admit(1_050, 1_050);
  for (let count = 0; count < 50; count += 1) pace.accept(0);
  for (let count = 0; count < 2; count += 1) pace.accept(1);
  for (let count = 0; count < 2; count += 1) pace.reject(1, 1_100, 1_000);
  pace.admit(2_100, 2_100);
  const first = shareOf(pace);

  for (let count = 0; count < 5; count += 1) pace.reject(1, 2_150, 1_000);
  pace.admit(2_200, 2_200);

  expect([first, shareOf(pace)].map(Math.round)).toEqual([2, 2]);
});

test('P47: the share shrinks by three tenths at most when others have taken a part of it', () => {
  const pace = afterBurst(20, 9, 1_000);
  let dueMs = 1_050;
  // Eighteen of twenty are out when one is rejected.
  for (let count = 0; count < 18; count += 1) dueMs = pace.admit(dueMs, dueMs);
  pace.reject(pace.run, dueMs, 1_000);
  pace.admit(2_200, 2_200);
  const mostLeft = shareOf(pace);
  pace.admit(3_250, 3_250);
  for (let count = 0; count < 9; count += 1) pace.admit(3_250 + count, 3_250);
  pace.reject(pace.run, 3_260, 1_000);
  pace.admit(4_300, 4_300);

  expect([mostLeft, shareOf(pace)].map(Math.round)).toEqual([17, 12]);
});
