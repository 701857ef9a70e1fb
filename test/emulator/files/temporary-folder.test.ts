import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../../emulator/files/temporary-folder';
import { temporaryFolder } from '../support';

test('a temporary folder is for its owner only', () => {
  expect(statSync(makeTemporaryFolder(temporaryFolder())).mode & 0o777).toBe(0o700);
});

test('a sweep removes the folders of processes that are gone, and nothing else', () => {
  const parent = temporaryFolder();
  const own = basename(makeTemporaryFolder(parent));
  const { pid } = spawnSync(process.execPath, ['--version']);
  const named = (by: number | string) => own.replace(`-${process.pid}-`, `-${by}-`);
  // Process 1 is always there, and not ours.
  const others = [
    named(pid),
    named(1),
    named('x'),
    `another-${pid}-abc`,
    own.replace(/objects-.{8}/, 'objects-ffffffff'),
  ];
  for (const name of others) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, 'file'), 'x');
  }

  sweepTemporaryFolders(parent);

  expect(readdirSync(parent).sort()).toEqual([own, ...others.slice(1)].sort());
});

test('a place that is not there needs no sweep', () => {
  expect(() => sweepTemporaryFolders(join(temporaryFolder(), 'missing'))).not.toThrow();
});
