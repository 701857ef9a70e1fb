import { expect, test } from 'vitest';
import { documentedWait, journalWait } from '../../../../../emulator/control/api/requests';

const MESSAGE = {
  count: '"count" must be an integer from 1 to 10000.',
  timeoutMs: '"timeoutMs" must be an integer from 0 to 60000.',
};

test('a wait has the defaults that its documentation says', () => {
  const { count, timeoutMs } = journalWait.parse({});

  expect({ count, timeoutMs }).toEqual({ count: 1, timeoutMs: 10_000 });
  expect(documentedWait.parse({})).toEqual({ count, timeoutMs });
});

test.each([
  ['count', 1, 10_000],
  ['timeoutMs', 0, 60_000],
] as const)('%s is an integer from %i to %i, in the documentation, too', (name, least, most) => {
  for (const value of [least, most]) {
    expect(journalWait.parse({ [name]: String(value) })[name]).toBe(value);
    expect(documentedWait.shape[name].safeParse(value).success).toBe(true);
  }
  for (const value of [least - 1, most + 1, 1.5]) {
    expect(() => journalWait.parse({ [name]: String(value) })).toThrow(MESSAGE[name]);
    expect(documentedWait.shape[name].safeParse(value).success).toBe(false);
  }
  for (const text of ['', ' 1', '1e3', '0x1', '1000000000', '-0']) {
    expect(() => journalWait.parse({ [name]: text })).toThrow(MESSAGE[name]);
  }
});
