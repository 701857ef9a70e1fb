import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REPOSITORY_URL, VERSION } from '../../../../projenrc/names';
import { versionOf } from '../../../../projenrc/pins';
import { TARGETS } from '../../../../scripts/packages/chapters';
import { FOR_CDKTF, FOR_CDKTN } from '../../../../scripts/packages/library';
import { readmeOf } from '../../../../scripts/packages/readme';
import { inRoot } from '../../../../scripts/support/paths';
import { parsePage } from '../docs/markdown';

/* The page of each package, as npm, PyPI, pkg.go.dev and the documentation of a jar show it. test/real/examples runs the programs on them. */

const PAGES = [FOR_CDKTF, FOR_CDKTN].flatMap((library) =>
  TARGETS.map((target) => ({ library, target, name: `${library.npm} for ${target}` })),
);

describe.each(PAGES)('the page of $name', ({ library, target }) => {
  const page = parsePage('README.md', readmeOf(library, target));

  test('begins with what installs this very package, in this version', () => {
    const code = page.blocks[0]?.code ?? '';

    expect([library.npm, library.go.moduleName, library.dotnet].some((name) => code.includes(name))).toBe(true);
    if (target !== 'dotnet') expect(code).toContain(VERSION);
  });

  test('has links that work where it stands alone, to files that there are', () => {
    const links = [...page.prose.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);

    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !link.startsWith(`${REPOSITORY_URL}/`))).toEqual([]);
    const files = links.flatMap((link) => link.split('/blob/main/')[1] ?? []);
    expect(files.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  });
});

test('the pages name the framework of the version that the library is built with', () => {
  expect(FOR_CDKTN.framework.version).toBe(versionOf('cdktn'));
});
