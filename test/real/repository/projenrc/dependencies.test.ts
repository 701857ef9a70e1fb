import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { devDependencies } from '../../../../package.json';
import { DEVELOPMENT } from '../../../../projenrc/dependencies';
import { inRoot, ROOT } from '../../../../scripts/support/paths';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly deprecated?: string;
}

const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');
const lockedIn = (path: string) =>
  Object.entries(
    (JSON.parse(readFileSync(inRoot(path), 'utf8')) as { packages: Record<string, Locked> }).packages,
  ).filter(([folder]) => folder !== '');
const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '');

test('there are lock files', () => {
  expect(locks).toEqual(expect.arrayContaining(['package-lock.json', 'test/real/examples/csharp/package-lock.json']));
});

test.each(locks)(
  '%s names no package that its registry calls deprecated: npm writes that down where it is said',
  (path) => {
    expect(lockedIn(path).filter(([, { deprecated }]) => deprecated !== undefined)).toEqual([]);
  },
);

test.each(locks)('%s has the integrity of every package that it fetches', (path) => {
  const all = lockedIn(path);
  const unchecked = all.filter(
    ([, { integrity, inBundle, link }]) => !integrity?.startsWith('sha512-') && !inBundle && !link,
  );

  expect(all.length).toBeGreaterThan(path === 'package-lock.json' ? 500 : 0);
  expect(unchecked.map(([folder]) => folder)).toEqual([]);
});

test('what only a benchmark needs is in no lock file', () => {
  const names = locks.flatMap((path) => lockedIn(path).map(([folder]) => nameOf(folder)));

  expect(names.filter((name) => ['s3rver', 'busboy', 'dicer', 'koa', 'winston'].includes(name))).toEqual([]);
});

test('every development dependency stands in the list of what needs it', () => {
  const listed = new Set<string>(Object.values(DEVELOPMENT).flat());

  expect([...listed].toSorted()).toEqual(Object.keys(devDependencies).toSorted());
});
