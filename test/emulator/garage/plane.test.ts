import { expect, test } from 'vitest';
import { type ClusterBucket, GarageError } from '../../../emulator/garage/admin-api';
import { callAdmin } from '../../../scripts/garage/call-admin';
import { bothSides, CALLER, expectAgreement, openControlPlane, PROJECT, READ, startCluster } from './control-plane';
import type { FakeTables } from './fake-tables';

const OWNER = { read: false, write: false, owner: true };

async function startPlane(options: Parameters<typeof openControlPlane>[1] = {}) {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster, options);
  // It is ours from here on.
  await opened.plane.sweep.run({ isFull: false });
  return { ...opened, cluster, agree: () => expectAgreement(opened, cluster) };
}

test('buckets and keys are made, changed and deleted in the cluster', async () => {
  const opened = await startPlane();
  const { cluster, service, newBucket, newKey, intents } = opened;

  const [first, second] = [await newBucket(), await newBucket(2n ** 63n - 1n)];
  const key = await newKey([first.id, second.id]);

  expect(first.showsAlias).toBe(true);
  expectAgreement(opened, cluster);

  await service.buckets.update(CALLER, { id: first.id, maxSize: 5n, description: 'x' });
  await service.buckets.delete(CALLER, second.id);

  expectAgreement(opened, cluster);
  expect(cluster.state().buckets).toMatchObject([
    { aliases: [first.alias], quota: 5n, keys: [{ id: key.accessKeyId }] },
  ]);

  await service.accessKeys.delete(CALLER, key.id);
  await service.buckets.delete(CALLER, first.id);

  expect(bothSides(opened, cluster).theirs).toEqual({ buckets: [], keys: [] });
  expect([intents.buckets(), intents.keys()]).toEqual([[], []]);
});

test('a key whose turn never came before its client gave up costs the cluster nothing', async () => {
  const blocked: (() => void)[] = [];
  let isBusy = false;
  const { cluster, newBucket, newKey, intents, hurry } = await startPlane({
    tamper: async (operation, call) => {
      if (isBusy && operation === 'createBucket') await new Promise<void>((resolve) => blocked.push(resolve));
      return call();
    },
  });
  const { id } = await newBucket();
  isBusy = true;
  hurry();
  // As many passes as run at the same time.
  for (let n = 0; n < 8; n++) await newBucket();
  await expect.poll(() => blocked.length).toBe(8);

  await expect(newKey([id])).rejects.toMatchObject({ code: 'unavailable' });

  expect(intents.keys()).toEqual([]);
  isBusy = false;
  for (const release of blocked) release();
  await expect.poll(() => intents.buckets().every(({ state }) => state === 'live')).toBe(true);
  expect(cluster.calls.filter((call) => /(Update|Delete|Allow)/.test(call) && /Key/.test(call))).toEqual([]);
});

test('a bucket whose making was refused is taken back, and not made for somebody who waits for it', async () => {
  const asked = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<never>();
  let isAsked = false;
  const opened = await startPlane({
    tamper: async (operation, call) => {
      if (operation !== 'createBucket' || isAsked) return call();
      isAsked = true;
      asked.resolve();
      return refused.promise;
    },
  });
  const { cluster, intents, newBucket, newKey } = opened;
  const bucket = expect(newBucket()).rejects.toMatchObject({ code: 'unavailable' });
  await asked.promise;
  const key = expect(newKey(intents.buckets().map((each) => each.bucketId))).rejects.toMatchObject({
    code: 'conflict',
  });

  refused.reject(new GarageError('denied', 'CreateBucket', 'the token is wrong', 403));
  await Promise.all([bucket, key]);

  expect(bothSides(opened, cluster).theirs).toEqual({ buckets: [], keys: [] });
});

test('an owner where he may do everything is given all three rights, and cannot delete the bucket over S3', async () => {
  const { cluster, plane, newBucket, newKey, log, agree } = await startPlane();
  const bucket = await newBucket();

  const key = await newKey([bucket.id], OWNER);

  expect(key.permissions).toEqual(OWNER);
  expect(cluster.state().buckets[0]?.keys).toMatchObject([
    { id: key.accessKeyId, permissions: { read: true, write: true, owner: true } },
  ]);

  // Before the right, the name that takes its danger away.
  expect(cluster.calls.indexOf('AddBucketAlias')).toBeLessThan(cluster.calls.indexOf('AllowBucketKey'));

  // Twice, since the sweep must leave the key that holds the second name.
  for (const _time of [1, 2]) {
    cluster.tables.deleteOverS3(bucket.alias);
    await plane.sweep.run({ isFull: true });

    agree();
    expect(log.join()).toContain('it is given back');
  }
});

test('a bucket that holds objects stays as it is, its uploads too', async () => {
  const { cluster, service, newBucket, intents } = await startPlane();
  const { id } = await newBucket();
  const clusterId = intents.findBucket(id)?.clusterId ?? '';
  cluster.tables.putObject(clusterId);
  cluster.tables.startUpload(clusterId);

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });

  expect(intents.findBucket(id)?.state).toBe('live');
  expect(cluster.tables.live(clusterId).unfinishedUploads).toBe(1n);
});

test('a key is off all lists while its revocation is under way, and deleting it again waits for the same', async () => {
  const { cluster, service, newKey, hurry, plane, agree } = await startPlane();
  const { id } = await newKey([]);
  hurry();
  cluster.failNext('UpdateKey', 'timeout');

  const first = service.accessKeys.delete(CALLER, id);

  await expect(first).rejects.toMatchObject({ code: 'unavailable' });
  expect(service.accessKeys.list(CALLER, {}).items).toEqual([]);
  await expect(service.accessKeys.delete({ projectIds: ['another'] }, id)).rejects.toThrow('There is no access key');
  await expect(service.accessKeys.delete(CALLER, id)).rejects.toMatchObject({ code: 'unavailable' });
  await plane.sweep.run({ isFull: false });
  agree();
  await expect(service.accessKeys.delete(CALLER, id)).rejects.toThrow('There is no access key');
});

test('a bucket that nobody can make now shows its alias once it is made', async () => {
  const { cluster, plane, service, newBucket, newKey, hurry } = await startPlane();
  cluster.ready = false;
  hurry();

  const { id, showsAlias } = await newBucket();

  expect(showsAlias).toBe(false);
  expect(service.buckets.list(CALLER, {}).items).toMatchObject([{ id, showsAlias: false }]);
  await expect(newKey([id])).rejects.toMatchObject({ code: 'conflict', field: 'bucket_ids' });
  cluster.ready = true;
  await plane.sweep.run({ isFull: false });
  expect(service.buckets.list(CALLER, {}).items).toMatchObject([{ id, showsAlias: true }]);
});

test('a token that may not make buckets leaves none behind, here or there', async () => {
  const { cluster, service, newBucket, newKey, log } = await startPlane();
  Object.assign(cluster, { token: 'another' });

  await expect(newBucket()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(newKey([])).rejects.toMatchObject({ code: 'unavailable' });

  expect(service.buckets.stored(CALLER)).toEqual([]);
  expect(service.accessKeys.stored(CALLER)).toEqual([]);
  expect(log.join()).toContain(': 403 AccessDenied');
});

test.each<[string, (tables: FakeTables, theirs: string) => void, Date?]>([
  ['holds an object', (tables, theirs) => tables.putObject(theirs)],
  ['is open to a key', (tables, theirs) => tables.live(theirs).grants.set(tables.foreignKey('somebody'), READ)],
  ['is older', () => undefined, new Date(Date.now() - 60 * 60_000)],
])('a bucket with the alias that was drawn, which %s, is left to somebody else', async (_what, use, created) => {
  const { cluster, newBucket, hurry, service, plane, intents } = await startPlane();
  cluster.failNext('CreateBucket', 'lost-before');
  hurry();
  const { id, alias } = await newBucket();
  const theirs = cluster.tables.foreignBucket(alias, created);
  use(cluster.tables, theirs);

  await plane.sweep.run({ isFull: true });

  expect(service.buckets.find(id)?.alias).not.toBe(alias);
  expect(intents.findBucket(id)).toMatchObject({ state: 'live' });
  expect(cluster.tables.live(theirs)).toMatchObject({ maxSize: null });
});

test('a call that makes a key comes to nothing when it arrives after the key was given up', async () => {
  const { cluster, plane, newKey, hurry, intents } = await startPlane();
  hurry();
  cluster.failNext('ImportKey', 'late');
  await expect(newKey([])).rejects.toMatchObject({ code: 'unavailable' });
  await plane.sweep.run({ isFull: false });

  cluster.arriveLate();

  // Without a sweep: nobody would look for an hour.
  expect(cluster.state().keys).toEqual([]);
  expect(intents.keys()).toEqual([]);
});

test('a bucket that a call makes after it was deleted is found by its name, and goes', async () => {
  const { cluster, plane, service, newBucket, hurry, intents } = await startPlane();
  hurry();
  cluster.failNext('CreateBucket', 'late');
  const { id } = await newBucket();
  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'unavailable' });
  await plane.sweep.run({ isFull: false });
  expect(intents.buckets()).toEqual([]);

  cluster.arriveLate();
  expect(cluster.state().buckets).toHaveLength(1);
  await plane.sweep.run({ isFull: false });

  expect(cluster.state().buckets).toEqual([]);
});

test('who waits for a key while the emulator stops is told, and the key is revoked', async () => {
  const { cluster, newKey, close, folder } = await startPlane();
  cluster.failNext('ImportKey', 'timeout');
  const making = newKey([]);
  const told = expect(making).rejects.toMatchObject({ code: 'unavailable' });

  await close();
  await told;

  const again = openControlPlane(cluster, { folder });
  await again.plane.sweep.run({ isFull: false });
  expectAgreement(again, cluster);
});

test('a deletion that the token does not allow to finish stays a deletion, until it is', async () => {
  const { cluster, service, newBucket, intents, plane, agree } = await startPlane();
  const { id } = await newBucket();
  cluster.tables.startUpload(intents.findBucket(id)?.clusterId ?? '');
  cluster.failNext('CleanupIncompleteUploads', '403');

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'unavailable' });

  expect(intents.findBucket(id)?.state).toBe('deleting');
  await plane.sweep.run({ isFull: false });
  agree();
  expect(service.buckets.find(id)).toBeUndefined();
});

test('a deletion that the token does not allow leaves the bucket as it was, whoever asks twice', async () => {
  const { cluster, service, newBucket, agree } = await startPlane();
  const { id, alias } = await newBucket();
  for (const operation of ['DeleteBucket', 'DeleteBucket']) cluster.failNext(operation, '403');

  const [one, other] = [service.buckets.delete(CALLER, id), service.buckets.delete(CALLER, id)];

  await expect(one).rejects.toMatchObject({ code: 'unavailable' });
  await expect(other).rejects.toMatchObject({ code: 'unavailable' });
  agree();
  expect(service.buckets.list(CALLER, {}).items).toMatchObject([{ alias, showsAlias: true }]);
});

test('a bucket whose deletion was broken off half-way, and that got an object meanwhile, has its keys and its name again', async () => {
  const { cluster, service, newBucket, newKey, intents, plane, agree } = await startPlane();
  const { id } = await newBucket();
  await newKey([id]);
  const clusterId = intents.findBucket(id)?.clusterId ?? '';
  cluster.failNext('DeleteBucket', 'half');
  cluster.onCall = () => {
    cluster.tables.putObject(clusterId);
    cluster.onCall = undefined;
  };

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });

  await plane.sweep.run({ isFull: false });
  agree();
});

test('a refused deletion is told at once, whatever takes long after it', async () => {
  let isSlow = false;
  const looks: (() => void)[] = [];
  const { cluster, service, newBucket, intents } = await startPlane({
    tamper: async (operation, call) => {
      if (isSlow && operation === 'findBucket') await new Promise<void>((resolve) => looks.push(resolve));
      return call();
    },
  });
  const { id } = await newBucket();
  cluster.tables.putObject(intents.findBucket(id)?.clusterId ?? '');
  isSlow = true;

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });

  await expect.poll(() => looks.length).toBe(1);
  looks[0]?.();
});

test('a deletion that was refused is over, also if the bucket cannot be looked at', async () => {
  const { cluster, service, newBucket, intents, plane } = await startPlane();
  const { id } = await newBucket();
  const { clusterId = '' } = intents.findBucket(id) ?? {};
  cluster.tables.putObject(clusterId);
  cluster.failNext('GetBucketInfo', '403');

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });

  cluster.tables.emptyBucket(clusterId);
  await plane.sweep.run({ isFull: false });
  expect(intents.findBucket(id)?.state).toBe('live');
  expect(cluster.tables.live(clusterId).id).toBe(clusterId);
});

test('a bucket that holds objects says so although another one has its name, and its rights are put right', async () => {
  const { cluster, service, newBucket, newKey, intents, plane, log } = await startPlane();
  const { id, alias } = await newBucket();
  const { accessKeyId } = await newKey([id]);
  const { clusterId = '' } = intents.findBucket(id) ?? {};
  cluster.tables.putObject(clusterId);
  cluster.tables.deleteOverS3(alias);
  cluster.tables.foreignBucket(alias);
  const there = cluster.tables.live(clusterId);
  there.localAliases.clear();
  there.grants.set(accessKeyId, { read: true, write: true, owner: true });
  const second = new Map([[intents.guard(PROJECT) ?? '', new Set([id])]]);
  Object.assign(cluster.tables.live(cluster.tables.aliases.get(alias) ?? ''), { localAliases: second });

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });
  for (let minute = 0; minute < 2; minute++) await plane.sweep.run({ isFull: false });

  const { permissions } = service.accessKeys.stored(CALLER)[0] ?? {};
  expect(there.grants.get(accessKeyId)).toEqual(permissions);
  expect(intents.findBucket(id)?.state).toBe('live');
  // Of each of its two names, once.
  expect(log.filter((line) => line.includes('already exists'))).toHaveLength(2);
  cluster.tables.aliases.delete(alias);
  for (const bucket of cluster.tables.buckets.values()) if (bucket !== there) cluster.tables.bury(bucket);
  await plane.sweep.run({ isFull: false });
  expect([...there.aliases, ...[...there.localAliases.values()].flatMap((names) => [...names])]).toEqual([alias, id]);
});

test('of two deletions at the same time of a bucket that holds objects, none is told that it is gone', async () => {
  const { cluster, service, newBucket, intents, agree } = await startPlane();
  const { id } = await newBucket();
  cluster.tables.putObject(intents.findBucket(id)?.clusterId ?? '');

  const deletions = [service.buckets.delete(CALLER, id), service.buckets.delete(CALLER, id)];

  for (const deletion of deletions) await expect(deletion).rejects.toMatchObject({ code: 'not_empty' });
  agree();
});

test('a key is refused by its expiry before its deletion is tried', async () => {
  const { cluster, service, newKey, hurry } = await startPlane();
  const { id, accessKeyId } = await newKey([]);
  cluster.failNext('DeleteKey', 'timeout');
  const tried = new Promise<void>((resolve) => {
    cluster.onCall = (operation) => {
      if (operation === 'DeleteKey') resolve();
    };
  });

  const deleting = service.accessKeys.delete(CALLER, id);
  await tried;

  expect(cluster.state().keys).toEqual([expect.objectContaining({ id: accessKeyId, expired: true })]);
  hurry();
  await deleting;
});

test('a bucket that was made at the second attempt is not made by the first one after its deletion', async () => {
  const { cluster, service, newBucket } = await startPlane();
  cluster.failNext('CreateBucket', 'late');
  const { id } = await newBucket();
  await service.buckets.delete(CALLER, id);

  cluster.arriveLate();

  // Garage gives no second name twice by this call.
  expect(cluster.state().buckets).toEqual([]);
});

test('a bucket that somebody deletes while it is made is made again, with its second name', async () => {
  let deletions = 0;
  const { cluster, newBucket, plane, intents, agree } = await startPlane({
    tamper: async (operation, call) => {
      const gives = await call();
      if (operation === 'createBucket' && deletions++ === 0)
        cluster.tables.bury(cluster.tables.live((gives as ClusterBucket).id));
      return gives;
    },
  });

  const { id } = await newBucket();

  const made = cluster.tables.live(intents.findBucket(id)?.clusterId ?? '');
  expect([...made.localAliases.values()].map((names) => [...names])).toEqual([[id]]);
  await plane.sweep.run({ isFull: true });
  agree();
});

test('a key for a bucket that is gone from the cluster is not made', async () => {
  const opened = await startPlane();
  const { cluster, newBucket, newKey, service, plane, intents } = opened;
  const { id } = await newBucket();
  cluster.tables.bury(cluster.tables.live(intents.findBucket(id)?.clusterId ?? ''));

  await expect(newKey([id])).rejects.toMatchObject({ code: 'not_found', field: 'bucket_ids' });

  await plane.sweep.run({ isFull: false });
  expect(service.accessKeys.stored(CALLER)).toEqual([]);
  expect(bothSides(opened, cluster).theirs.keys).toEqual([]);
});

test('a bucket that is deleted while a key for it is made is not of the key', async () => {
  const { cluster, newBucket, newKey, service, agree } = await startPlane();
  const [first, second] = [await newBucket(), await newBucket()];
  let deleting: unknown;
  cluster.onCall = (operation) => {
    if (operation === 'ImportKey') deleting = service.buckets.delete(CALLER, first.id);
  };

  const key = await newKey([first.id, second.id]);
  await deleting;

  expect(service.accessKeys.stored(CALLER)).toMatchObject([{ id: key.id, bucketIds: [second.id] }]);
  agree();
});

test('when somebody deletes the key that holds second names, the next owner gets another one', async () => {
  const { cluster, newBucket, newKey, agree } = await startPlane();
  await newKey([(await newBucket()).id], OWNER);
  for (const key of cluster.tables.keys.values()) if (key.name.includes(':guard:')) key.isDeleted = true;

  await newKey([(await newBucket()).id], OWNER);

  agree();
});

test.each([
  ['while it is made', true],
  ['after a rollback', false],
])('a key that another installation has under our id %s is not revoked with ours', async (_when, isEarly) => {
  const giveAway = (accessKeyId: string) => {
    cluster.tables.keys.delete(accessKeyId);
    const secretAccessKey = 'ab'.repeat(32);
    return callAdmin(cluster, 'POST', 'ImportKey', {}, { accessKeyId, secretAccessKey, name: 'coffer:other:key' });
  };
  let isArmed = false;
  const { cluster, service, newBucket, newKey, intents, plane } = await startPlane({
    tamper: async (operation, call) => {
      if (isArmed && operation === 'importKey') {
        isArmed = false;
        await giveAway(intents.keys()[0]?.accessKeyId ?? '');
      }
      return call();
    },
  });
  const { id } = await newBucket();
  isArmed = isEarly;
  const made = newKey([id]);

  if (isEarly) await expect(made).rejects.toMatchObject({ code: 'conflict' });
  else {
    const { id: keyId, accessKeyId } = await made;
    await giveAway(accessKeyId);
    await service.accessKeys.delete(CALLER, keyId);
  }

  await plane.sweep.run({ isFull: true });
  expect(intents.keys()).toEqual([]);
  expect([...cluster.tables.keys.values()].filter(({ name }) => name === 'coffer:other:key')).toMatchObject([
    { isDeleted: false, expiration: null },
  ]);
});

test('a bucket whose second name something else has is made, and gets the name once it is free', async () => {
  const { cluster, newBucket, intents, plane, log } = await startPlane();
  await newBucket();
  let thief = '';
  cluster.onCall = () => {
    const [guard, unfinished] = [
      intents.guard(PROJECT) ?? '',
      intents.buckets().find(({ state }) => state === 'creating'),
    ];
    if (!unfinished || thief !== '') return;
    thief = cluster.tables.foreignBucket();
    cluster.tables.live(thief).localAliases.set(guard, new Set([unfinished.bucketId]));
    cluster.tables.keys.get(guard)?.usedNames.add(unfinished.bucketId);
  };

  const { id, showsAlias } = await newBucket();

  expect(showsAlias).toBe(true);
  expect(intents.findBucket(id)).toMatchObject({ state: 'live', isGuarded: false });
  expect(log.filter((line) => line.includes('second name'))).toHaveLength(1);
  cluster.tables.bury(cluster.tables.live(thief));
  await plane.sweep.run({ isFull: false });
  expect(intents.findBucket(id)?.isGuarded).toBe(true);
});
