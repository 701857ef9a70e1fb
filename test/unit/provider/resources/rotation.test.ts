import { expect, test } from 'vitest';
import { retireAfter, toCurrent } from '../../../../provider/resources/rotation';

type Prior = Parameters<typeof retireAfter>[0];

/** A state with a current key that was rotated at this time, or none, and a previous one with this end, or none. */
const prior = (rotated_at: string | null | undefined, retire_after?: string): Prior =>
  ({
    current: rotated_at === undefined ? null : { rotated_at },
    previous: retire_after === undefined ? null : { retire_after },
  }) as unknown as Prior;

const END = '2026-02-02T00:00:00.000Z';

test.each<[what: string, prior: Prior, overlap: string | null, end: string | null]>([
  ['the time of the rotation and the overlap', prior('2026-01-01T00:00:00Z', END), '90m', '2026-01-01T01:30:00.000Z'],
  ['a day by default', prior('2026-01-01T00:00:00Z', END), null, '2026-01-02T00:00:00.000Z'],
  ['the last date that can be written', prior('9999-12-31T00:00:00Z'), '24h', '9999-12-31T23:59:59.999Z'],
  ['what state has, without a time of the rotation', prior(null, END), '1h', END],
  ['what state has, without a current key', prior(undefined, END), '1h', END],
  ['unknown, without either', prior(undefined), '1h', null],
])('P26: the end of the overlap is %s', (_what, state, overlap, end) => {
  expect(retireAfter(state, overlap)).toBe(end);
});

test('P26: a current key has the time at which it was made, and no secret', () => {
  const key = { id: 'k', access_key_id: 'GK', endpoint: null, secret_access_key: null };

  expect(toCurrent({ ...key, secret_id: 's' }, 1000)).toEqual({ ...key, rotated_at: '1970-01-01T00:00:01.000Z' });
});
