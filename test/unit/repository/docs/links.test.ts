import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY_URL } from '../../../../projenrc/names';
import { inRoot } from '../../../../scripts/support/paths';
import { allPages, type Page, readPage } from './markdown';

const LINK = /\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g;
const linksOf = ({ prose }: Page) => [...prose.matchAll(LINK)].map(([, link, picture]) => link ?? picture ?? '');
const isLocal = (target: string) => !/^[a-z]+:/.test(target);
const isInFolder = (target: string) => isLocal(target) && !target.startsWith('#');
/** Pages of packages lead to those of the project by whole addresses. */
const OWN = `${REPOSITORY_URL}/blob/main/`;

it('every link within the project leads somewhere', () => {
  const readme = readPage('README.md');
  const broken = allPages().flatMap((page) => {
    const own = linksOf(page).filter(
      (target) => target.startsWith(OWN) && !leadsSomewhere(readme, target.slice(OWN.length)),
    );
    const local = linksOf(page).filter((target) => isLocal(target) && !leadsSomewhere(page, target));
    return [...local, ...own].map((target) => `${page.path}: ${target}`);
  });

  expect(broken).toEqual([]);
});

/** What Terraform's registry publishes of a repository: the index and the pages in these folders of `docs/`. OpenTofu's has no page for some. */
const PUBLISHED =
  /^docs\/(index|(actions|data-sources|ephemeral-resources|functions|guides|list-resources|resources)\/[^/]+)\.md$/;

/** projen brings the parser: the checkout has no other. */
const { parse } = createRequire(createRequire(import.meta.url).resolve('projen'))('yaml') as {
  parse(text: string): unknown;
};

const published = allPages().filter(({ path }) => PUBLISHED.test(path));

// OpenTofu's registry takes the end off a link within a folder only: a link to another folder leads to no page there.
it('the pages that a registry publishes lead out of their folder by whole addresses', () => {
  const dead = published.flatMap((page) =>
    linksOf(page)
      .filter((target) =>
        page.path === 'docs/index.md'
          ? isInFolder(target)
          : isLocal(target) && (!/^([\w-]+\.md)?(#[\w-]+)?$/.test(target) || !PUBLISHED.test(pathOf(page, target))),
      )
      .map((target) => `${page.path}: ${target}`),
  );

  expect(published.length).toBeGreaterThan(30);
  expect(dead).toEqual([]);
});

// Registries refuse a subcategory of the provider's own page.
it('the pages that a registry publishes begin with title, subcategory and description in YAML', () => {
  const wrong = published.filter(({ path, text }) => {
    const names = Object.entries(parse(/^---\n([\s\S]*?)^---$/m.exec(text)?.[1] ?? '') as object).map(
      ([name, value]) => (name === 'subcategory' || /\S/.test(value) ? name : ''),
    );
    const wanted = ['page_title', ...(path === 'docs/index.md' ? [] : ['subcategory']), 'description'];
    return !text.startsWith('---\n') || names.join() !== wanted.join();
  });

  expect(wrong.map(({ path }) => path)).toEqual([]);
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
