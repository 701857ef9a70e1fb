import { expect, test } from 'vitest';
import { PrivateState } from '../../../../framework/plan/private-state';
import { Grace } from '../../../../provider/resources/newly-made';

type Values = Readonly<Record<string, string | number | boolean>>;

const MADE = 1_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Private state with these values, and the grace of the object `a` in it. */
function graceIn(values: Values) {
  const kept = new PrivateState(Buffer.from(JSON.stringify(values)));
  return {
    grace: new Grace(kept, 'a'),
    left: () => JSON.parse(Buffer.from(kept.toBytes()).toString() || '{}'),
  };
}

test.each<[ageMs: number, values: Values, phase: string]>([
  [-MINUTE, { 'made a': MADE }, 'doubted'],
  [1 - MINUTE, { 'made a': MADE }, 'fresh'],
  [0, { 'made a': MADE }, 'fresh'],
  [MINUTE - 1, { 'made a': MADE }, 'fresh'],
  [MINUTE - 1, { 'made a': MADE, 'denied a': true }, 'fresh'],
  [MINUTE, { 'made a': MADE }, 'doubted'],
  [MINUTE, { 'made a': MADE, 'denied a': true }, 'over'],
  [10 * MINUTE - 1, { 'made a': MADE }, 'doubted'],
  [10 * MINUTE, { 'made a': MADE }, 'over'],
  [0, {}, 'over'],
  [0, { 'made b': MADE }, 'over'],
  [0, { 'made a': 'soon' }, 'over'],
  [0, { unseen_since: MADE }, 'fresh'],
  [MINUTE, { unseen_since: MADE, 'made a': MADE + 1 }, 'fresh'],
])('P7: %i ms after it was made, an object of %j is %s', (ageMs, values, phase) => {
  expect(graceIn(values).grace.phase(MADE + ageMs)).toBe(phase);
});

/** Notes sightings, in milliseconds after the object was made. */
const noted = (values: Values, firstMs: number, lastMs: number) => {
  const { grace, left } = graceIn({ 'made a': MADE, 'made b': MADE, ...values });
  grace.note({ firstMs: MADE + firstMs, lastMs: MADE + lastMs });
  return left();
};
const BOTH = { 'made a': MADE, 'made b': MADE };
const ENDED = { 'made b': MADE };

test.each<[what: string, seen: Values, firstMs: number, lastMs: number, left: Values]>([
  ['one list', {}, SECOND, SECOND, { ...BOTH, 'seen a': MADE + SECOND }],
  ['two lists soon after each other', {}, SECOND, 4 * SECOND - 1, { ...BOTH, 'seen a': MADE + SECOND }],
  ['two lists three seconds apart', {}, SECOND, 4 * SECOND, ENDED],
  ['a list after that of an earlier run', { 'seen a': MADE + SECOND }, 4 * SECOND, 4 * SECOND, ENDED],
  [
    'a list soon after that of an earlier run',
    { 'seen a': MADE + SECOND },
    3 * SECOND,
    3 * SECOND,
    { ...BOTH, 'seen a': MADE + SECOND },
  ],
  [
    'a list before what an earlier run has noted, by another clock',
    { 'seen a': MADE + MINUTE },
    SECOND,
    SECOND,
    { ...BOTH, 'seen a': MADE + SECOND },
  ],
  [
    'a list just before the settle time is over',
    {},
    30 * SECOND - 1,
    30 * SECOND - 1,
    { ...BOTH, 'seen a': MADE + 30 * SECOND - 1 },
  ],
  ['a list when the settle time is over', { 'denied a': true, unseen_since: MADE }, 30 * SECOND, 30 * SECOND, ENDED],
  ['a list just before ten minutes are over', {}, 10 * MINUTE - 1, 10 * MINUTE - 1, ENDED],
  ['a list after ten minutes, which changes nothing', {}, 10 * MINUTE, 10 * MINUTE, BOTH],
])('P7: %s may end the grace', (_what, seen, firstMs, lastMs, left) => {
  expect(noted(seen, firstMs, lastMs)).toEqual(left);
});

test('P7: no list, and no object that was just made, changes nothing', () => {
  const [made, none] = [graceIn({ 'made a': MADE }), graceIn({})];

  made.grace.note(undefined);
  none.grace.note({ firstMs: MADE, lastMs: MADE });
  none.grace.deny(MADE + MINUTE);

  expect([made.left(), none.left()]).toEqual([{ 'made a': MADE }, {}]);
});

test('P7: a grace begins with the time, and its end removes all notes of the object', () => {
  const { grace, left } = graceIn({ 'seen a': 1, 'denied a': true, unseen_since: 1, 'made b': 2 });

  grace.begin(MADE);
  const begun = left();
  grace.end();

  expect(begun).toMatchObject({ 'made a': MADE });
  expect(left()).toEqual({ 'made b': 2 });
});

test.each([
  [30 * SECOND - 1, {}],
  [30 * SECOND, { 'denied a': true }],
])('P7: a denial %i ms after it was made counts only after the settle time: %j', (ageMs, denied) => {
  const { grace, left } = graceIn({ 'made a': MADE });

  grace.deny(MADE + ageMs);

  expect(left()).toEqual({ 'made a': MADE, ...denied });
});
