import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { bodyOf, openService, PLAIN } from '../domain/objects/support';
import { base64, clientOf, startEmulator, temporaryFolder } from '../support';

const KEY = Buffer.alloc(32, 7).toString('base64');

/** A data folder with a secret, of an emulator that was stopped, or else copied while it ran, as `kill -9` leaves it. */
async function folderWithSecret({ isHot = false } = {}): Promise<string> {
  const folder = temporaryFolder();
  const emulator = await startEmulator({ dataDir: folder });
  await clientOf(emulator, emulator.token)('POST', '/secrets', {
    project_id: emulator.projectId,
    name: 'kept',
    value: base64('x'),
  });
  const copy = join(temporaryFolder(), 'copy');
  if (isHot) {
    cpSync(folder, copy, { recursive: true });
    chmodSync(copy, 0o700);
  }
  await emulator.stop();
  return isHot ? copy : folder;
}

/** Names of the secrets after a start over the folder, and the log's lines. */
async function startOver(dataDir: string, options = {}) {
  const said: string[] = [];
  const emulator = await startEmulator({ dataDir, log: (line) => said.push(line), ...options });
  const { json } = await clientOf(emulator, emulator.token)('GET', '/secrets');
  await emulator.stop();
  return { names: json.map(({ name }: { name: string }) => name), said };
}

const bytesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'base64')]),
  );

const databaseOf = (folder: string) => join(folder, 'coffer.db');
const remove =
  (...names: string[]) =>
  (folder: string) =>
    names.forEach((name) => void rmSync(join(folder, name)));
const cutTo = (bytes: number) => (folder: string) => truncateSync(databaseOf(folder), bytes);

test.each<[string, boolean, (folder: string) => void, string]>([
  ['deleted', false, remove('coffer.db'), 'missing'],
  ['emptied, with its log beside it', true, cutTo(0), 'empty'],
  ['deleted, and its marker too, but not its log', true, remove('coffer.db', 'coffer-emulator.json'), 'missing'],
  [
    'replaced by a new one without tables',
    false,
    (folder) => {
      rmSync(databaseOf(folder));
      const empty = new DatabaseSync(databaseOf(folder));
      empty.exec('PRAGMA journal_mode = WAL');
      empty.close();
    },
    'empty',
  ],
  ['cut to 100 bytes', false, cutTo(100), 'damaged'],
  ['cut to 20,000 bytes', false, cutTo(20_000), 'damaged'],
])('E17: a folder whose database was %s is refused by name, and not changed', async (_, isHot, damage, what) => {
  const folder = await folderWithSecret({ isHot });
  damage(folder);
  const before = bytesIn(folder);

  const says = `The data folder ${folder} cannot be used: coffer.db in it is ${what}`;
  await expect(Emulator.start({ dataDir: folder })).rejects.toMatchObject({
    ...{ name: 'StartError', message: expect.stringContaining(says) },
  });

  expect(bytesIn(folder)).toEqual(before);
});

test('E17: the bytes of an object prove a database, too', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  await objects.put({ bucketId: newBucket(), key: 'k' }, PLAIN, bodyOf(Buffer.alloc(100_000, 'x')));
  await storage.close();
  remove('coffer.db', 'coffer-emulator.json')(folder);
  const before = bytesIn(folder);

  await expect(Emulator.start({ dataDir: folder })).rejects.toThrow('coffer.db in it is missing');

  expect(bytesIn(folder)).toEqual(before);
});

test('E17: a small database whose rows are in its log is whole, also without its marker', async () => {
  const folder = await folderWithSecret({ isHot: true });
  expect(await startOver(folder)).toEqual({ names: ['kept'], said: [] });
  const other = await folderWithSecret({ isHot: true });
  remove('coffer-emulator.json')(other);

  expect(await startOver(other)).toEqual({ names: ['kept'], said: [] });
  expect(existsSync(join(other, 'coffer-emulator.json'))).toBe(true);
});

test('E17: the database is on the disk before the folder is marked as one that has a database', async () => {
  const folder = await folderWithSecret({ isHot: true });

  rmSync(join(folder, 'coffer.db-wal'));

  expect((await startOver(folder)).names).toEqual([]);
});

test('E17: a first start that was cut off before the first commit is made up for', async () => {
  const folder = temporaryFolder();
  writeFileSync(databaseOf(folder), '');

  expect(await startOver(folder)).toEqual({ names: [], said: [] });
});

test('E17: a key file without a database begins a new one, and one line says so', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'encryption.key'), `${KEY}\n`, { mode: 0o600 });

  const { names, said } = await startOver(folder);

  const line = 'it has a key file but no database; a new database is created for the key in encryption.key.';
  expect(said).toEqual([`The data folder ${folder}: ${line}`]);
  expect(names).toEqual([]);
  expect(readFileSync(join(folder, 'encryption.key'), 'utf8')).toBe(`${KEY}\n`);
  expect((await startOver(folder)).said).toEqual([]);
});
