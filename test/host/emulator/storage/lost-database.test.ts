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
const lost = (folder: string, what: string) =>
  `The data folder ${folder} cannot be used: coffer.db in it is ${what}, and the folder had a database. ` +
  'Restore the folder from a copy, or give another one; nothing in it was changed.';

test.each<[string, boolean, (folder: string) => void, string]>([
  ['deleted', false, (folder) => rmSync(databaseOf(folder)), 'missing'],
  ['emptied', false, (folder) => truncateSync(databaseOf(folder)), 'empty'],
  ['deleted, with its log beside it', true, (folder) => rmSync(databaseOf(folder)), 'missing'],
  ['emptied, with its log beside it', true, (folder) => truncateSync(databaseOf(folder)), 'empty'],
  [
    'deleted, and its marker too, but not its log',
    true,
    (folder) => {
      for (const name of ['coffer.db', 'coffer-emulator.json']) rmSync(join(folder, name));
    },
    'missing',
  ],
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
])('E17: a folder whose database was %s is refused by name, and not changed', async (_, isHot, damage, what) => {
  const folder = await folderWithSecret({ isHot });
  damage(folder);
  const before = bytesIn(folder);

  await expect(Emulator.start({ dataDir: folder })).rejects.toThrow(
    expect.objectContaining({ name: 'StartError', message: lost(folder, what) }),
  );

  expect(bytesIn(folder)).toEqual(before);
});

test('E17: the bytes of an object prove a database, too', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  await objects.put({ bucketId: newBucket(), key: 'k' }, PLAIN, bodyOf(Buffer.alloc(100_000, 'x')));
  await storage.close();
  for (const name of ['coffer.db', 'coffer-emulator.json']) rmSync(join(folder, name));
  const before = bytesIn(folder);

  await expect(Emulator.start({ dataDir: folder })).rejects.toThrow(lost(folder, 'missing'));

  expect(bytesIn(folder)).toEqual(before);
});

test.each([100, 4_096, 20_000])(
  'E17: a database that was cut to %i bytes is refused, and not changed',
  async (bytes) => {
    const folder = await folderWithSecret();
    truncateSync(databaseOf(folder), bytes);
    const before = bytesIn(folder);

    await expect(Emulator.start({ dataDir: folder })).rejects.toThrow(
      `The data folder ${folder} cannot be used: coffer.db in it is damaged`,
    );

    expect(bytesIn(folder)).toEqual(before);
  },
);

test('E17: a small database whose rows are in its log is whole', async () => {
  const folder = await folderWithSecret({ isHot: true });

  expect(await startOver(folder)).toEqual({ names: ['kept'], said: [] });
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

test('E17: a first start that was cut off before the marker is made up for', async () => {
  const folder = await folderWithSecret({ isHot: true });
  rmSync(join(folder, 'coffer-emulator.json'));

  expect(await startOver(folder)).toEqual({ names: ['kept'], said: [] });
  expect(existsSync(join(folder, 'coffer-emulator.json'))).toBe(true);
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

test('E17: a key that is given in place of the file is a first start like any other', async () => {
  expect(await startOver(temporaryFolder(), { encryptionKey: KEY })).toEqual({ names: [], said: [] });
});
