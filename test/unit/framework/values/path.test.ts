import { expect, it } from 'vitest';
import { formatPath, path, validPath } from '../../../../framework/values/path';

it('a path is told as in HCL', () => {
  expect(formatPath([])).toBe('');
  expect(formatPath(path('a', 'b'))).toBe('a.b');
  expect(formatPath([{ attribute: 'a' }, { index: 0 }, { key: 'k"' }, { attribute: 'b' }])).toBe('a[0]["k\\""].b');
});

const A = { attribute: 'a' };

it.each<[steps: unknown, valid: readonly object[]]>([
  [undefined, []],
  ['a', []],
  [
    [A, { index: 0 }, { key: 'k' }, A],
    [A, { index: 0 }, { key: 'k' }, A],
  ],
  [[A, { index: -1 }, A], [A]],
  [[A, { index: 0.5 }, A], [A]],
  [[A, { index: '0' }, A], [A]],
  [[A, { key: 1 }, A], [A]],
  [[A, { attribute: 1 }, A], [A]],
  [[A, null, A], [A]],
  [[A, undefined], [A]],
  [
    [{ attribute: 'a\ud83d' }, { key: 'k\ud83d' }],
    [{ attribute: 'a\ufffd' }, { key: 'k\ufffd' }],
  ],
])('of %j, these steps are valid: %j', (steps, valid) => {
  expect(validPath(steps)).toEqual(valid);
});
