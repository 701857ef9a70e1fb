import { expect, test } from 'vitest';
import { takingTurns } from '../../../bench/support/turns';

test('nobody, or no round, is no turn', () => {
  expect([...takingTurns([], 3)]).toEqual([]);
  expect([...takingTurns(['a'], 0)]).toEqual([]);
});

test('each round meets every contender, in the reverse of the order before', () => {
  const told: string[] = [];

  const turns = [...takingTurns(['a', 'b', 'c'], 3, ({ contender }) => told.push(contender))];

  expect(turns.map(({ contender, round }) => `${round}${contender}`).join(' ')).toBe('0a 0b 0c 1c 1b 1a 2a 2b 2c');
  expect(told.join('')).toBe('abccbaabc');
});
