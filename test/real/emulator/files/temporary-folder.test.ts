import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  makeTemporaryFolder,
  removeTemporaryFolder,
  sweepTemporaryFolders,
} from '../../../../emulator/files/temporary-folder';
import { temporaryFolder } from '../../../host/emulator/support';

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
    named(0),
    named(-999_999),
    named('x'),
    `another-${pid}-abc`,
    own.replace(/objects-.{8}/, 'objects-ffffffff'),
  ];
  for (const name of others) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, '0123456789abcdef-1'), 'x');
  }

  sweepTemporaryFolders(parent);

  expect(readdirSync(parent).sort()).toEqual([own, ...others.slice(1)].sort());
});

test('E11: what is not ours in such a folder stays, and the folder with it', () => {
  const parent = temporaryFolder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = makeTemporaryFolder(parent).replace(`-${process.pid}-`, `-${pid}-`);
  mkdirSync(join(left, 'sub'), { recursive: true });
  writeFileSync(join(left, 'sub', '0123456789abcdef-1'), 'x');
  writeFileSync(join(left, 'notes.txt'), 'x');
  writeFileSync(join(left, '0123456789abcdef-1'), 'x');

  sweepTemporaryFolders(parent);

  expect(readdirSync(left).sort()).toEqual(['notes.txt', 'sub']);
  expect(readdirSync(join(left, 'sub'))).toEqual(['0123456789abcdef-1']);
});

test('the folder of this process stays if it holds what is not ours, and is gone otherwise', () => {
  const [kept, gone] = [makeTemporaryFolder(temporaryFolder()), makeTemporaryFolder(temporaryFolder())];
  for (const folder of [kept, gone]) writeFileSync(join(folder, '0123456789abcdef-1.part'), 'x');
  writeFileSync(join(kept, 'notes.txt'), 'x');

  removeTemporaryFolder(kept);
  removeTemporaryFolder(gone);

  expect([readdirSync(kept), existsSync(gone)]).toEqual([['notes.txt'], false]);
  expect(() => removeTemporaryFolder(gone)).toThrow('ENOENT');
});
