import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { StartError } from '../../../../emulator/domain/errors';
import type { AccessKey, Bucket } from '../../../../emulator/domain/records';
import { SqliteIntents } from '../../../../emulator/sqlite/intents';
import { openStorage } from '../../../../emulator/storage/storage';
import { openClusterSide } from '../../../../emulator/wiring/move/cluster-side';
import { LARGEST } from '../../../../emulator/wiring/move/side';
import { ALL, PROJECT, READ, startCluster } from '../../garage/control-plane';
import { startClusterS3 } from '../../garage/fake-s3';
import { temporaryFolder } from '../../support';

const SECRET = 'ab'.repeat(32);

const bucketOf = (id: string): Bucket => ({
  ...{ id, projectId: PROJECT, position: 7, alias: `alias-of-${id}`, maxSize: 1_000n, description: `of ${id}` },
  ...{ createdAt: 1, updatedAt: 2, settled: true },
});

const keyOf = (id: string, bucketIds: readonly string[], permissions = READ): AccessKey => ({
  ...{ id, projectId: PROJECT, position: 7, accessKeyId: `GK${id.padEnd(24, '0')}`, bucketIds, permissions },
  createdAt: 1,
});

/** A cluster as the target of a move, with what was said while it is worked with. */
async function open() {
  const cluster = await startCluster();
  const s3 = await startClusterS3(cluster);
  const storage = openStorage(temporaryFolder());
  const { stores } = storage;
  stores.tokens.grant('token', [PROJECT], 'start');
  const log: string[] = [];
  const access = { adminUrls: [cluster.url], adminToken: cluster.token, s3Url: s3.url, region: 'us-east-1' };
  const side = await openClusterSide(storage, access, (line) => log.push(line));
  const intents = openIntents(storage);
  const there = (id: string) => cluster.tables.live(intents.findBucket(id)?.clusterId ?? '');
  const put = async (alias: string, key: string) => {
    const bucketId = stores.buckets.findByAlias(alias)?.id ?? '';
    await side.open(bucketId);
    await side.endpoint.untilOpen(alias);
    await side.endpoint.put(alias, key, { 'content-length': '1' }, Readable.from([Buffer.from('x')]));
  };
  return { cluster, storage, stores, side, intents, there, put, log };
}

const openIntents = ({ database, cipher, stores }: ReturnType<typeof openStorage>) =>
  new SqliteIntents(database, cipher, stores.accessKeys);

test('a bucket gets the largest quota until it is finished, and is made once', async () => {
  const { cluster, stores, side, there } = await open();
  const bucket = bucketOf('bbb');

  await side.makeBucket(bucket);

  expect(there('bbb')).toMatchObject({ maxSize: LARGEST, aliases: new Set([bucket.alias]) });
  expect(stores.buckets.find('bbb')).toEqual({ ...bucket, position: 1, maxSize: LARGEST });
  await side.makeBucket(bucket);
  expect(cluster.calls.filter((call) => call === 'CreateBucket')).toHaveLength(1);
  await side.finishBucket({ ...bucket, maxSize: 5n, description: null, updatedAt: 9 });
  expect(there('bbb').maxSize).toBe(5n);
  expect(stores.buckets.find('bbb')).toEqual({ ...bucket, position: 1, maxSize: 5n, description: null, updatedAt: 9 });
  expect(side.buckets().map(({ id }) => id)).toEqual(['bbb']);
});

test('a name that the cluster has already is somebody else’s, and nothing is made', async () => {
  const { cluster, side, stores } = await open();
  const theirs = cluster.tables.foreignBucket('alias-of-bbb');

  await expect(side.makeBucket(bucketOf('bbb'))).rejects.toThrow(
    new StartError('The cluster has a bucket with the name alias-of-bbb already.'),
  );

  expect(stores.buckets.find('bbb')).toBeUndefined();
  expect(cluster.state().buckets.map(({ id }) => id)).toEqual([theirs]);
});

test('a name that somebody takes while the bucket is made is told, too', async () => {
  const { cluster, side } = await open();
  cluster.onCall = (operation) => {
    if (operation !== 'GetBucketInfo') return;
    cluster.onCall = undefined;
    cluster.tables.putObject(cluster.tables.foreignBucket('alias-of-bbb'));
  };

  await expect(side.makeBucket(bucketOf('bbb'))).rejects.toThrow(
    new StartError('The cluster has a bucket with the name alias-of-bbb since this moment.'),
  );
});

test('keys are made with their secrets and rights, once, and get the buckets that they lack', async () => {
  const { cluster, side, stores, there } = await open();
  for (const id of ['aaa', 'bbb']) await side.makeBucket(bucketOf(id));
  const [reader, owner] = [keyOf('1', ['aaa']), keyOf('2', ['aaa'], { ...READ, owner: true })];

  for (const key of [reader, owner]) await side.makeKey(key, SECRET);

  expect(stores.accessKeys.list([PROJECT])).toEqual([
    { ...reader, position: 1 },
    { ...owner, position: 2 },
  ]);
  expect(cluster.tables.keys.get(reader.accessKeyId)).toMatchObject({ secretAccessKey: SECRET });
  expect(await side.secretOf(reader)).toBe(SECRET);
  const rights = (id: string) => [reader, owner].map(({ accessKeyId }) => there(id).grants.get(accessKeyId));
  expect([rights('aaa'), rights('bbb')]).toEqual([
    [READ, ALL],
    [undefined, undefined],
  ]);
  cluster.calls.length = 0;
  for (const key of [reader, owner]) await side.makeKey({ ...key, bucketIds: ['aaa', 'bbb'] }, SECRET);
  // No more than the right that each lacks.
  expect(cluster.calls).toEqual(['AllowBucketKey', 'AllowBucketKey']);
  expect(rights('bbb')).toEqual([READ, ALL]);
  expect(stores.accessKeys.list([PROJECT]).map(({ bucketIds }) => bucketIds)).toEqual([
    ['aaa', 'bbb'],
    ['aaa', 'bbb'],
  ]);
  expect(side.keyIds()).toEqual(['1', '2']);
});

test('a key that was being made as an attempt ended is made, and one that was deleted in the cluster cannot be', async () => {
  const { cluster, side, intents, stores } = await open();
  await side.makeBucket(bucketOf('aaa'));
  const key = keyOf('1', ['aaa']);
  cluster.failNext('AllowBucketKey', '403');
  await expect(side.makeKey(key, SECRET)).rejects.toThrow(StartError);
  expect(intents.findKey('1')?.state).toBe('creating');

  await side.makeKey(key, SECRET);

  expect(stores.accessKeys.find('1')).toMatchObject({ bucketIds: ['aaa'] });
  const spent = keyOf('2', ['aaa']);
  Object.assign(cluster.tables.newKey(spent.accessKeyId, SECRET, 'spent'), { isDeleted: true });
  await expect(side.makeKey(spent, SECRET)).rejects.toThrow(
    new StartError(
      `The access key ${spent.accessKeyId} was deleted in the storage cluster, which takes the id of a key only once. ` +
        'Start the old service, delete this key and make another one there, stop it again, and run the move again.',
    ),
  );
});

test('what is gone from the cluster cannot be opened or read, and a bucket of it is not moved', async () => {
  const { cluster, side, there, log } = await open();
  for (const id of ['aaa', 'bbb', 'ccc']) await side.makeBucket(bucketOf(id));
  for (const id of ['aaa', 'bbb', 'ccc']) await side.finishBucket(bucketOf(id));
  const key = keyOf('1', ['aaa']);
  await side.makeKey(key, SECRET);
  Object.assign(cluster.tables.keys.get(key.accessKeyId) ?? {}, { isDeleted: true });
  for (const id of ['aaa', 'bbb']) cluster.tables.bury(there(id));

  await expect(side.open('aaa')).rejects.toThrow(new StartError('The bucket aaa is gone from the cluster.'));
  await expect(side.secretOf(key)).rejects.toThrow(
    new StartError(
      `The access key ${key.accessKeyId} is gone from the cluster: start its control plane, delete the key or apply Terraform, stop it again, and run the move again.`,
    ),
  );
  for (const id of ['aaa', 'bbb']) await side.finishBucket({ ...bucketOf(id), maxSize: 3n });
  expect(() => side.buckets()).not.toThrow();
  expect(log.filter((line) => line.endsWith('it is not moved.'))).toEqual([
    'The bucket alias-of-aaa is gone from the cluster: it is not moved.',
    'The bucket alias-of-bbb is gone from the cluster: it is not moved.',
  ]);
  expect(side.buckets().map(({ id }) => id)).toEqual(['ccc']);
});

test('changes that the cluster has not got yet come first', async () => {
  const { side, intents } = await open();
  for (const id of ['aaa', 'bbb']) await side.makeBucket(bucketOf(id));
  await side.makeKey(keyOf('1', ['aaa']), SECRET);
  await side.makeKey(keyOf('2', ['aaa']), SECRET);
  const says = (open: string) =>
    new StartError(`${open} not reached the cluster: start the control plane until none is left.`);

  intents.changeBucket('aaa', { state: 'deleting' });
  expect(() => side.buckets()).toThrow(says('1 change has'));
  intents.revokeKey('1');
  expect(() => side.buckets()).toThrow(says('2 changes have'));
});

test('a removed bucket goes with its objects, and a removed key with its rights', async () => {
  const { cluster, side, stores, intents, there, put } = await open();
  for (const id of ['aaa', 'bbb']) await side.makeBucket(bucketOf(id));
  const key = keyOf('1', ['aaa', 'bbb']);
  await side.makeKey(key, SECRET);
  for (const object of ['one', 'two']) await put('alias-of-aaa', object);
  const [a, b] = [there('aaa'), there('bbb')];
  expect(a.objects).toBe(2n);

  await side.removeBucket(bucketOf('aaa'));
  await side.removeKey('1');

  expect([a.isDeleted, b.isDeleted, cluster.tables.keys.get(key.accessKeyId)?.isDeleted]).toEqual([true, false, true]);
  expect([stores.buckets.find('aaa'), intents.findBucket('aaa'), stores.accessKeys.find('1'), side.keyIds()]).toEqual([
    undefined,
    undefined,
    undefined,
    [],
  ]);
});

test('a bucket that never reached the cluster, or is gone there, is removed; one that gets an object is not', async () => {
  const { cluster, side, stores, intents, there } = await open();
  for (const id of ['gone', 'full']) await side.makeBucket(bucketOf(id));
  cluster.tables.bury(there('gone'));
  const full = there('full').id;
  cluster.onCall = (operation) => {
    if (operation === 'AllowBucketKey' && !cluster.tables.live(full).grants.size) return;
    if (operation === 'AllowBucketKey') cluster.tables.putObject(full);
  };
  const { position: _, ...never } = bucketOf('never');
  stores.buckets.insert(never);
  intents.addBucket('never');

  await side.removeBucket(bucketOf('never'));
  await side.removeBucket(bucketOf('gone'));

  expect(stores.buckets.list([PROJECT]).map(({ id }) => id)).toEqual(['full']);
  await expect(side.removeBucket(bucketOf('full'))).rejects.toThrow(
    new StartError('The bucket alias-of-full was deleted in the old service, and is not empty in the cluster.'),
  );
});

test('the end deletes the key of the move and closes the folder, also when the key cannot be deleted', async () => {
  const [ended, left] = [await open(), await open()];
  const keysOf = ({ cluster }: typeof ended) =>
    [...cluster.tables.keys.values()].filter(({ name }) => name.endsWith(':move'));
  expect(keysOf(ended)).toMatchObject([{ isDeleted: false, name: `coffer:${ended.intents.installation}:move` }]);
  left.cluster.failNext('UpdateKey', '403');

  await ended.side.close();
  const [id] = keysOf(left).map(({ accessKeyId }) => accessKeyId);
  await expect(left.side.close()).rejects.toThrow(
    `The key of the move, ${id}, may be left in the cluster, and opens its buckets: garage key delete --yes ${id} deletes it. `,
  );

  expect(keysOf(ended)).toMatchObject([{ isDeleted: true }]);
  for (const { storage } of [ended, left]) expect(storage.database.connection.isOpen).toBe(false);
});
