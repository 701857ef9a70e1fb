import { expect, test } from 'vitest';
import { CALLER, type ControlPlane, expectAgreement, openControlPlane, READ, startCluster } from './control-plane';
import type { FakeCluster, FakeFailure } from './fake-cluster';

/** What a client asks for, and the calls of the cluster that it takes. The service has a bucket with a key of its own before. */
interface Work {
  readonly calls: readonly string[];
  readonly run: (opened: ControlPlane, at: { bucketId: string; keyId: string }) => Promise<unknown>;
}

const WORK: Readonly<Record<string, Work>> = {
  'a bucket is created': { calls: ['CreateBucket', 'UpdateBucket'], run: ({ newBucket }) => newBucket(5n) },
  'a quota is changed': {
    calls: ['UpdateBucket'],
    run: ({ service }, { bucketId: id }) => service.buckets.update(CALLER, { id, maxSize: 7n, description: 'new' }),
  },
  'a bucket is deleted': {
    calls: ['DeleteBucket', 'CleanupIncompleteUploads'],
    run: ({ service }, { bucketId }) => service.buckets.delete(CALLER, bucketId),
  },
  'a key is created': {
    calls: ['ImportKey', 'AllowBucketKey'],
    run: ({ newKey }, { bucketId }) => newKey([bucketId], READ),
  },
  'a key is deleted': {
    calls: ['UpdateKey', 'DeleteKey'],
    run: ({ service }, { keyId }) => service.accessKeys.delete(CALLER, keyId),
  },
};

const FAILURES: readonly FakeFailure[] = ['lost-before', 'lost-after', '500', '503-after-effect', 'half'];
const STEPS = Object.entries(WORK).flatMap(([name, { calls }]) => calls.map((call) => [name, call] as const));

async function prepare(cluster: FakeCluster, options = {}) {
  const opened = openControlPlane(cluster, options);
  const { id: bucketId } = await opened.newBucket();
  const { id: keyId } = await opened.newKey([bucketId]);
  cluster.tables.startUpload(opened.clusterIdOf(bucketId));
  cluster.calls.length = 0;
  return { opened, at: { bucketId, keyId } };
}

/** Buckets that Garage created without an alias in a call that it did not finish. The loop lists them, and leaves them alone. */
function removeNameless(cluster: FakeCluster, { plane }: ControlPlane): void {
  for (const bucket of cluster.tables.buckets.values()) {
    if (bucket.isDeleted || bucket.aliases.size > 0) continue;
    expect(plane.problems).toContain(`The cluster has the bucket ${bucket.id} (without an alias), which no row knows.`);
    cluster.tables.bury(bucket);
  }
}

function clearUploads(cluster: FakeCluster): void {
  for (const bucket of cluster.tables.buckets.values()) if (!bucket.isDeleted) bucket.unfinishedUploads = 0n;
}

async function expectSettled(opened: ControlPlane, cluster: FakeCluster): Promise<void> {
  await opened.plane.loop.run();
  removeNameless(cluster, opened);
  clearUploads(cluster);
  expectAgreement(opened, cluster);
}

test.each(Object.entries(WORK))('%s by these calls, and no others', async (_, { calls, run }) => {
  const cluster = await startCluster();
  const { opened, at } = await prepare(cluster);

  await run(opened, at);

  expect(cluster.calls).toEqual(calls);
});

test.each(STEPS)('%s although %s fails in any way at first', async (name, call) => {
  const cluster = await startCluster();
  for (const failure of FAILURES) {
    const { opened, at } = await prepare(cluster);
    cluster.failNext(call, failure);

    await WORK[name]?.run(opened, at);

    await expectSettled(opened, cluster);
    for (const id of opened.stores.accessKeys.list(['project-1']).map((key) => key.id)) {
      await opened.service.accessKeys.delete(CALLER, id);
    }
    for (const { id } of opened.stores.buckets.list(['project-1'])) await opened.service.buckets.delete(CALLER, id);
    await opened.close();
    cluster.tables.keys.clear();
  }
});

/* Killed at each call: after the kill nothing of the process is heard of, and no response reaches it. */
test.each(STEPS.flatMap(([name, call]) => (['before', 'after'] as const).map((when) => [name, when, call] as const)))(
  '%s, the process is killed %s %s, and the next start leads both sides together',
  async (name, when, call) => {
    const cluster = await startCluster();
    const { opened, at } = await prepare(cluster);
    const before = opened.stores.accessKeys.list(['project-1']).map(({ id }) => id);
    const killed = new Promise<void>((resolve) => {
      cluster.onCall = (operation) => {
        if (operation !== call) return;
        cluster.onCall = undefined;
        void opened.close().then(resolve);
      };
    });
    cluster.failNext(call, when === 'before' ? 'timeout' : 'hold-after');
    const ended = WORK[name]?.run(opened, at).catch(() => undefined);
    await killed;
    await ended;

    const next = openControlPlane(cluster, { folder: opened.folder });
    await next.plane.loop.run();

    await expectSettled(next, cluster);
    // A key whose secret no client was given is not among them.
    const keys = next.stores.accessKeys.list(['project-1']).map(({ id }) => id);
    expect(keys.filter((id) => !before.includes(id))).toEqual([]);
  },
);

test.each(STEPS)('%s, and a call %s that comes too late changes nothing any more', async (name, call) => {
  const cluster = await startCluster();
  const { opened, at } = await prepare(cluster, { timeoutMs: 1_000, timeLimitMs: 900 });
  cluster.failNext(call, 'late');

  await WORK[name]?.run(opened, at).catch(() => undefined);
  await opened.plane.loop.run();
  await opened.plane.loop.run();
  cluster.arriveLate();

  await opened.plane.loop.run();
  removeNameless(cluster, opened);
  clearUploads(cluster);
  expectAgreement(opened, cluster);
});
