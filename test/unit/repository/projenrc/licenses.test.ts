import { expect, test } from 'vitest';
import { isAllowed } from '../../../../projenrc/licenses';
import { TWIN_MANIFEST } from '../../../../scripts/constructs/twin';
import { LIBRARY_MANIFEST } from '../../../../scripts/packages/library';

test('the construct libraries bring no other package along', () => {
  for (const manifest of [LIBRARY_MANIFEST, TWIN_MANIFEST]) {
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('bundledDependencies');
  }
});

test.each([
  ['MIT', true],
  ['(Apache-2.0 AND BSD-3-Clause)', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND GPL-3.0-only', false],
  ['LGPL-3.0-only', false],
  ['', false],
])('of "%s" it says %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});
