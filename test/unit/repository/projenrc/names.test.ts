import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AUTHOR, IMAGES, REPOSITORY, VERSION } from '../../../../projenrc/names';
import { inRoot } from '../../../../scripts/support/paths';
import { allPages, readPage } from '../docs/markdown';

const forms = readdirSync(inRoot('.github/ISSUE_TEMPLATE')).map((name) => `.github/ISSUE_TEMPLATE/${name}`);
const pages = allPages().filter(({ path }) => !path.startsWith('internals/decisions/'));

describe('pages follow projenrc/names.ts', () => {
  test('every address of the repository, of an image or of a mail is that of the project', () => {
    const texts = [...pages, ...forms.map((path) => ({ path, text: readFileSync(inRoot(path), 'utf8') }))];

    const foreign = texts.flatMap(({ path, text }) => [
      ...[...text.matchAll(/github\.com\/coffer\/([\w-]+)/g)]
        .filter(([, name = '']) => ![REPOSITORY, 'cdktf-coffer-go', 'cdktn-coffer-go'].includes(name))
        .map(([address]) => `${path}: ${address}`),
      ...[...text.matchAll(/ghcr\.io\/coffer\/[\w-]+/g)]
        .filter(([address]) => !Object.values(IMAGES).some((image) => image === address))
        .map(([address]) => `${path}: ${address}`),
      ...[...text.matchAll(/[\w.]+@coffer\.example/g)]
        .filter(([address]) => address !== AUTHOR.email)
        .map(([address]) => `${path}: ${address}`),
    ]);

    expect(foreign).toEqual([]);
  });

  test('README says that nothing is published, as long as the checklist of publishing is open', () => {
    const isOpen = readPage('internals/publishing.md').text.includes('- [ ]');

    expect(readPage('README.md').prose.includes('**Not published yet:**')).toBe(isOpen);
    expect(readPage('CHANGELOG.md').text.includes(`## ${VERSION} (not released)`)).toBe(isOpen);
  });
});

describe('a version is pinned wherever one is asked for', () => {
  const pinned = `version = "~> ${VERSION}"`;

  test('in every configuration of the pages and examples', () => {
    const examples = readdirSync(inRoot('examples'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tf') && !/node_modules|cdktf\.out|\.terraform/.test(path))
      .map((path) => ({ path, text: readFileSync(inRoot('examples', path), 'utf8') }));
    const blocks = [...pages, ...examples].flatMap(({ path, text }) =>
      [...text.matchAll(/source *= "coffer\/coffer"[^}]*/g)].map(([block]) => ({ path, block })),
    );

    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.filter(({ block }) => !block.includes(pinned))).toEqual([]);
  });

  test('in every command that installs a package of ours', () => {
    const commands = pages.flatMap(({ path, text }) =>
      (text.match(/^.*\b(?:npm (?:install|i)|pip install|go get)\b.*$/gm) ?? []).map((line) => `${path}: ${line}`),
    );

    const unpinned = commands.filter(
      (line) => /cdkt[fn]-coffer|coffer-emulator/.test(line) && !/\d+\.\d+\.\d+/.test(line),
    );
    expect(unpinned).toEqual([]);
  });
});

test('the newest version in the changelog is the one of the project', () => {
  const versions = readPage('CHANGELOG.md').text.match(/^## \d.*$/gm) ?? [];

  expect(versions[0]).toMatch(
    new RegExp(`^## ${VERSION.replaceAll('.', '\\.')} \\((not released|\\d{4}-\\d\\d-\\d\\d)\\)$`),
  );
});
