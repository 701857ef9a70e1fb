import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import checkout from '../../../../package.json';
import lock from '../../../../package-lock.json';
import { TWIN_MANIFEST } from '../../../../scripts/constructs/twin';
import { LIBRARY_MANIFEST as root } from '../../../../scripts/packages/library';
import { inRoot } from '../../../../scripts/support/paths';

/*
 * The metadata by which Construct Hub and users find a package. Construct Hub accepts a jsii package with a licence on its list and a
 * keyword that it knows; in `cdktf.provider` (and `cdktn.provider`) packages with bindings name the provider they were generated from.
 */

const PERMISSIVE = ['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MPL-2.0'];

const locked = Object.entries(lock.packages as Readonly<Record<string, { readonly hasInstallScript?: boolean }>>);

describe('what npm installs in a checkout', () => {
  test('runs one install script, and each that there is has been looked at: npm 12 runs none that is not allowed', () => {
    const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripts.map(([folder]) => folder.replace(/^.*node_modules\//, ''));

    const { allowScripts } = checkout;

    expect(names.sort()).toEqual(Object.keys(allowScripts).sort());
    expect(Object.entries(allowScripts).filter(([, allowed]) => allowed)).toEqual([['node', true]]);
  });

  test('brings one version of Bun for every platform', () => {
    expect(new Set(Object.values(checkout.optionalDependencies)).size).toBe(1);
  });

  test('does not reach into the packages of the constructs', () => {
    expect(root).not.toHaveProperty('optionalDependencies');
    expect(TWIN_MANIFEST).not.toHaveProperty('optionalDependencies');
  });
});

describe.each([
  { manifest: root, words: ['cdk', 'cdktf', 'terraform'], cdk: 'cdktf', provider: root.cdktf.provider },
  {
    manifest: TWIN_MANIFEST,
    words: ['cdk', 'cdktf', 'cdktn', 'cdk-terrain', 'terraform'],
    cdk: 'cdktn',
    provider: TWIN_MANIFEST.cdktn.provider,
  },
])('the package.json of $manifest.name', ({ manifest, words, cdk, provider }) => {
  test('has the keywords by which it is found, each once and in order', () => {
    expect(manifest.keywords).toEqual(expect.arrayContaining(words));
    expect(manifest.keywords).toEqual([...new Set(manifest.keywords)].sort());
  });

  test('says who made it, where it is kept, how stable it is, and under which licence', () => {
    const [first = ''] = readFileSync(inRoot('LICENSE'), 'utf8').trim().split('\n');

    expect(manifest).toMatchObject({
      stability: 'experimental',
      license: 'Apache-2.0',
      author: { name: expect.stringMatching(/./), email: expect.stringMatching(/^\S+@\S+$/), organization: true },
      publishConfig: { access: 'public' },
    });
    expect(PERMISSIVE).toContain(manifest.license);
    expect(first).toMatch(/Apache License/);
    const { repository, homepage, bugs } = manifest;
    expect(repository).toEqual({ type: 'git', url: expect.stringMatching(/^https:\/\/.*\.git$/) });
    const place = repository.url.replace(/\.git$/, '');
    expect([homepage, bugs.url]).toEqual([`${place}#readme`, `${place}/issues`]);
    expect(manifest.description).toContain({ cdktf: 'CDKTF', cdktn: 'CDK Terrain' }[cdk]);
  });

  test('names the provider that its low-level constructs were made from, of a version that they accept', () => {
    const code = readFileSync(inRoot('src/l1/provider.ts'), 'utf8');
    const [, constraint = ''] = /providerVersionConstraint: '~> ([\d.]+)'/.exec(code) ?? [];
    const [, source] = /terraformProviderSource: '([^']+)'/.exec(code) ?? [];

    expect(provider).toEqual({ name: `registry.terraform.io/${source}`, version: root.version });
    // Before 1.0 a minor release may break, so the constraint ends with the patch; after that, with the minor.
    const fixed = constraint.split('.').slice(0, -1);
    expect(fixed).toHaveLength(provider.version.startsWith('0.') ? 2 : 1);
    expect(provider.version.split('.').slice(0, fixed.length)).toEqual(fixed);
  });

  test('is a jsii package for every language, with its CDK as a peer', () => {
    expect(Object.keys(manifest.jsii.targets).sort()).toEqual(['dotnet', 'go', 'java', 'python']);
    expect(
      JSON.stringify(manifest.jsii.targets)
        .match(/cdkt[fn]/gi)
        ?.every((word) => word.toLowerCase() === cdk),
    ).toBe(true);
    expect(Object.keys(manifest.peerDependencies)).toEqual([cdk, 'constructs']);
    expect([manifest.main, manifest.types, manifest.files]).toEqual([
      'lib/index.js',
      'lib/index.d.ts',
      ['lib', '.jsii', 'REFERENCE.md', 'reference'],
    ]);
  });
});
