import { cpSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Transaction } from '../../../../emulator/domain/ports';
import { Removals } from '../../../../emulator/files/removals';
import { restoreSnapshot, type Stored, takeSnapshot } from '../../../../emulator/sqlite/snapshot';
import { eraseAll } from '../../../../emulator/sqlite/stores';
import { openStorage } from '../../../../emulator/storage/storage';
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

test('E16: when the log cannot be synced, what was freed stays', async () => {
  const unlinked: string[] = [];
  const freed = { lasts: false, checkpoint: () => freed.lasts, forget: () => {} };
  const removals = new Removals(async (file) => unlinked.push(file) > 0, freed);

  removals.add(['a']);
  await removals.idle();
  const before = [...unlinked];
  freed.lasts = true;
  removals.add(['b']);
  await removals.idle();

  expect(before).toEqual([]);
  expect(unlinked).toEqual(['a', 'b']);
});

test('everything about objects is there after a restart', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  const address = { bucketId: newBucket(), key: 'k' };
  const attributes = { headers: { 'content-type': 'text/plain' }, metadata: { a: 'b' } };
  const checksum = { algorithm: 'CRC32', type: 'FULL_OBJECT', value: 'AAAAAA==' } as const;
  const put = await objects.put(address, attributes, { ...bodyOf('x'), digest: () => ({ etag: 'e', checksum }) });
  const upload = objects.uploads.create(address, attributes, { checksum, accessKeyId: 'GK1' });
  const part = await objects.uploads.putPart(upload, 1, bodyOf('y'));
  objects.setConfiguration(address.bucketId, 'lifecycle', 'text');
  await storage.close();

  const next = startService(folder).objects;

  expect(next.find(address)).toEqual(put);
  expect(next.uploads.find(address, upload.id)).toEqual(upload);
  expect(next.uploads.parts(upload, { after: 0, limit: 10 }).parts).toEqual([part]);
  expect(next.configuration(address.bucketId, 'lifecycle')).toBe('text');
  expect(next.usage(address.bucketId)).toEqual({ bytes: 1n, objects: 1, uploads: 1 });
});

test('E16: of the files that are lost, and of those that are unknown, twenty are named', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  const bucketId = newBucket();
  for (let n = 0; n < 21; n += 1)
    await objects.put({ bucketId, key: `k${n}` }, PLAIN, bodyOf(Buffer.alloc(20_000, 'x')));
  await storage.close();
  const other = (name: string) => name.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  for (const name of filesIn(folder)) renameSync(join(folder, 'objects', name), join(folder, 'objects', other(name)));
  const lines: string[] = [];

  const again = openStorage(folder, { log: (line) => lines.push(line) });
  await again.close();

  const rest = 'Restore the file, or upload or delete the object.';
  const lost = new RegExp(
    `^The data folder ${folder}: the file objects/\\S+ .+; bytes of ${bucketId}/k\\d+ are lost. ${rest}$`,
  );
  const unknown = `The data folder ${folder}: the database does not know this file, which is kept: `;
  expect(lines.map((line) => (lost.test(line) ? 'lost' : line.startsWith(unknown) ? 'unknown' : line))).toEqual([
    ...[...Array(20).fill('lost'), 'and 1 more.', ...Array(20).fill('unknown'), 'and 1 more.'],
  ]);
});
