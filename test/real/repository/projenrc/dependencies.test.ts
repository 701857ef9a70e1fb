import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
