import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_URL } from '../../../../projenrc/names';
import { inRoot } from '../../../../scripts/support/paths';
import { allPages, type Page, readPage } from './markdown';

const LINK = /\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g;
const linksOf = ({ prose }: Page) => [...prose.matchAll(LINK)].map(([, link, picture]) => link ?? picture ?? '');
const isLocal = (target: string) => !/^[a-z]+:/.test(target);
const isInFolder = (target: string) => isLocal(target) && !target.startsWith('#');
/** Pages of packages lead to those of the project by whole addresses. */
const OWN = `${REPOSITORY_URL}/blob/main/`;

it('finds the pages and their links', () => {
  const paths = allPages().map(({ path }) => path);

  expect(paths).toEqual(expect.arrayContaining(['README.md', 'internals/decisions/README.md']));
  expect(linksOf(readPage('README.md'))).toContain('ARCHITECTURE.md');
});

it.each(allPages().map((page) => [page.path, page] as const))(
  'every link of %s within the project leads somewhere',
  (_path, page) => {
    const broken = linksOf(page)
      .filter(isLocal)
      .filter((target) => !leadsSomewhere(page, target));
    const brokenInProject = linksOf(page)
      .filter((target) => target.startsWith(OWN))
      .filter((target) => !leadsSomewhere(readPage('README.md'), target.slice(OWN.length)));

    expect([...broken, ...brokenInProject]).toEqual([]);
  },
);

/** What Terraform's registry publishes of a repository: the index and the pages in these folders of `docs/`. OpenTofu's has no page for some. */
const PUBLISHED =
  /^docs\/(index|(actions|data-sources|ephemeral-resources|functions|guides|list-resources|resources)\/[^/]+)\.md$/;

describe('the pages that a registry publishes', () => {
  const published = allPages().filter(({ path }) => PUBLISHED.test(path));

  // OpenTofu's registry takes the end off a link within a folder only: a link to another folder leads to no page there.
  it.each(published.map((page) => [page.path, page] as const))(
    '%s leads out of its folder by whole addresses',
    (_path, page) => {
      const dead = linksOf(page)
        .filter(isLocal)
        .filter((target) => !/^([\w-]+\.md)?(#[\w-]+)?$/.test(target) || !PUBLISHED.test(pathOf(page, target)));

      expect(published.length).toBeGreaterThan(30);
      expect(page.path === 'docs/index.md' ? dead.concat(linksOf(page).filter(isInFolder)) : dead).toEqual([]);
    },
  );
});

it('the page of the npm package leads out of it by whole addresses only', () => {
  const targets = linksOf(readPage('emulator/README.md'));

  expect(targets.length).toBeGreaterThan(8);
  expect(targets.filter(isLocal)).toEqual([]);
});

it('the list of decisions is complete and in order', () => {
  const listed = linksOf(readPage('internals/decisions/README.md'));

  const pages = allPages().map(({ path }) => path);
  const decisions = pages
    .filter((path) => /^internals\/decisions\/\d{4}-/.test(path))
    .map((path) => path.slice('internals/decisions/'.length));
  expect(listed).toEqual(decisions.sort());
});

function leadsSomewhere(page: Page, target: string): boolean {
  const [, anchor] = target.split('#');
  const path = pathOf(page, target);
  if (!existsSync(inRoot(path))) return false;
  return anchor === undefined || anchorsOf(readPage(path)).includes(anchor);
}

/** The file that a link leads to, from the root. */
function pathOf(page: Page, target: string): string {
  const [file = ''] = target.split('#');
  return file === '' ? page.path : normalize(join(dirname(page.path), file));
}

/** Anchors as GitHub makes them from headings. */
function anchorsOf({ prose }: Page): string[] {
  const headings = [...prose.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
