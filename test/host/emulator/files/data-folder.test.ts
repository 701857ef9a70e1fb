import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Emulator, StartError } from '../../../../emulator';
import { bodyOf, filesIn, openService, PLAIN } from '../domain/objects/support';
import { startEmulator, temporaryFolder } from '../support';

const LARGE = Buffer.alloc(100_000, 'x');
const NAME = '0123456789abcdef-1';

/** A folder with what the function puts into it. */
function folderWith(fill: (folder: string) => void): string {
  const folder = temporaryFolder();
  fill(folder);
  return folder;
}

/** A data folder with one large object, closed; and the name of its file. */
async function folderWithObject(): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  await objects.put({ bucketId: newBucket(), key: 'k' }, PLAIN, bodyOf(LARGE));
  await storage.close();
  const [file = ''] = filesIn(folder);
  return { folder, file };
}

/** Starts over a folder; gives what it says. */
async function startOver(dataDir: string): Promise<{ emulator: Emulator; said: string[] }> {
  const said: string[] = [];
  const emulator = await startEmulator({ dataDir, log: (line) => said.push(line) });
  return { emulator, said };
}

test.each([
  ['a project with objects of its own', 'objects/mesh.obj', (folder: string) => write(folder, 'objects/mesh.obj')],
  [
    'a file with our name of a file in a subfolder',
    'objects/sub',
    (folder: string) => write(folder, `objects/sub/${NAME}`),
  ],
  ['a bare git repository', 'HEAD', (folder: string) => write(folder, 'HEAD')],
  ['a link with our name', 'objects', (folder: string) => symlinkSync('nowhere', join(folder, 'objects'))],
  ['a folder with our name of a file', 'encryption.key', (folder: string) => mkdirSync(join(folder, 'encryption.key'))],
])('E11: a folder that holds %s is refused, and nothing is made in it', async (_, named, fill) => {
  const folder = folderWith(fill);
  const before = treeOf(folder);

  const failure = Emulator.start({ dataDir: folder });

  const says = `The data folder ${folder} has no database of the emulator, but holds what is not the emulator's: ${named}`;
  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow(says);
  expect(treeOf(folder)).toEqual(before);
});

test('E11: what came to lie beside the database is left alone', async () => {
  const { folder, file } = await folderWithObject();
  write(folder, 'notes.txt');
  write(folder, 'objects/mesh.obj');
  mkdirSync(join(folder, 'objects', 'feedfacefeedface-1'));

  const { said } = await startOver(folder);

  expect(said).toEqual([]);
  expect(filesIn(folder).sort()).toEqual([file, 'feedfacefeedface-1', 'mesh.obj'].sort());
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('foreign');
});

test('E11: the bytes that a copy of the database from before does not know are kept and named, whoever wrote them', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  const bucketId = newBucket();
  await objects.put({ bucketId, key: 'before' }, PLAIN, bodyOf(LARGE));
  storage.ledger.checkpoint();
  const copy = join(temporaryFolder(), 'copy.db');
  cpSync(join(folder, 'coffer.db'), copy);
  const before = filesIn(folder);
  await objects.put({ bucketId, key: 'after' }, PLAIN, bodyOf(LARGE));
  const after = filesIn(folder).filter((file) => !before.includes(file));
  await storage.close();
  cpSync(copy, join(folder, 'coffer.db'));

  const { said } = await startOver(folder);

  expect(filesIn(folder)).toEqual(before);
  expect(readdirSync(join(folder, 'lost+found'))).toEqual(after);
  expect(said).toHaveLength(1);
});

test('E11: the database of another program is refused, and not changed', async () => {
  const folder = temporaryFolder();
  const foreign = new DatabaseSync(join(folder, 'coffer.db'));
  foreign.exec("CREATE TABLE secret (name TEXT); INSERT INTO secret VALUES ('theirs')");
  foreign.close();
  const before = treeOf(folder);

  await expect(Emulator.start({ dataDir: folder })).rejects.toThrow(
    `The data folder ${folder} cannot be used: coffer.db in it is the database of another program. Give another folder.`,
  );

  expect(treeOf(folder)).toEqual(before);
});

test.each([
  ['what is no marker', '{"name":"theirs"}', 'is not one that the emulator wrote'],
  ['what is no JSON', 'theirs', 'is not one that the emulator wrote'],
  [
    'a newer layout',
    '{"what":"data folder of coffer-emulator","version":2}',
    'has layout 2, but this emulator knows only up to 1. Use the emulator that wrote it, a newer one, or another folder.',
  ],
])('E10: a folder whose marker is %s is refused, and not changed', async (_, text, says) => {
  const { folder } = await folderWithObject();
  writeFileSync(join(folder, 'coffer-emulator.json'), text);
  const before = treeOf(folder);

  await expect(Emulator.start({ dataDir: folder })).rejects.toThrow(says);

  expect(treeOf(folder)).toEqual(before);
});

function write(folder: string, path: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), 'foreign');
}

/** Every path below a folder, with its bytes where it is a file. */
function treeOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return [[path, 'folder'], ...Object.entries(treeOf(path))];
    return [[path, entry.isFile() ? readFileSync(path, 'latin1') : 'no file']];
  });
  return Object.fromEntries(entries);
}
