import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Transaction } from '../../../../emulator/domain/ports';
import { restoreSnapshot, type Stored, takeSnapshot } from '../../../../emulator/sqlite/snapshot';
import { eraseAll } from '../../../../emulator/sqlite/stores';
import { bodyOf, contentOf, filesIn, openService, PLAIN, startService } from '../domain/objects/support';
import { temporaryFolder } from '../support';

test('what a killed emulator has left half written, or had no time to remove, is gone at the next start', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  const address = { bucketId: newBucket(), key: 'k' };
  const bytes = Buffer.alloc(100_000, 'x');
  await objects.put(address, PLAIN, bodyOf(bytes));
  const [kept] = filesIn(folder);
  const { connection } = storage.database;
  // A body that was being taken in, a deleted object that was being read, and one that was to be removed.
  const writer = await storage.files.create();
  onTestFinished(() => writer.close().catch(() => undefined));
  const { file } = writer;
  const wasRead = storage.files.writeNow([Buffer.from('x')]);
  connection.exec(`INSERT INTO blob (refs, size, file) VALUES (0, 1, '${wasRead}')`);
  const wasFreed = storage.files.writeNow([Buffer.from('x')]);
  connection.exec(`INSERT INTO freed_file (file) VALUES ('${wasFreed}')`);
  expect(filesIn(folder).sort()).toEqual([kept, `${file}.part`, wasRead, wasFreed].sort());
  storage.database.close();

  const next = startService(folder);

  expect(filesIn(folder)).toEqual([kept]);
  expect(existsSync(join(folder, 'lost+found'))).toBe(false);
  expect(next.storage.ledger.freed()).toEqual(new Set());
  expect(next.storage.database.connection.prepare('SELECT count(*) AS n FROM blob').get()?.n).toBe(1);
  expect((await contentOf(next, address))?.bytes.equals(bytes)).toBe(true);
});

test('E16: a file is removed only once the commit that freed it lasts', async () => {
  const folder = temporaryFolder();
  const first = openService(folder);
  const address = { bucketId: first.newBucket(), key: 'k' };
  const bytes = Buffer.alloc(100_000, 'x');
  await first.objects.put(address, PLAIN, bodyOf(bytes));
  await first.storage.close();
  const second = startService(folder);
  second.objects.delete(address);

  // What a power cut would leave: the database without the log that nobody has synced, and the files.
  const left = join(temporaryFolder(), 'left');
  cpSync(folder, left, { recursive: true, filter: (path) => !path.endsWith('-wal') });
  await second.storage.files.idle();

  expect(filesIn(folder)).toEqual([]);
  expect((await contentOf(startService(left), address))?.bytes.equals(bytes)).toBe(true);
});

test('E16: a start that removes what a killed emulator freed makes that last first', async () => {
  const folder = temporaryFolder();
  const first = openService(folder);
  const address = { bucketId: first.newBucket(), key: 'k' };
  await first.objects.put(address, PLAIN, bodyOf(Buffer.alloc(100_000, 'x')));
  await first.storage.close();
  startService(folder).objects.delete(address);
  const killed = join(temporaryFolder(), 'killed');
  cpSync(folder, killed, { recursive: true });

  startService(killed);
  const left = join(temporaryFolder(), 'left');
  cpSync(killed, left, { recursive: true, filter: (path) => !path.endsWith('-wal') });

  expect(filesIn(killed)).toEqual([]);
  expect(await contentOf(startService(left), address)).toBeUndefined();
});

test.each<[string, (stored: Stored, snapshot: Uint8Array) => void]>([
  ['a reset', ({ database, files }) => eraseAll(database, files)],
  ['a restore', restoreSnapshot],
])('E16: %s that is taken back removes no file, then or later', async (_what, replace) => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = startService(folder);
  const address = { bucketId: newBucket(), key: 'k' };
  const snapshot = takeSnapshot(storage);
  const bytes = Buffer.alloc(100_000, 'x');
  await objects.put(address, PLAIN, bodyOf(bytes));
  const failure = new Error('No.');
  const transaction: Transaction = (work) =>
    storage.database.transaction(() => {
      work();
      throw failure;
    });

  expect(() => replace({ ...storage, database: { ...storage.database, transaction } }, snapshot)).toThrow(failure);

  await storage.files.idle();
  expect(filesIn(folder)).toHaveLength(1);
  expect((await contentOf({ objects }, address))?.bytes.equals(bytes)).toBe(true);
});
