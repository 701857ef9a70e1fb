import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Epochs } from '../../domain/epoch';
import { StartError } from '../../domain/errors';
import { drawAccessKeyId, drawSecretAccessKey } from '../../domain/ids';
import { NO_LAG } from '../../domain/lag';
import { Service } from '../../domain/service';
import { Faults } from '../../faults/faults';
import { Journal } from '../../journal/journal';
import { Endpoint } from '../../move/endpoint';
import { SLOW_BODY_MS } from '../../s3/listener/guard';
import { createS3Server, serveS3 } from '../../s3/listener/server';
import { Assumptions } from '../../settings/assumptions';
import { resolveKnobs } from '../../settings/knobs';
import type { Storage } from '../../storage/storage';
import { VirtualClock } from '../../system/clock';
import { createRandom } from '../../system/random';
import { LARGEST, lacked, type Side } from './side';

const REGION = 'us-east-1';
/** Serves the objects of a data folder on a port of loopback, to a key that is in no store. */
export async function openEmbeddedSide(storage: Storage, log: (line: string) => void): Promise<Side> {
  const { stores, database } = storage;
  const knobs = resolveKnobs();
  const assumptions = new Assumptions(knobs, () => false);
  const clock = new VirtualClock();
  const random = createRandom(undefined);
  const context = {
    ...{ clock, random, lag: NO_LAG, transaction: database.transaction },
    rely: assumptions.rely,
    settle: () => ({ kind: 'immediate' }) as const,
  };
  const { objects, buckets } = new Service(context, stores);
  const accessKeyId = drawAccessKeyId(random);
  const secretAccessKey = drawSecretAccessKey(random);
  const all = () => stores.buckets.list(stores.tokens.projectIds());
  /** Project of the bucket that was opened last: a key opens those of one project. */
  let projectId = '';
  const find = (asked: string) => {
    if (asked !== accessKeyId) return undefined;
    const bucketIds = all().map(({ id }) => id);
    const permissions = { read: true, write: true, owner: true };
    const key = { id: 'move', projectId, position: 0, accessKeyId, bucketIds, permissions, createdAt: 0 };
    return { key, secretAccessKey };
  };
  const server = createS3Server();
  const served = serveS3(server, {
    ...{ objects, buckets, clock, log, rely: context.rely, credentials: { find }, clientBuckets: undefined },
    epochs: new Epochs(),
    faults: new Faults(() => 0),
    journal: new Journal(),
    assumptions,
    region: undefined,
    hosts: [],
    slowBodyMs: SLOW_BODY_MS,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoint = new Endpoint({ url, region: REGION, accessKeyId, secretAccessKey });
  return {
    storage,
    endpoint,
    buckets: all,
    open: async (bucketId) => {
      projectId = stores.buckets.find(bucketId)?.projectId ?? '';
    },
    secretOf: async ({ id }) => {
      const secret = stores.accessKeys.findSecretAccessKey(id);
      if (secret === undefined)
        throw new StartError(`The secret half of the access key ${id} is not in the data folder.`);
      return secret;
    },
    makeBucket: async ({ position: _, ...bucket }) => {
      if (!stores.buckets.find(bucket.id)) stores.buckets.insert({ ...bucket, maxSize: LARGEST, settled: true });
    },
    finishBucket: async ({ id, maxSize, description, updatedAt }) => {
      stores.buckets.update(id, { maxSize, description, updatedAt });
    },
    makeKey: async ({ position: _, ...key }, secretAccessKey) => {
      if (stores.accessKeys.find(key.id)) {
        for (const id of lacked(stores, key)) stores.accessKeys.addBucket(key.id, id);
        return;
      }
      database.transaction(() => stores.accessKeys.insert({ ...key, secretAccessKey }));
    },
    keyIds: () => stores.accessKeys.list(stores.tokens.projectIds()).map(({ id }) => id),
    removeBucket: async ({ id, alias, projectId: its }) => {
      projectId = its;
      await endpoint.empty(alias);
      stores.buckets.delete(id);
    },
    removeKey: async (id) => stores.accessKeys.delete(id),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await served.settled();
      await storage.close();
    },
  };
}
