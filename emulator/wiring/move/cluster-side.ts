import { countOf } from '../../domain/counts';
import { DomainError, StartError } from '../../domain/errors';
import { drawAccessKeyId, drawSecretAccessKey } from '../../domain/ids';
import { told } from '../../garage/admin-api';
import { BucketWork } from '../../garage/bucket-work';
import { Guards } from '../../garage/guards';
import { Hold } from '../../garage/hold';
import { KeyWork, revoke } from '../../garage/key-work';
import { moveKeyName } from '../../garage/names';
import { Ownership } from '../../garage/ownership';
import { toGranted } from '../../garage/plane';
import { Endpoint } from '../../move/endpoint';
import type { Storage } from '../../storage/storage';
import { openGarageContext } from '../garage-context';
import { LARGEST, lacked, type Side } from './side';

/** A Garage cluster as the move reaches it. */
export interface ClusterAccess {
  readonly adminUrls: readonly string[];
  readonly adminToken: string;
  readonly s3Url: string;
  readonly region: string;
}

const ALL = { read: true, write: true, owner: true };

/**
 * Buckets and keys in a cluster, made by the same steps as by a control plane, and objects by S3, with a key that is deleted at the
 * end. Throws unless the data folder is the one that the cluster knows.
 */
export async function openClusterSide(
  storage: Storage,
  { adminUrls, adminToken, s3Url, region }: ClusterAccess,
  log: (line: string) => void,
): Promise<Side> {
  const { stores } = storage;
  const parts = openGarageContext(storage, { urls: adminUrls, token: adminToken }, log);
  const { api, intents, buckets, accessKeys, context } = parts;
  const guards = new Guards(parts);
  const bucketWork = new BucketWork(parts, guards);
  const keyWork = new KeyWork(parts, guards);
  const clusterIdOf = (bucketId: string) => intents.findBucket(bucketId)?.clusterId ?? '';
  const accessKeyId = drawAccessKeyId(context.random);
  const secretAccessKey = drawSecretAccessKey(context.random);
  await told(async () => {
    await new Ownership(parts).renew();
    if (await new Hold(parts).isHeld())
      throw new StartError('The control plane holds after a restore: run coffer-emulator reconcile first.');
    // With our prefix and without a row: should it be left over, the next sweep of the control plane deletes it.
    await api.importKey({ accessKeyId, secretAccessKey, name: moveKeyName(intents.installation) });
  });
  const endpoint = new Endpoint({ url: s3Url, region, accessKeyId, secretAccessKey });
  return {
    storage,
    endpoint,
    buckets: () => {
      const open = [...intents.buckets(), ...intents.keys()].filter(({ state }) => state !== 'live').length;
      const says = `${countOf(open, 'change')} ${open === 1 ? 'has' : 'have'} not reached the cluster`;
      if (open > 0) throw new StartError(`${says}: start the control plane until none is left.`);
      const all = buckets.list(stores.tokens.projectIds());
      const gone = all.filter(({ id }) => intents.findBucket(id)?.isMissing);
      for (const { alias } of gone) log(`The bucket ${alias} is gone from the cluster: it is not moved.`);
      return all.filter((bucket) => !gone.includes(bucket));
    },
    open: (bucketId) =>
      told(async () => {
        if (await api.allow(clusterIdOf(bucketId), accessKeyId, ALL)) return;
        throw new StartError(`The bucket ${bucketId} is gone from the cluster.`);
      }),
    secretOf: (key) =>
      told(async () => {
        const secret = await api.findSecret(key.accessKeyId);
        if (secret !== undefined) return secret;
        throw new StartError(
          `The access key ${key.accessKeyId} is gone from the cluster: start its control plane, delete the key or apply Terraform, stop it again, and run the move again.`,
        );
      }),
    makeBucket: ({ position: _, ...bucket }) =>
      told(async () => {
        const { id, alias } = bucket;
        if (!intents.findBucket(id)) {
          if (await api.findBucket({ alias }))
            throw new StartError(`The cluster has a bucket with the name ${alias} already.`);
          context.transaction(() => {
            buckets.insert({ ...bucket, maxSize: LARGEST, settled: true });
            intents.addBucket(id);
          });
          bucketWork.isNew(id);
        }
        await bucketWork.pass(id);
        if (buckets.find(id)?.alias !== alias)
          throw new StartError(`The cluster has a bucket with the name ${alias} since this moment.`);
      }),
    finishBucket: ({ id, maxSize, description, updatedAt }) =>
      told(async () => {
        buckets.update(id, { maxSize, description, updatedAt });
        await bucketWork.pass(id);
      }),
    makeKey: ({ position: _, ...key }, secret) =>
      told(async () => {
        const known = intents.findKey(key.id)?.state;
        if (known === 'live') {
          for (const bucketId of lacked(stores, key)) {
            await api.allow(clusterIdOf(bucketId), key.accessKeyId, toGranted(key.permissions, context.rely));
            accessKeys.addBucket(key.id, bucketId);
          }
          return;
        }
        // It was being made as an earlier attempt ended: the key that is there is recognised by its name.
        if (known !== undefined) intents.removeKey(key.id);
        intents.addKey({ ...key, secretAccessKey: secret }, toGranted(key.permissions, context.rely));
        keyWork.want(key.id);
        await keyWork.pass(key.id).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          throw new StartError(
            `${error.message.replace(/ Make another key\.$/, '')} Start the old service, delete this key and make another one there, stop it again, and run the move again.`,
          );
        });
      }),
    keyIds: () => intents.keys().map(({ keyId }) => keyId),
    removeBucket: ({ id, alias }) =>
      told(async () => {
        const { clusterId } = intents.findBucket(id) ?? {};
        if (clusterId !== undefined && (await api.allow(clusterId, accessKeyId, ALL))) await endpoint.empty(alias);
        intents.changeBucket(id, { state: 'deleting' });
        if ((await bucketWork.pass(id)) !== 'deleted')
          throw new StartError(`The bucket ${alias} was deleted in the old service, and is not empty in the cluster.`);
      }),
    removeKey: (id) =>
      told(async () => {
        intents.revokeKey(id);
        await keyWork.pass(id);
      }),
    close: async () => {
      try {
        await told(() => revoke(parts, accessKeyId));
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        // It is expired before it is deleted.
        const opens = error.message.startsWith('DeleteKey:') ? '' : ', and opens its buckets';
        throw new StartError(
          `The key of the move, ${accessKeyId}, may be left in the cluster${opens}: garage key delete --yes ${accessKeyId} deletes it. ${error.message}`,
        );
      } finally {
        api.close();
        await storage.close();
      }
    },
  };
}
