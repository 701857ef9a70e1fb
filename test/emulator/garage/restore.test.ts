import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../../emulator/sqlite/migrations';
import { openDatabase } from '../../../emulator/sqlite/open';
import { openStorage } from '../../../emulator/storage/storage';
import { openReconciliation } from '../../../emulator/wiring/reconcile';
import { runToEnd } from '../../support/emulator-process';
import { temporaryFolder } from '../support';
import { type ClusterUnderTest, clusters } from './clusters';
import { CALLER, openControlPlane, PROJECT, startCluster, type Tamper } from './control-plane';

const MINUTE = { isFull: false };
const HELD = { code: 'unavailable', message: expect.stringContaining('coffer-emulator reconcile') };

const all = await clusters();

type Opened = ReturnType<typeof openControlPlane>;

/** A folder that is a backup of a control plane, which worked on until it was lost; and what `make` made meanwhile, within one sweep. */
async function restore<T>(
  startCluster: () => Promise<ClusterUnderTest>,
  make: (lost: Opened) => Promise<T>,
  tamper?: Tamper,
) {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const open = (folder: string) => openControlPlane(cluster, { folder, timeoutMs: 10_000 });
  const before = open(temporaryFolder());
  const kept = await before.newBucket();
  await before.close();
  const lost = openControlPlane(cluster, { folder: before.folder, timeoutMs: 10_000, tamper });
  // It signs the mark, for the last time.
  await lost.plane.sweep.run(MINUTE);
  const folder = lost.backUp();
  const made = await make(lost);
  const clusterIdOf = (bucketId: string) => lost.intents.findBucket(bucketId)?.clusterId ?? '';
  const clusterIds = new Map(lost.intents.buckets().map(({ bucketId }) => [bucketId, clusterIdOf(bucketId)]));
  await (tamper ? lost.kill() : lost.close());
  const deleteMark = async () => {
    const keys: { id: string; name: string }[] = await cluster.admin('GET', 'ListKeys', {});
    const mark = keys.find(({ name }) => name.includes(':mark:'));
    await cluster.admin('POST', 'DeleteKey', { id: mark?.id ?? '' });
  };
  const token = join(temporaryFolder(), 'token');
  writeFileSync(token, cluster.token);
  const access = ['--data', folder, '--garage-admin-url', cluster.url, '--garage-admin-token-file', token];
  return {
    ...{ cluster, kept, made, deleteMark },
    clusterIdOf: (bucketId: string) => clusterIds.get(bucketId) ?? '',
    open: () => open(folder),
    reconcile: (...decisions: string[]) => runToEnd(['reconcile', ...access, ...decisions]),
    isThere: async (accessKeyId: string) => {
      const found = await cluster.admin('GET', 'GetKeyInfo', { id: accessKeyId });
      return found.accessKeyId === accessKeyId && found.expired === false;
    },
  };
}

const makeBoth = async (lost: Opened) => {
  const bucket = await lost.newBucket();
  return { bucket, key: await lost.newKey([bucket.id]) };
};

test.each(
  all.flatMap((each) => [
    { ...each, mark: 'deleted' },
    { ...each, mark: 'still the last one' },
  ]),
)('$name: after a restore nothing is changed, and what is unknown is named; the mark is $mark', async (each) => {
  const { cluster, made, kept, deleteMark, clusterIdOf, isThere, open } = await restore(each.start, makeBoth);
  await cluster.putObject(clusterIdOf(made.bucket.id));
  if (each.mark === 'deleted') await deleteMark();

  const restored = open();
  await restored.plane.sweep.run({ isFull: true });
  await restored.plane.sweep.run(MINUTE);

  await expect(restored.newBucket()).rejects.toMatchObject(HELD);
  await expect(restored.newKey([kept.id])).rejects.toMatchObject(HELD);
  await expect(restored.service.buckets.delete(CALLER, kept.id)).rejects.toMatchObject(HELD);
  expect(await isThere(made.key.accessKeyId)).toBe(true);
  expect((await cluster.admin('GET', 'GetBucketInfo', { id: clusterIdOf(made.bucket.id) })).objects).toBe(1);
  expect(restored.plane.obstacles()).toMatchObject([{ reason: 'held' }]);
  for (const id of [made.bucket.id, made.key.id]) {
    expect(restored.log.filter((line) => line.includes(id))).toHaveLength(1);
  }
});

test.each(all)('$name: neither a key nor a deletion that was under way during the backup is lost', async (each) => {
  const cluster = await each.start();
  onTestFinished(() => cluster.stop());
  const backups: string[] = [];
  const lost = openControlPlane(cluster, {
    timeoutMs: 10_000,
    tamper: async (operation, call) => {
      if (operation === 'allow' || operation === 'deleteBucket') backups.push(lost.backUp());
      return call();
    },
  });
  const bucket = await lost.newBucket();
  const { clusterId = '' } = lost.intents.findBucket(bucket.id) ?? {};
  const key = await lost.newKey([bucket.id]);
  await cluster.putObject(clusterId);
  await expect(lost.service.buckets.delete(CALLER, bucket.id)).rejects.toThrow(/objects/);
  await lost.close();
  await cluster.deleteObject(clusterId);
  const [duringKey, duringDeletion] = backups;

  const restored = openControlPlane(cluster, { folder: duringKey ?? '', timeoutMs: 10_000 });
  await restored.plane.sweep.run({ isFull: true });
  await restored.plane.sweep.run(MINUTE);

  expect(restored.log.join()).toContain(key.accessKeyId);
  expect((await cluster.admin('GET', 'GetKeyInfo', { id: key.accessKeyId })).expired).toBe(false);
  await restored.close();
  const later = openControlPlane(cluster, { folder: duringDeletion ?? '', timeoutMs: 10_000 });
  expect(later.intents.findBucket(bucket.id)?.state).toBe('live');
});

test.each(all)('$name: what is adopted is listed again with its id, and the control plane goes on', async (each) => {
  const { made, deleteMark, isThere, open, reconcile } = await restore(each.start, makeBoth);
  await deleteMark();

  const dry = await reconcile();
  const adopted = await reconcile('--adopt', 'all');

  expect([dry.code, adopted.code, adopted.stderr]).toEqual([1, 0, '']);
  for (const id of [made.bucket.id, made.key.id]) expect(dry.stdout).toContain(id);
  expect(dry.stdout).toContain('2 unknown');
  const restored = open();
  await restored.plane.sweep.run({ isFull: true });
  const { alias, maxSize } = made.bucket;
  const { items } = restored.service.buckets.list(CALLER, {});
  expect(items.find(({ id }) => id === made.bucket.id)).toMatchObject({ alias, maxSize, projectId: PROJECT });
  const { accessKeyId, bucketIds, permissions } = made.key;
  const listed = restored.service.accessKeys.list(CALLER, {}).items;
  expect(listed).toMatchObject([{ id: made.key.id, accessKeyId, bucketIds, permissions }]);
  expect(restored.plane.obstacles()).toEqual([]);
  await restored.newKey([made.bucket.id]);
  expect(await isThere(accessKeyId)).toBe(true);
  await restored.service.accessKeys.delete(CALLER, made.key.id);
  expect(await isThere(accessKeyId)).toBe(false);
});

test.each(all)('$name: a bucket that was being made when the control plane was lost is known again', async (each) => {
  let isMade: (value?: unknown) => void;
  const made = new Promise((resolve) => {
    isMade = resolve;
  });
  const make = async (lost: Opened) => {
    void lost.newBucket().catch(() => undefined);
    await made;
  };
  const { deleteMark, reconcile, open } = await restore(each.start, make, async (operation, call) => {
    const gives = await call();
    if (operation !== 'createBucket') return gives;
    isMade();
    return new Promise<never>(() => undefined);
  });
  await deleteMark();

  const dry = await reconcile();
  const adopted = await reconcile('--adopt', 'all');

  expect([dry.code, dry.stdout]).toEqual([1, expect.stringContaining('1 unknown')]);
  expect([adopted.code, adopted.stdout]).toEqual([0, expect.stringContaining('is listed again')]);
  await open().newBucket();
});

test.each(all)('$name: each is decided alone, and nothing full is deleted', async (each) => {
  const make = async (lost: Opened) => [await makeBoth(lost), await makeBoth(lost), await lost.newBucket()] as const;
  const { cluster, made, deleteMark, clusterIdOf, isThere, open, reconcile } = await restore(each.start, make);
  const [full, left, empty] = made;
  await cluster.putObject(clusterIdOf(full.bucket.id));
  await deleteMark();
  const ids = [full.bucket.id, left.bucket.id, empty.id] as const;

  const first = await reconcile('--purge', ids[0], '--forget', ids[1], '--purge', ids[2], '--forget', full.key.id);

  expect(first.code).toBe(1);
  expect(first.stdout).toContain('NOT DONE: The bucket holds objects');
  expect(first.stdout).toContain('NOT DONE: An access key cannot be forgotten');
  expect((await cluster.admin('GET', 'GetBucketInfo', { id: clusterIdOf(ids[0]) })).objects).toBe(1);
  expect((await cluster.admin('GET', 'GetBucketInfo', { id: clusterIdOf(ids[1]) })).id).toBe(clusterIdOf(ids[1]));
  expect((await cluster.admin('GET', 'GetBucketInfo', { id: clusterIdOf(ids[2]) })).code).toBe('NoSuchBucket');
  // The bucket of the second key was let go.
  const second = await reconcile('--purge', full.key.id, '--adopt', 'all');
  expect(second.stdout).toContain('NOT DONE: It opens no bucket that is known here: purge it.');
  const third = await reconcile('--purge', left.key.id);
  expect([second.code, third.code]).toEqual([1, 0]);
  const restored = open();
  await restored.plane.sweep.run({ isFull: true });
  expect([await isThere(full.key.accessKeyId), await isThere(left.key.accessKeyId)]).toEqual([false, false]);
  const listed = restored.service.buckets.list(CALLER, {}).items.map(({ id }) => id);
  expect(listed).toContain(ids[0]);
  expect(listed).not.toContain(ids[1]);
  await restored.newBucket();
});

test.each(all)('$name: a key waits for the buckets that it opens', async (each) => {
  const make = async (lost: Opened) => {
    const buckets = [...lost.stores.buckets.list([PROJECT]), await lost.newBucket(), await lost.newBucket()];
    const ids = buckets.map(({ id }) => id);
    return { ids, key: await lost.newKey(ids) };
  };
  const { made, reconcile, open } = await restore(each.start, make);
  const [, second = '', third = ''] = made.ids;

  const early = await reconcile('--adopt', made.key.id, '--adopt', second);
  const all = await reconcile('--adopt', 'all');

  expect([early.code, early.stdout]).toEqual([1, expect.stringContaining(`NOT DONE: It opens the bucket ${third}`)]);
  expect(all.code).toBe(0);
  const [{ bucketIds = [] } = {}] = open().service.accessKeys.list(CALLER, {}).items;
  expect([...bucketIds].sort()).toEqual([...made.ids].sort());
});

test('the cluster is listed once, however many keys are adopted', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { id } = await opened.newBucket();
  const folder = opened.backUp();
  for (let made = 0; made < 3; made++) await opened.newKey([id]);
  await opened.close();
  const access = { adminUrls: [cluster.url], adminToken: cluster.token };
  const { list, close } = await openReconciliation(folder, access, undefined);
  cluster.calls.length = 0;

  const said = [];
  for (const { decide } of await list()) said.push(await decide('adopt'));
  await close();

  expect(said).toEqual(Array(3).fill('The access key is listed again.'));
  expect(cluster.calls.filter((call) => call.includes('List'))).toEqual(['ListKeys', 'ListBuckets']);
});

test.each(all)('$name: a list of what is unknown leaves the mark as it is', async (each) => {
  const { cluster, made, reconcile, deleteMark } = await restore(each.start, makeBoth);
  const listed = () => cluster.admin('GET', 'ListKeys', {});
  const before = await listed();

  const dry = await reconcile();

  expect([dry.code, dry.stdout]).toEqual([1, expect.stringContaining(made.key.id)]);
  expect(await listed()).toEqual(before);
  await deleteMark();
  const without = await listed();
  expect((await reconcile()).stdout).toBe(dry.stdout);
  expect(await listed()).toEqual(without);
});

test('reconcile leaves a data folder alone that is not that of a control plane', async () => {
  const [embedded, old, empty] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  await openStorage(embedded, { plane: 'embedded' }).close();
  openDatabase(old, migrations.slice(0, 1)).close();
  writeFileSync(join(empty, 'coffer.db'), '');
  const token = join(temporaryFolder(), 'token');
  writeFileSync(token, 'token');

  for (const folder of [embedded, old, empty]) {
    const filesOf = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('hex')]);
    const before = filesOf();
    const access = ['--garage-admin-url', 'http://127.0.0.1:1', '--garage-admin-token-file', token];
    const { code, stderr } = await runToEnd(['reconcile', '--data', folder, ...access]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${folder} is not that of a control plane`)]);
    expect(filesOf()).toEqual(before);
  }
  await openStorage(embedded, { plane: 'embedded' }).close();
});

test.each(all)('$name: a second name that a rollback brings back is there after a hold', async (each) => {
  // Its project is not in the backup, nor is the key that has its second names.
  const caller = { projectIds: ['project-2'] };
  const wanted = { projectId: 'project-2', maxSize: 1000n, description: null };
  const make = ({ service, stores }: Opened) => {
    stores.tokens.addProject('project-2');
    return service.buckets.create(caller, wanted);
  };
  const { cluster, made, clusterIdOf, open, reconcile } = await restore(each.start, make);
  expect((await reconcile('--adopt', 'all')).code).toBe(0);
  const adopted = open();
  await adopted.plane.sweep.run({ isFull: true });
  const rollBack = await cluster.save();
  await adopted.service.buckets.delete(caller, made.id);
  // It deletes the key that has the second name.
  await adopted.plane.sweep.run(MINUTE);
  const copy = adopted.backUp();
  await adopted.close();
  await rollBack();

  const restored = openControlPlane(cluster, { folder: copy, timeoutMs: 10_000 });
  for (let minute = 0; minute < 2; minute++) await restored.plane.sweep.run(MINUTE);

  expect(restored.plane.obstacles()).toMatchObject([{ reason: 'held' }]);
  const { keys } = await cluster.admin('GET', 'GetBucketInfo', { id: clusterIdOf(made.id) });
  expect(keys.flatMap((key: { bucketLocalAliases: string[] }) => key.bucketLocalAliases)).toEqual([made.id]);
});

test.each(all)('$name: without anything unknown a restored control plane goes on by itself', async (each) => {
  const { open, deleteMark, kept } = await restore(each.start, async () => undefined);
  await deleteMark();

  const restored = open();

  await restored.newKey([kept.id]);
  expect(restored.plane.obstacles()).toEqual([]);
});

test.each(all)('$name: reconcile changes nothing while another control plane has the mark', async (each) => {
  const make = async (lost: Opened) => {
    const made = await makeBoth(lost);
    await lost.plane.sweep.run(MINUTE);
    return made;
  };
  const { made, reconcile, isThere } = await restore(each.start, make);

  const displaced = await reconcile('--purge', made.key.id);

  expect([displaced.code, displaced.stdout]).toEqual([1, '']);
  expect(displaced.stderr).toContain('delete the access key GK');
  expect(await isThere(made.key.accessKeyId)).toBe(true);
});
