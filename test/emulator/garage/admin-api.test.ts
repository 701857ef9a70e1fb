import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminClient } from '../../../emulator/garage/admin-client';
import { allRows } from './all-rows';
import { type ClusterUnderTest, clusters } from './clusters';

const READ = { read: true, write: false, owner: false };
const WRITE = { read: false, write: true, owner: false };
const ALL = { read: true, write: true, owner: true };

/** What the control plane counts on: the same of the fake cluster and of the real one, where there is a binary. */
describe.each(await clusters())('$name', ({ start }) => {
  let cluster: ClusterUnderTest;
  let api: AdminClient;

  beforeAll(async () => {
    cluster = await start();
    api = new AdminClient({ urls: [cluster.url], token: cluster.token });
  });
  afterAll(() => cluster?.stop());

  const newKey = () => ({
    accessKeyId: `GK${randomBytes(12).toString('hex')}`,
    secretAccessKey: randomBytes(32).toString('hex'),
    name: 'coffer:test',
  });
  const newAlias = () => `calm-otter-${randomBytes(4).toString('hex')}`;
  const importNewKey = async () => {
    const key = newKey();
    await api.importKey(key);
    return key.accessKeyId;
  };

  test('makes a bucket by its name, once', async () => {
    const alias = newAlias();

    const made = await api.createBucket(alias);

    expect(made).toMatchObject({ aliases: [alias], quota: undefined, objects: 0n, bytes: 0n, keys: [] });
    expect(made.id).toMatch(/^[0-9a-f]{64}$/);
    expect(Math.abs(made.created - Date.now())).toBeLessThan(600_000);
    expect(await api.findBucket({ alias })).toEqual(made);
    expect(await api.findBucket({ id: made.id })).toEqual(made);
    await expect(api.createBucket(alias)).rejects.toMatchObject({ kind: 'conflict', code: 'BucketAlreadyExists' });
    await expect(api.createBucket('No_Name')).rejects.toMatchObject({ kind: 'refused', status: 400 });
  });

  test('makes a bucket with a name in the namespace of a key too, unless the key has or had that name; that of a deleted bucket is free', async () => {
    const [alias, accessKeyId] = [newAlias(), await importNewKey()];
    const second = { accessKeyId, alias: randomBytes(16).toString('hex') };

    const made = await api.createBucket(alias, second);

    expect(made).toMatchObject({ aliases: [alias], keys: [{ accessKeyId, localAliases: [second.alias] }] });
    expect(Object.values(made.keys[0]?.permissions ?? {})).toEqual([false, false, false]);
    const taken = { kind: 'refused', status: 400 };
    await expect(api.createBucket(newAlias(), second)).rejects.toMatchObject(taken);
    await api.deleteBucket(made.id);
    await expect(api.createBucket(alias, second)).rejects.toMatchObject(taken);
    const { id } = await api.createBucket(alias);
    await api.addLocalAlias(id, accessKeyId, second.alias);
    const nowhere = { accessKeyId: newKey().accessKeyId, alias: second.alias };
    await expect(api.createBucket(newAlias(), nowhere)).rejects.toMatchObject({ kind: 'refused', status: 404 });
  });

  test('keeps every digit of a quota, and replaces it as a whole', async () => {
    const { id } = await api.createBucket(newAlias());
    const largest = 2n ** 63n - 1n;

    expect((await api.setQuota(id, largest))?.quota).toBe(largest);
    expect((await api.findBucket({ id }))?.quota).toBe(largest);
    expect((await api.setQuota(id, 1n))?.quota).toBe(1n);

    expect((await cluster.admin('POST', 'UpdateBucket', { id }, { quotas: { maxObjects: 5 } })).quotas).toEqual({
      maxSize: null,
      maxObjects: 5,
    });
  });

  test('a deleted bucket is absent from then on, and its uploads can still be cleaned up', async () => {
    const { id } = await api.createBucket(newAlias());
    const key = await importNewKey();
    await api.allow(id, key, ALL);

    expect(await api.deleteBucket(id)).toBe('deleted');

    expect(await api.deleteBucket(id)).toBe('absent');
    expect(await api.findBucket({ id })).toBeUndefined();
    expect(await api.setQuota(id, 1n)).toBeUndefined();
    expect(await api.allow(id, key, ALL)).toBeUndefined();
    await api.cleanUpUploads(id);
    await expect(api.addAlias(id, newAlias())).rejects.toMatchObject({ kind: 'refused', code: 'NoSuchBucket' });
    expect((await api.findKey(key))?.buckets).toEqual([]);
  });

  test('a bucket with an object is not deleted, one with an unfinished upload is', async () => {
    const { id } = await api.createBucket(newAlias());
    await cluster.startUpload(id);
    await cluster.putObject(id);

    expect(await api.deleteBucket(id)).toBe('not_empty');
    await cluster.deleteObject(id);
    // The counters follow some moments later.
    await expect.poll(async () => (await api.findBucket({ id }))?.unfinishedUploads).toBe(1n);

    expect(await api.deleteBucket(id)).toBe('deleted');
    const cleaned = await cluster.admin('POST', 'CleanupIncompleteUploads', {}, { bucketId: id, olderThanSecs: 0 });
    expect(cleaned).toEqual({ uploadsDeleted: 1 });
  });

  test('a second name is added once, and a name leads to one bucket', async () => {
    const [first, second] = [await api.createBucket(newAlias()), await api.createBucket(newAlias())];
    const alias = newAlias();

    await api.addAlias(first.id, alias);
    await api.addAlias(first.id, alias);

    expect((await api.findBucket({ alias }))?.id).toBe(first.id);
    expect((await api.findBucket({ id: first.id }))?.aliases).toHaveLength(2);
    await expect(api.addAlias(second.id, alias)).rejects.toMatchObject({ kind: 'refused', code: 'InvalidRequest' });
  });

  test('a key can have a name of its own for a bucket, without any right', async () => {
    const { id } = await api.createBucket(newAlias());
    const key = await importNewKey();

    await api.addLocalAlias(id, key, 'kept');
    await api.addLocalAlias(id, key, 'kept');

    const none = { read: false, write: false, owner: false };
    expect((await api.findBucket({ id }))?.keys).toEqual([
      { accessKeyId: key, name: 'coffer:test', permissions: none, localAliases: ['kept'] },
    ]);
    expect((await api.findBucket({ id }))?.aliases).toHaveLength(1);
  });

  test('a key has the id that it was given, and nobody gets that id again', async () => {
    const key = newKey();

    expect(await api.importKey(key)).toBe('imported');

    expect(await api.importKey(key)).toBe('exists_or_existed');
    expect(await api.findKey(key.accessKeyId)).toEqual({
      accessKeyId: key.accessKeyId,
      name: key.name,
      expired: false,
      buckets: [],
    });
    expect(await api.findSecret(key.accessKeyId)).toBe(key.secretAccessKey);
    expect(await api.deleteKey(key.accessKeyId)).toBe('deleted');
    expect(await api.findSecret(key.accessKeyId)).toBeUndefined();
    expect(await api.deleteKey(key.accessKeyId)).toBe('absent');
    expect(await api.expireKey(key.accessKeyId)).toBe('absent');
    expect(await api.findKey(key.accessKeyId)).toBeUndefined();
    expect(await api.importKey(key)).toBe('exists_or_existed');
    expect(await api.findKey(key.accessKeyId)).toBeUndefined();
  });

  test('tells no secret of a key that was refused', async () => {
    const refused = { accessKeyId: 'x', secretAccessKey: 'canary-canary-canary', name: 'n' };

    const error = await api.importKey(refused).catch((thrown: Error) => thrown);

    expect(error).toMatchObject({ kind: 'refused', status: 400, operation: 'ImportKey' });
    expect(String(error)).not.toContain('canary');
  });

  test('an expired key is there, with its rights, and listed as expired', async () => {
    const key = await importNewKey();
    const { id } = await api.createBucket(newAlias());
    await api.allow(id, key, READ);

    expect(await api.expireKey(key)).toBe('expired');
    expect(await api.expireKey(key)).toBe('expired');

    expect(await api.findKey(key)).toMatchObject({ expired: true, buckets: [{ id, permissions: READ }] });
    expect((await allRows(api.listKeys())).find(({ accessKeyId }) => accessKeyId === key)?.expired).toBe(true);
  });

  test('rights are added and taken away one by one', async () => {
    const key = await importNewKey();
    const { id } = await api.createBucket(newAlias());
    const rights = async () => (await api.findBucket({ id }))?.keys.map(({ permissions }) => permissions);

    await api.allow(id, key, READ);
    await api.allow(id, key, WRITE);
    await api.allow(id, key, WRITE);
    expect(await rights()).toEqual([{ read: true, write: true, owner: false }]);
    await api.deny(id, key, READ);
    expect(await rights()).toEqual([WRITE]);
    await api.deny(id, key, ALL);

    expect(await rights()).toEqual([]);
    expect((await api.findKey(key))?.buckets).toEqual([]);
    expect(await api.allow(id, newKey().accessKeyId, READ)).toBeUndefined();
  });

  test('lists all buckets and keys', async () => {
    const made = [await api.createBucket(newAlias()), await api.createBucket(newAlias())];
    const keys = [await importNewKey(), await importNewKey()];

    const buckets = await allRows(api.listBuckets());
    const listed = await allRows(api.listKeys());

    for (const { id, created, aliases } of made)
      expect(buckets).toContainEqual({ id, created, aliases, localAliases: [] });
    for (const accessKeyId of keys) expect(listed).toContainEqual({ accessKeyId, name: 'coffer:test', expired: false });
    expect(buckets.map(({ id }) => id)).toEqual(buckets.map(({ id }) => id).toSorted());
    expect(listed.map(({ accessKeyId }) => accessKeyId)).toEqual(listed.map((row) => row.accessKeyId).toSorted());
  });

  test('a page of a list begins with the row that is asked for', async () => {
    const keys = [await importNewKey(), await importNewKey(), await importNewKey()].toSorted();
    const [, offset] = keys as [string, string, string];

    const page = await cluster.admin('GET', 'ListKeys', { limit: '1', offset });

    expect(page).toMatchObject([{ id: offset }]);
  });

  test('a token that is wrong is denied, and not told', async () => {
    const stranger = new AdminClient({ urls: [cluster.url], token: 'canary-token' });

    const error = await stranger.health().catch((thrown: Error) => thrown);

    expect(error).toMatchObject({ kind: 'denied', status: 403, code: 'AccessDenied' });
    expect(String(error)).not.toContain('canary');
  });

  test('an operation that Garage does not know is refused', async () => {
    const response = await cluster.admin('POST', 'NoSuchOperation', {}, {});

    expect(response).toMatchObject({ code: 'InvalidRequest' });
  });

  test('tells how well the cluster is, and of its nodes', async () => {
    expect(await api.health()).toMatchObject({ status: 'healthy', storageNodes: 1, partitionsAllOk: 256 });

    const nodes = await api.status();

    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({ isUp: true, zone: 'dc1', version: expect.stringContaining('2.') });
    expect(nodes[0]?.freeBytes).toBeGreaterThan(0n);
  });

  test('the only name that an owner deletes over S3 takes the bucket with it, one of two goes alone', async () => {
    const [alias, second] = [newAlias(), newAlias()];
    const { id } = await api.createBucket(alias);
    await api.addAlias(id, second);

    await cluster.deleteOverS3(alias);
    expect(await api.findBucket({ alias })).toBeUndefined();
    expect((await api.findBucket({ id }))?.aliases).toEqual([second]);
    await cluster.deleteOverS3(second);

    expect(await api.findBucket({ id })).toBeUndefined();
  });

  test('a name of a key without rights keeps a bucket whose last global name an owner deletes', async () => {
    const alias = newAlias();
    const { id } = await api.createBucket(alias);
    await api.addLocalAlias(id, await importNewKey(), 'kept');

    await cluster.deleteOverS3(alias);

    expect((await api.findBucket({ id }))?.aliases).toEqual([]);
    await api.addAlias(id, alias);
    expect((await api.findBucket({ alias }))?.id).toBe(id);
  });
});
