import { expect, test } from 'vitest';
import { isAllowed } from '../../projenrc/licenses';
import { bundleEmulator } from '../../scripts/emulator-package/bundle';
import { LIBRARY_MANIFEST } from '../../scripts/packages/library';
import { bundleProvider } from '../../scripts/provider/bundle';
import { bundledPackages } from '../../scripts/support/notices';
import { TWIN_MANIFEST } from '../../scripts/twin/library';
import { temporaryFolder } from '../support/temporary-folder';

/** Releases ship what the bundlers include. Bun and the C library are the runtime; the archives hold their licences, with the source. */
const bundles = {
  provider: async () => (await bundleProvider()).inputs,
  emulator: async () => {
    const folder = temporaryFolder('coffer-licenses-');
    return bundleEmulator(folder);
  },
};

test.each(Object.entries(bundles))('every package in the %s has a licence that is allowed', async (_name, inputs) => {
  const packages = await bundledPackages(await inputs());

  expect(packages.length).toBeGreaterThan(3);
  expect(packages.filter(({ license }) => !isAllowed(license))).toEqual([]);
});

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
