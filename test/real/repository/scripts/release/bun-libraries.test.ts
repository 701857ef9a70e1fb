import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { PLATFORMS } from '../../../../../framework/packaging/platforms';
import { BUN_VERSION } from '../../../../../scripts/release/base-executable';
import { BUN_COMMIT, BUN_LIBRARIES, NO_LIBRARIES, withText } from '../../../../../scripts/release/bun/libraries';
import { cratesOf, faultsOfOwnList } from '../../../../../scripts/release/bun/own-list';
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

describe("Bun's own list", () => {
  /** Two libraries in the form of Bun's files: one of GitHub, and one that lies in Bun's repository. */
  const files: Readonly<Record<string, string>> = {
    'scripts/build/deps/index.ts':
      'import type { Dependency } from "../source.ts";\nimport { acme } from "./acme.ts";\nimport { inner } from "./inner.ts";\n',
    'scripts/build/deps/acme.ts':
      'const ACME_COMMIT = "0123456789abcdef0123456789abcdef01234567"; // 1.2\nexport const acme = { source: () => ({ repo: "Acme/acme", commit: ACME_COMMIT }) };\n',
    'scripts/build/deps/inner.ts': 'export const inner = { source: () => ({ kind: "in-tree" }) };\n',
    'Cargo.lock':
      'version = 4\n\n[[package]]\nname = "ours"\nversion = "0.0.0"\n\n[[package]]\nname = "acme-rs"\nversion = "1.0.2"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
  };
  const read = async (path: string) => {
    const text = files[path];
    if (text === undefined) throw new Error(`404: ${path}`);
    return text;
  };
  const library = (name: string, purl: string) => ({
    name,
    version: '1',
    purl,
    license: 'MIT',
    copyright: 'Copyright',
  });
  const acme = library('Acme', 'pkg:github/acme/acme@0123456789abcdef0123456789abcdef01234567');
  const inner = library('Inner', 'pkg:github/oven-sh/bun@1#inner');

  test('is the same', async () => {
    expect(await faultsOfOwnList(read, [acme, inner])).toEqual([]);
  });

  test('has a library that ours leaves out, by repository or by name', async () => {
    expect(await faultsOfOwnList(read, [])).toEqual([
      'Bun is linked with acme of Acme/acme, which our list leaves out.',
      'Bun is linked with inner, which our list leaves out.',
    ]);
  });

  test('has another commit', async () => {
    const older = library('Acme', 'pkg:github/acme/acme@ffff');

    expect(await faultsOfOwnList(read, [older, inner])).toEqual([
      'Bun takes acme from Acme/acme at 0123456789abcdef0123456789abcdef01234567; our list has ffff.',
    ]);
  });

  test('in another form, or out of reach, is a failure', async () => {
    expect(await faultsOfOwnList(async () => 'something else', [acme])).toEqual([
      expect.stringContaining('another form than expected'),
    ]);
    await expect(faultsOfOwnList(() => Promise.reject(new Error('no network')), [acme])).rejects.toThrow('no network');
    await expect(cratesOf(async () => '')).rejects.toThrow('another form than expected');
  });

  test('of crates has those of the registry', async () => {
    expect(await cratesOf(read)).toEqual(['pkg:cargo/acme-rs@1.0.2']);
  });
});
