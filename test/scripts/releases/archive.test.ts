import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import {
  packFolder,
  pageBeside,
  pageOf,
  readArchive,
  unpackArchive,
  writeArchive,
} from '../../../scripts/releases/archive';
import { EMULATOR_RELEASES, keptArchive, keptFile, keptVersions, RELEASES } from '../../../scripts/releases/kept';
import { inRoot, ROOT } from '../../../scripts/support/paths';
import { temporaryFolder } from '../../support/temporary-folder';

const kept = [RELEASES, EMULATOR_RELEASES].flatMap((folder) =>
  keptVersions(folder).map((version) => relative(ROOT, keptArchive(version, folder))),
);

test('both kinds of archives are kept', () => {
  expect(kept).toEqual(expect.arrayContaining(['releases/0.1.0.tar.gz', 'test/fixtures/emulator/0.1.0.tar.gz']));
});

test.each(kept)('the page beside %s lists what is in it', (path) => {
  const archive = inRoot(path);
  expect(readFileSync(pageBeside(archive), 'utf8')).toBe(pageOf(archive, readArchive(archive)));
});

test.each(kept)('%s is what packing its files again makes', async (path) => {
  const archive = inRoot(path);
  const folder = temporaryFolder();
  const again = join(folder, basename(archive));
  await unpackArchive(archive, join(folder, 'files'));

  await packFolder(again, join(folder, 'files'));

  expect([...readArchive(again)]).toEqual([...readArchive(archive)]);
  expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
});

test('the order and the times of files change nothing', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'files', 'b'), { recursive: true });
  writeFileSync(join(folder, 'files', 'b', 'two'), Buffer.of(0, 255));
  writeFileSync(join(folder, 'files', 'one'), 'text');
  const files = new Map<string, string | Uint8Array>([
    ['one', 'text'],
    ['b/two', Buffer.of(0, 255)],
  ]);

  await packFolder(join(folder, '1.tar.gz'), join(folder, 'files'));
  await writeArchive(join(folder, '2.tar.gz'), files);

  expect(readFileSync(join(folder, '1.tar.gz')).equals(readFileSync(join(folder, '2.tar.gz')))).toBe(true);
  expect([...readArchive(join(folder, '1.tar.gz'))]).toEqual([
    ['b/two', Buffer.of(0, 255)],
    ['one', Buffer.from('text')],
  ]);
});

test('a file that a release does not have is named', () => {
  expect(() => keptFile('0.1.0', 'other.json')).toThrow('releases/0.1.0.tar.gz has no other.json.');
});
