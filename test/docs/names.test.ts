import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import { allPages, type Page, quoted, readPage } from './markdown';

/** What commands leave, what CDKTF writes, modules of Go, packages of npm, and the provider's address. */
const MADE =
  /^(github\.com\/|@[\w-]+\/[\w-]+$|build\/|(?:framework\/protocol\/generated|src\/l1)\/|test\/conformance\/tfplugin6\/|dist\/|lib\/|coffer\/coffer$|cdk\.tf\.json$)/;
const PATH = /^\.?[\w@-][\w.@-]*(?:\/[\w.@-]+)+\/?$|^[\w.-]+\/$/;
const FILE = /^[\w.-]+\.(?:ts|mts|json|jsonc|md)$/;

/** `file.ts` (`name`, `name`): these names are declared in that file. */
const MEMBERS = /`([\w./-]+\.ts)`\s+\(((?:`\w+`(?:,\s+)?)+)\)/g;

const membersOf = ({ prose }: Page) =>
  [...prose.matchAll(MEMBERS)].flatMap(([, file = '', names = '']) => quoted(names).map((name) => ({ file, name })));

const ours = allPages().filter(({ path }) => /^([A-Z]+\.md|docs\/internals\/(README\.md|decisions\/.*))$/.test(path));

it('finds files and names', () => {
  const names = quoted(readPage('ARCHITECTURE.md').prose);

  expect(names.filter((name) => PATH.test(name)).length).toBeGreaterThan(80);
  expect(membersOf(readPage('ARCHITECTURE.md')).length).toBeGreaterThan(50);
  expect(membersOf(readPage('CONTRIBUTING.md')).length).toBeGreaterThan(12);
});

it.each(ours.map((page) => [page.path, page] as const))(
  'every file and folder that %s names exists',
  (path, { prose }) => {
    const isPage = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].includes(path);

    const named = quoted(prose).filter((name) => PATH.test(name) || (isPage && FILE.test(name)));

    expect(named.filter((name) => !MADE.test(name) && !existsSync(inRoot(name)))).toEqual([]);
  },
);

it.each(ours.map((page) => [page.path, page] as const))(
  'every name that %s gives beside a file is declared there',
  (_path, page) => {
    const wrong = membersOf(page).filter(({ file, name }) => !declares(readFileSync(inRoot(file), 'utf8'), name));

    expect(wrong).toEqual([]);
  },
);

function declares(source: string, name: string): boolean {
  const declaration = `\\b(?:function\\*?|class|interface|type|const)\\s+${name}\\b`;
  const member = `^\\s+(?:(?:async|private|protected|public|readonly|static|get) )*#?${name}\\s*[(<:=]`;
  return new RegExp(`${declaration}|${member}`, 'm').test(source);
}
