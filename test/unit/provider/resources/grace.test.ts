import { expect, test } from 'vitest';
import { PrivateState } from '../../../../framework/plan/private-state';
import { Grace } from '../../../../provider/resources/newly-made';

type Values = Readonly<Record<string, string | number | boolean>>;

const MADE = 1_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

// `ypeB` and `PiPo` begin the SHA-256 of `a` and `b`, in base64.

/** Private state with these values, and the grace of the object `a` in it. */
function graceIn(values: Values) {
  const kept = new PrivateState(Buffer.from(JSON.stringify(values)));
  return {
    grace: new Grace(kept, 'a'),
    left: () => JSON.parse(Buffer.from(kept.toBytes()).toString() || '{}'),
  };
}

test.each<[ageMs: number, values: Values, phase: string]>([
  [-MINUTE, { 'made ypeB': MADE }, 'doubted'],
  [1 - MINUTE, { 'made ypeB': MADE }, 'fresh'],
  [0, { 'made ypeB': MADE }, 'fresh'],
  [MINUTE - 1, { 'made ypeB': MADE }, 'fresh'],
  [MINUTE - 1, { 'made ypeB': MADE, 'denied ypeB': true }, 'fresh'],
  [MINUTE, { 'made ypeB': MADE }, 'doubted'],
  [MINUTE, { 'made ypeB': MADE, 'denied ypeB': true }, 'over'],
  [10 * MINUTE - 1, { 'made ypeB': MADE }, 'doubted'],
  [10 * MINUTE, { 'made ypeB': MADE }, 'over'],
  [0, {}, 'over'],
  [0, { 'made PiPo': MADE }, 'over'],
  [0, { 'made ypeB': 'soon' }, 'over'],
  [0, { unseen_since: MADE }, 'fresh'],
  [0, { 'made a': MADE }, 'fresh'],
  [MINUTE, { unseen_since: MADE, 'made ypeB': MADE + 1 }, 'fresh'],
])('P7: %i ms after it was made, an object of %j is %s', (ageMs, values, phase) => {
  expect(graceIn(values).grace.phase(MADE + ageMs)).toBe(phase);
});

/** Notes sightings, in milliseconds after the object was made. */
const noted = (values: Values, firstMs: number, lastMs: number) => {
  const { grace, left } = graceIn({ 'made ypeB': MADE, 'made PiPo': MADE, ...values });
  grace.note({ firstMs: MADE + firstMs, lastMs: MADE + lastMs });
  return left();
};
const BOTH = { 'made ypeB': MADE, 'made PiPo': MADE };
const ENDED = { 'made PiPo': MADE };

test.each<[what: string, seen: Values, firstMs: number, lastMs: number, left: Values]>([
  ['one list', {}, SECOND, SECOND, { ...BOTH, 'seen ypeB': MADE + SECOND }],
  ['two lists soon after each other', {}, SECOND, 4 * SECOND - 1, { ...BOTH, 'seen ypeB': MADE + SECOND }],
  ['two lists three seconds apart', {}, SECOND, 4 * SECOND, ENDED],
  ['a list after that of an earlier run', { 'seen ypeB': MADE + SECOND }, 4 * SECOND, 4 * SECOND, ENDED],
  [
    'a list soon after that of an earlier run',
    { 'seen ypeB': MADE + SECOND },
    3 * SECOND,
    3 * SECOND,
    { ...BOTH, 'seen ypeB': MADE + SECOND },
  ],
  [
    'a list before what an earlier run has noted, by another clock',
    { 'seen ypeB': MADE + MINUTE },
    SECOND,
    SECOND,
    { ...BOTH, 'seen ypeB': MADE + SECOND },
  ],
  [
    'a list just before the settle time is over',
    {},
    30 * SECOND - 1,
    30 * SECOND - 1,
    { ...BOTH, 'seen ypeB': MADE + 30 * SECOND - 1 },
  ],
  ['a list when the settle time is over', { 'denied ypeB': true, unseen_since: MADE }, 30 * SECOND, 30 * SECOND, ENDED],
  ['a list just before ten minutes are over', {}, 10 * MINUTE - 1, 10 * MINUTE - 1, ENDED],
  ['a list after ten minutes, which changes nothing', {}, 10 * MINUTE, 10 * MINUTE, BOTH],
])('P7: %s may end the grace', (_what, seen, firstMs, lastMs, left) => {
  expect(noted(seen, firstMs, lastMs)).toEqual(left);
});

test('P7: notes of an earlier version, which has the whole id in their names, count and end', () => {
  const seen = { 'made a': MADE, 'seen a': MADE + SECOND };
  const denied = graceIn({ ...seen, 'denied a': true }).grace;
  const { grace, left } = graceIn(seen);

  expect([grace.isUnseen, denied.phase(MADE + MINUTE)]).toEqual([false, 'over']);
  grace.note({ firstMs: MADE + 9 * SECOND, lastMs: MADE + 9 * SECOND });
  expect(left()).toEqual({});
});

test('P7: no list, and no object that was just made, changes nothing', () => {
  const [made, none] = [graceIn({ 'made ypeB': MADE }), graceIn({})];

  made.grace.note(undefined);
  none.grace.note({ firstMs: MADE, lastMs: MADE });
  none.grace.deny(MADE + MINUTE);

  expect([made.left(), none.left()]).toEqual([{ 'made ypeB': MADE }, {}]);
});

test('P7: a grace begins with the time, and its end removes all notes of the object', () => {
  const { grace, left } = graceIn({
    'seen ypeB': 1,
    'denied ypeB': true,
    unseen_since: 1,
    'made PiPo': 2,
  });

  grace.begin(MADE);
  const begun = left();
  grace.end();

  expect(begun).toMatchObject({ 'made ypeB': MADE });
  expect(left()).toEqual({ 'made PiPo': 2 });
});

test.each([
  [30 * SECOND - 1, {}],
  [30 * SECOND, { 'denied ypeB': true }],
])('P7: a denial %i ms after it was made counts only after the settle time: %j', (ageMs, denied) => {
  const { grace, left } = graceIn({ 'made ypeB': MADE });

  grace.deny(MADE + ageMs);

  expect(left()).toEqual({ 'made ypeB': MADE, ...denied });
});
