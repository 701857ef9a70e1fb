import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../emulator/sqlite/open';
import { endMove, movedFrom, moveNotes, movingTo, planeOf } from '../../../emulator/sqlite/plane-mark';
import { copyFolder } from '../../../emulator/storage/copy-folder';
import { openStorage } from '../../../emulator/storage/storage';
import { bodyOf, filesIn, openService, PLAIN, startService } from '../domain/objects/support';
import { temporaryFolder } from '../support';

const PROJECT = 'project-1';

/** A folder with a secret, a bucket, a key and an object, and a copy of it. */
async function copyOne(notes = {}) {
  const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'copy')];
  const { service, storage, caller, newBucket, objects } = openService(from);
  const secret = service.secrets.create(caller, { projectId: PROJECT, name: 'db', value: Buffer.from('CANARY') });
  const bucketId = newBucket();
  const permissions = { read: true, write: true, owner: false };
  await service.accessKeys.create(caller, { projectId: PROJECT, bucketIds: [bucketId], permissions });
  await objects.put({ bucketId, key: 'k' }, PLAIN, bodyOf(Buffer.alloc(100_000, 'x')));
  copyFolder(storage, from, to, notes);
  return { from, to, storage, secret, bucketId };
}

test('a copy has projects, tokens and secrets, and no buckets; the folder that was copied stays as it is', async () => {
  const { from, to, storage, secret, bucketId } = await copyOne();

  const copy = openStorage(to);

  expect(copy.stores.tokens.find('token')).toEqual({ projectIds: [PROJECT] });
  expect(copy.stores.secrets.list([PROJECT])).toMatchObject([{ id: secret.id }]);
  expect(Buffer.from(copy.stores.secrets.getValue(secret.id)).toString()).toBe('CANARY');
  expect([copy.stores.buckets.list([PROJECT]), copy.stores.accessKeys.list([PROJECT])]).toEqual([[], []]);
  expect(filesIn(to)).toEqual([]);
  expect(existsSync(join(to, 'coffer.db.next'))).toBe(false);
  expect(statSync(join(to, 'coffer.db')).mode & 0o777).toBe(0o600);
  // Lists are in the order of creation, also with what is made from now on.
  expect(copy.stores.buckets.insert(bucketOf('new')).position).toBeGreaterThan(
    storage.stores.buckets.find(bucketId)?.position ?? 0,
  );
  expect(storage.stores.buckets.list([PROJECT])).toHaveLength(1);
  expect(filesIn(from)).toHaveLength(1);
  await copy.close();
  await storage.close();
});

test('a copy knows nothing of the cluster of the folder that was copied, by the names that every version gives that', async () => {
  const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'copy')];
  const { storage } = startService(from);
  const { connection } = storage.database;
  const note = connection.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  const known = ['installation', 'cluster mark', 'cluster held', 'cluster forgotten', 'object plane', 'folder id'];
  for (const name of known) note.run(name, Buffer.from('x'));

  copyFolder(storage, from, to, moveNotes('garage', 'id-1'));

  expect(statSync(join(to, 'coffer.db')).mode & 0o777).toBe(0o600);
  const copy = openDatabase(to);
  const rows = copy.connection.prepare('SELECT key FROM meta ORDER BY key').all();
  expect(rows.map(({ key }) => key)).toEqual(['key check', 'moved from', 'object plane to be']);
  expect([movedFrom(copy), movingTo(copy), planeOf(copy)]).toEqual(['id-1', 'garage', 'embedded']);
  copy.close();
});

test('a folder in which there is something is not copied to', async () => {
  const { from, to, storage } = await copyOne();

  expect(() => copyFolder(storage, from, to)).toThrow(`The folder ${to} is not empty: give another one.`);
  await storage.close();
});

test('nothing but the move opens a folder to which a move has not ended', async () => {
  const { to, storage } = await copyOne(moveNotes('garage', 'id'));
  await storage.close();

  for (const plane of ['embedded', 'garage'] as const) {
    expect(() => openStorage(to, { plane })).toThrow(
      `A move to the data folder ${to} was begun and has not ended: run coffer-emulator move again, with the same flags.`,
    );
  }

  const again = openStorage(to);
  again.stores.buckets.insert(bucketOf('moved'));
  endMove(again.database, 'garage');
  await again.close();
  expect(() => openStorage(to, { plane: 'embedded' })).toThrow(
    `The buckets of the data folder ${to} lie in a Garage cluster: start it with --s3-backend garage, or give another --data.`,
  );
  await openStorage(to, { plane: 'garage' }).close();
});

const bucketOf = (id: string) => ({
  ...{ id, alias: id, projectId: PROJECT, maxSize: 1n, description: null },
  ...{ createdAt: 0, updatedAt: 0, settled: true },
});
