import { expect, test } from 'vitest';
import { measuresOf, type Options, parseOptions } from '../../bench/options';

const parsed = (...argv: string[]) => parseOptions(argv) as Options;

test('without arguments every part is measured, but for the long measures', () => {
  const options = parsed();

  expect(options).toMatchObject({
    parts: ['provider', 'emulator', 's3', 'emptying', 'constructs', 'garage'],
    full: false,
    count: 1000,
  });
  expect(measuresOf('provider', options)).toEqual(['start', 'one']);
  expect(measuresOf('emulator', options)).toEqual(['start', 'in-process', 'rest', 'memory', 's3', 's3-memory']);
});

test('--full adds the long measures', () => {
  expect(measuresOf('provider', parsed('provider', '--full'))).toEqual(['start', 'one', 'many', 'limits']);
});

test('--only names measures, long ones too', () => {
  expect(measuresOf('provider', parsed('provider', '--only', 'many,start'))).toEqual(['start', 'many']);
  expect(measuresOf('provider', parsed('provider', '--only', 'limits'))).toEqual(['limits']);
  expect(measuresOf('constructs', parsed('--only', 'many'))).toEqual([]);
});

test('takes numbers and a file', () => {
  expect(parsed('emulator', '--rounds', '3', '--count', '100', '--json', 'out.json', '--before', 'old')).toMatchObject({
    parts: ['emulator'],
    rounds: 3,
    count: 100,
    json: 'out.json',
    before: 'old',
  });
});

test('--help wins over everything but a wrong flag', () => {
  expect(parseOptions(['provider', '--help'])).toBe('help');
});

test.each([
  [['nobody'], 'There is no part "nobody"; there are provider, emulator, s3, emptying, constructs, garage.'],
  [['toString'], 'There is no part "toString"'],
  [['constructs', '--only', 'start'], '--only: there is no "start"; there are synthesis, key.'],
  [['--rounds', '0'], '--rounds takes a whole number from 1, not "0".'],
  [['--count', '1e3'], '--count takes a whole number from 1, not "1e3".'],
  [['--fast'], "Unknown option '--fast'"],
])('refuses %j', (argv, says) => {
  expect(() => parseOptions(argv)).toThrow(says);
});
