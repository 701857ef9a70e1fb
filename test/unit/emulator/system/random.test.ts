import { expect, test } from 'vitest';
import { createRandom } from '../../../../emulator/system/random';

const LENGTHS = [16, 5, 12, 4096, 32, 1, 5000];

test('without a seed every byte is given out once, whatever is asked for', () => {
  const random = createRandom();

  const drawn = Array.from({ length: 700 }, (_, index) => random.bytes(LENGTHS[index % LENGTHS.length] ?? 0));

  expect(drawn.map(({ length }) => length)).toEqual(drawn.map((_, index) => LENGTHS[index % LENGTHS.length]));
  const ids = drawn.filter(({ length }) => length >= 12).map((bytes) => Buffer.from(bytes).toString('hex'));
  expect(new Set(ids).size).toBe(ids.length);
  // No two of them share memory.
  const [first, ...others] = drawn;
  const before = others.map((bytes) => Buffer.from(bytes).toString('hex'));
  first?.fill(0);
  expect(others.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(before);
});
