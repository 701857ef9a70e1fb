import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { PLATFORMS } from '../../../../../framework/packaging/platforms';
import { BUN_VERSION } from '../../../../../scripts/release/base-executable';
import { BUN_COMMIT, BUN_LIBRARIES, NO_LIBRARIES, withText } from '../../../../../scripts/release/bun/libraries';
import { faultsOfNotices } from '../../../../../scripts/release/check/notices';
import { runtimeComponents } from '../../../../../scripts/release/sbom/components';
import { thirdPartyNotices } from '../../../../../scripts/release/third-party';
import { BUN } from '../../../../../scripts/support/bun';
import { noticesOf } from '../../../../../scripts/support/notices';
import { must } from '../../../../../scripts/support/run';

/** What we say of the libraries in Bun, compared with the Bun that is pinned. */

describe('of the pinned Bun', () => {
  let versions: Readonly<Record<string, string>>;
  beforeAll(async () => {
    versions = JSON.parse((await must(BUN, ['-e', 'console.log(JSON.stringify(process.versions))'])).stdout);
  });

  test('process.versions names no library that the list leaves out, and each in the version of the list', () => {
    const listed = Object.fromEntries(
      BUN_LIBRARIES.flatMap(({ versionsKey, version }) => (versionsKey ? [[versionsKey, version]] : [])),
    );
    const libraries = Object.entries(versions).filter(([name]) => !NO_LIBRARIES.includes(name));

    expect(listed).toEqual(Object.fromEntries(libraries));
    expect(versions.bun).toBe(BUN_VERSION);
  });

  test('the commit is that of the program, whose parts have it as their version', () => {
    expect(versions.uwebsockets).toBe(BUN_COMMIT);
  });

  test('the program has words of every library that process.versions leaves out', () => {
    const program = readFileSync(BUN);
    const missing = BUN_LIBRARIES.filter(({ marker }) => marker && !program.includes(marker));

    expect(BUN_LIBRARIES.filter(({ marker }) => marker).length).toBeGreaterThan(8);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

test('every library has a version, a package URL, a licence with its text, and whose it is', () => {
  const notices = noticesOf(BUN_LIBRARIES.map(withText), 'Notices');
  const components = BUN_LIBRARIES.map(({ name, version, license }) => ({
    name,
    version,
    licenses: [{ expression: license }],
  }));

  expect(faultsOfNotices(notices, components)).toEqual([]);
  expect(BUN_LIBRARIES.filter(({ version, purl }) => !/\d/.test(version) || !/^pkg:[^@]+@[^@]+$/.test(purl))).toEqual(
    [],
  );
  expect(notices).not.toContain('<year>');
  for (const { copyright } of BUN_LIBRARIES) expect(notices).toContain(copyright);
});

test.each(PLATFORMS)('the notices for $name have the text of every component of its run-time', (platform) => {
  const glibc = platform.os === 'linux' ? { loader: '', files: [], copyright: 'of Debian' } : undefined;
  const components = runtimeComponents(platform).map(({ name, version, license }) => ({
    name,
    version,
    licenses: [{ expression: license }],
  }));

  expect(components.length).toBeGreaterThan(25);
  expect(faultsOfNotices(thirdPartyNotices('1.2.3', platform, [], glibc), components)).toEqual([]);
});
