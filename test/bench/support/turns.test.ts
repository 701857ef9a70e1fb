import { expect, test } from 'vitest';
import { takingTurns } from '../../../bench/support/turns';

const named = (labels: string) => [...labels].map((label) => ({ label }));

test.each([
  ['abc', 3, '0a 0b 0c 1c 1b 1a 2a 2b 2c'],
  ['', 3, ''],
  ['a', 0, ''],
])('contenders %j in %i rounds take their turns in the reverse of the order before: %s', (labels, rounds, expected) => {
  const turns = [...takingTurns('work', named(labels), rounds)];

  expect(turns.map(({ contender, round }) => `${round}${contender.label}`).join(' ')).toBe(expected);
});
