import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import checkout from '../../../../package.json';
import lock from '../../../../package-lock.json';
import { isAllowed } from '../../../../projenrc/licenses';
import { VERSION } from '../../../../projenrc/names';
import { TWIN_MANIFEST } from '../../../../scripts/constructs/twin';
import { LIBRARY_MANIFEST } from '../../../../scripts/packages/library';
import { inRoot } from '../../../../scripts/support/paths';

const LIBRARIES = [
  { manifest: LIBRARY_MANIFEST, provider: LIBRARY_MANIFEST.cdktf.provider },
  { manifest: TWIN_MANIFEST, provider: TWIN_MANIFEST.cdktn.provider },
];

test('npm refuses to publish the checkout', () => {
  expect(checkout).toMatchObject({ private: true, version: VERSION });
});

test('in a checkout one install script runs, and each that there is has been looked at: npm 12 runs none that is not allowed', () => {
  const locked = Object.entries(lock.packages as Readonly<Record<string, { readonly hasInstallScript?: boolean }>>);
  const names = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => folder.replace(/^.*node_modules\//, ''));

  const { allowScripts } = checkout;

  expect(names.sort()).toEqual(Object.keys(allowScripts).sort());
  expect(Object.entries(allowScripts).filter(([, allowed]) => allowed)).toEqual([['node', true]]);
});

test.each(LIBRARIES)(
  '$manifest.name is public, runs nothing when it is installed, and brings no package along',
  ({ manifest }) => {
    const unwanted = ['private', 'scripts', 'dependencies', 'bundledDependencies', 'optionalDependencies'];

    expect(Object.keys(manifest).filter((name) => unwanted.includes(name))).toEqual([]);
  },
);

// Construct Hub reads it.
test.each(LIBRARIES)(
  '$manifest.name names the provider of its low-level constructs, of a version that they accept',
  ({ provider }) => {
    const code = readFileSync(inRoot('src/l1/provider.ts'), 'utf8');
    const [, constraint = ''] = /providerVersionConstraint: '~> ([\d.]+)'/.exec(code) ?? [];
    const [, source] = /terraformProviderSource: '([^']+)'/.exec(code) ?? [];

    expect(provider).toEqual({ name: `registry.terraform.io/${source}`, version: VERSION });
    // Before 1.0 a minor release may break, so the constraint ends with the patch; after that, with the minor.
    const fixed = constraint.split('.').slice(0, -1);
    expect(fixed).toHaveLength(provider.version.startsWith('0.') ? 2 : 1);
    expect(provider.version.split('.').slice(0, fixed.length)).toEqual(fixed);
  },
);

test.each([
  ['(Apache-2.0 AND BSD-3-Clause)', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND GPL-3.0-only', false],
  ['', false],
])('whether a package under "%s" may be shipped: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});
