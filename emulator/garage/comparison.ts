import type { Bucket, Permissions } from '../domain/records';
import type { ClusterBucket } from './admin-api';
import type { GarageContext } from './context';

const NOTHING: Permissions = { read: false, write: false, owner: false };

type Parts = Pick<GarageContext, 'api' | 'intents' | 'accessKeys' | 'realNow' | 'found'>;

/** Compares a bucket in the cluster with our intents: corrects rights, and records its use. */
export async function compareRights(
  parts: Parts,
  { id, projectId, alias }: Bucket,
  found: ClusterBucket,
): Promise<void> {
  const { intents, accessKeys, realNow } = parts;
  intents.setUse(id, { bytes: found.bytes, objects: Number(found.objects), at: realNow() });
  const granted = new Map(found.keys.map((grant) => [grant.accessKeyId, grant]));
  const expected = new Set<string>();
  for (const { id: keyId, accessKeyId, bucketIds } of accessKeys.list([projectId])) {
    const intent = intents.findKey(keyId);
    if (!bucketIds.includes(id) || intent?.state !== 'live') continue;
    expected.add(accessKeyId);
    const has = granted.get(accessKeyId)?.permissions ?? NOTHING;
    await correct(parts, found.id, alias, accessKeyId, { wanted: intent.granted, has });
  }
  for (const { accessKeyId, permissions: has } of found.keys) {
    // A key still being created may have its rights already; a key that is not ours is somebody else's.
    if (!expected.has(accessKeyId)) await correct(parts, found.id, alias, accessKeyId, { wanted: NOTHING, has });
  }
}

async function correct(
  { api, intents, found }: Parts,
  clusterId: string,
  alias: string,
  accessKeyId: string,
  { wanted, has }: Readonly<Record<'wanted' | 'has', Permissions>>,
): Promise<void> {
  const key = intents.findKeyByAccessKeyId(accessKeyId);
  // Deleted or replaced during the read: the next comparison handles it.
  if (key?.state !== 'live') return;
  const [missing, surplus] = [without(wanted, has), without(has, wanted)];
  if (isAny(surplus)) {
    found('rights_too_wide', `the access key ${accessKeyId} had more rights on the bucket ${alias} than it was given.`);
    await api.deny(clusterId, accessKeyId, surplus);
  }
  if (isAny(missing) && !key.isMissing) {
    found('rights_lost', `the access key ${accessKeyId} had lost rights on the bucket ${alias}.`);
    await api.allow(clusterId, accessKeyId, missing);
  }
}

const without = (one: Permissions, other: Permissions): Permissions => ({
  read: one.read && !other.read,
  write: one.write && !other.write,
  owner: one.owner && !other.owner,
});

const isAny = ({ read, write, owner }: Permissions) => read || write || owner;
