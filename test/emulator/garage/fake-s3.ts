import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Epochs } from '../../../emulator/domain/epoch';
import { NO_LAG } from '../../../emulator/domain/lag';
import { Service } from '../../../emulator/domain/service';
import { Faults } from '../../../emulator/faults/faults';
import { Journal } from '../../../emulator/journal/journal';
import { createS3Server, serveS3 } from '../../../emulator/s3/listener/server';
import { Assumptions } from '../../../emulator/settings/assumptions';
import { resolveKnobs } from '../../../emulator/settings/knobs';
import { openStorage } from '../../../emulator/storage/storage';
import { VirtualClock } from '../../../emulator/system/clock';
import { createRandom } from '../../../emulator/system/random';
import type { FakeCluster } from './fake-cluster';
import type { FakeBucket } from './fake-tables';

const ALL = { read: true, write: true, owner: true };

/** The S3 endpoint of a fake cluster: its buckets, opened by its keys. The objects count in its admin API. Ends with the test. */
export async function startClusterS3({ tables }: FakeCluster) {
  const storage = openStorage(undefined);
  const { stores, database } = storage;
  const assumptions = new Assumptions(resolveKnobs(), () => false);
  const clock = new VirtualClock();
  const context = {
    ...{ clock, random: createRandom(undefined), lag: NO_LAG, transaction: database.transaction },
    rely: assumptions.rely,
    settle: () => ({ kind: 'immediate' }) as const,
  };
  const { objects, buckets } = new Service(context, stores);
  stores.tokens.grant('token', ['garage'], 'start');
  const addBucket = (bucket: FakeBucket) => {
    const { id, aliases } = bucket;
    if (stores.buckets.find(id) || aliases.size === 0) return;
    const [alias = ''] = aliases;
    const times = { createdAt: 0, updatedAt: 0, settled: true };
    stores.buckets.insert({ id, projectId: 'garage', alias, maxSize: 2n ** 40n, description: null, ...times });
    let more = bucket.objects;
    Object.defineProperty(bucket, 'objects', {
      get: () => more + BigInt(objects.usage(id).objects),
      set: (count: bigint) => {
        more = count;
      },
    });
  };
  const find = (accessKeyId: string) => {
    const key = tables.keys.get(accessKeyId);
    if (!key || key.isDeleted || key.expiration !== null) return undefined;
    for (const bucket of tables.buckets.values()) addBucket(bucket);
    const bucketIds = [...key.grants.keys()];
    const row = { id: accessKeyId, projectId: 'garage', position: 0, accessKeyId, bucketIds, createdAt: 0 };
    return { key: { ...row, permissions: ALL }, secretAccessKey: key.secretAccessKey };
  };
  const server = createS3Server();
  const faults = new Faults(() => 0);
  const served = serveS3(server, {
    ...{ objects, buckets, clock, log: () => undefined, rely: context.rely, credentials: { find } },
    ...{ clientBuckets: undefined, epochs: new Epochs(), journal: new Journal(), assumptions, region: undefined },
    ...{ faults, hosts: [], slowBodyMs: 60_000 },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await served.settled();
    await storage.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults };
}
