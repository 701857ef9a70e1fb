import { expect, test } from 'vitest';
import { documentedWait, journalWait } from '../../../../../emulator/control/api/requests';

test.each([
  ['count', 1, 10_000, 1],
  ['timeoutMs', 0, 60_000, 10_000],
] as const)('%s is an integer from %i to %i, by default %i, in the documentation, too', (name, least, most, usual) => {
  expect([journalWait.parse({})[name], documentedWait.parse({})[name]]).toEqual([usual, usual]);
  for (const value of [least, most]) {
    expect(journalWait.parse({ [name]: String(value) })[name]).toBe(value);
    expect(documentedWait.shape[name].safeParse(value).success).toBe(true);
  }
  for (const text of [String(least - 1), String(most + 1), '1.5', '', ' 1', '1e3', '0x1', '-0'])
    expect(() => journalWait.parse({ [name]: text })).toThrow(`"${name}"`);
});
