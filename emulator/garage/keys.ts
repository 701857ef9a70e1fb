import { drawSecretAccessKey } from '../domain/ids';
import type { NewAccessKey, Permissions } from '../domain/records';
import { GarageError } from './admin-api';
import type { Cluster } from './cluster';
import type { ClusterKey } from './responses';
import type { BucketRow, KeyRow } from './rows';

const NONE: Permissions = { read: false, write: false, owner: false };

/** A key that a request waits for. Its secret half is nowhere else. */
export interface Making {
  readonly key: NewAccessKey;
  /** Whether the cluster may know the key. */
  isTried: boolean;
}

/**
 * Makes the cluster agree with the row of the key. It may be stopped at any point, and repeated. A key that no request waits for is not created but
 * revoked: nobody has its secret half.
 */
export async function convergeKey(cluster: Cluster, keyId: string, making?: Making): Promise<KeyRow | undefined> {
  const { rows } = cluster;
  for (;;) {
    const row = rows.key(keyId);
    if (row?.state === 'creating' && making) await create(cluster, row, making);
    else if (row?.state === 'creating') rows.moveKey(keyId, 'creating', 'revoking');
    else if (row?.state === 'revoking') {
      await revoke(cluster, row);
      rows.moveKey(keyId, 'revoking', 'revoked');
    } else return row;
  }
}

async function create({ api, rows, buckets, accessKeys }: Cluster, row: KeyRow, making: Making): Promise<void> {
  const { keyId, accessKeyId, granted } = row;
  const { key } = making;
  const name = rows.keyName(keyId);
  making.isTried = true;
  const imported = await api.importKey(accessKeyId, key.secretAccessKey, name);
  if (imported === 'taken' && (await api.findKey(accessKeyId))?.name !== name) {
    throw new GarageError('refused', 'ImportKey', `the id ${accessKeyId} was used before`);
  }
  for (const bucketId of key.bucketIds) {
    const { clusterId, state } = rows.bucket(bucketId) ?? {};
    // A bucket that is deleted loses all its keys.
    if (clusterId === undefined || state !== 'live' || !hasAny(granted)) continue;
    if (rows.key(keyId)?.state !== 'creating') return;
    if (!(await api.allow(clusterId, accessKeyId, granted))) {
      throw new GarageError('refused', 'AllowBucketKey', `the bucket ${clusterId} or the key ${accessKeyId} is gone`);
    }
  }
  const bucketIds = key.bucketIds.filter((id) => buckets.find(id));
  // Unless its request has given up.
  rows.moveKey(keyId, 'creating', 'live', () => accessKeys.insert({ ...key, bucketIds }, { isElsewhere: true }));
}

/** Makes the cluster refuse the key by one write, then deletes it. */
export async function revoke({ api, rows, random }: Cluster, { keyId, accessKeyId }: KeyRow): Promise<void> {
  await api.expireKey(accessKeyId);
  if ((await api.deleteKey(accessKeyId)) === 'deleted') return;
  // A call that creates it may still arrive. Garage accepts no id twice, so this one takes its place.
  await api.importKey(accessKeyId, drawSecretAccessKey(random), rows.keyName(keyId));
  await api.deleteKey(accessKeyId);
}

/** Compares a live key with the cluster: puts its rights on our buckets right, and notes whether it is there. Creates nothing. */
export async function compareKey(cluster: Cluster, keyId: string): Promise<void> {
  const { api, rows, say } = cluster;
  const row = rows.key(keyId);
  if (row?.state !== 'live') return;
  const { accessKeyId } = row;
  const found = await api.findKey(accessKeyId);
  const isMissing = found?.expired !== false;
  rows.setKeyMissing(keyId, isMissing);
  if (isMissing) {
    return say(`The access key ${accessKeyId} is ${found ? 'expired' : 'gone'}, and was not deleted here.`);
  }
  const ours = rows.buckets().filter(({ state }) => state === 'live');
  for (const { clusterId, lacks, exceeds } of differencesOf(cluster, row, ours, found.buckets)) {
    say(
      `The access key ${accessKeyId} had other rights on the bucket ${clusterId} than it was given: they are put right.`,
    );
    if (hasAny(exceeds)) await api.deny(clusterId, accessKeyId, exceeds);
    if (hasAny(lacks)) await api.allow(clusterId, accessKeyId, lacks);
  }
}

/** The buckets on which the key has other rights than its row says. `ours`: rows of live buckets. */
export function differencesOf(
  { accessKeys }: Cluster,
  row: KeyRow,
  ours: readonly BucketRow[],
  there: ClusterKey['buckets'],
) {
  const bucketIds = accessKeys.find(row.keyId)?.bucketIds ?? [];
  const rights = new Map(there.map(({ id, permissions }) => [id, permissions]));
  return ours.flatMap(({ bucketId, clusterId = '', isMissing }) => {
    const wanted = bucketIds.includes(bucketId) && !isMissing ? row.granted : NONE;
    const has = rights.get(clusterId) ?? NONE;
    const [lacks, exceeds] = [without(wanted, has), without(has, wanted)];
    return hasAny(lacks) || hasAny(exceeds) ? [{ clusterId, lacks, exceeds }] : [];
  });
}

const hasAny = ({ read, write, owner }: Permissions) => read || write || owner;

const without = (all: Permissions, some: Permissions): Permissions => ({
  read: all.read && !some.read,
  write: all.write && !some.write,
  owner: all.owner && !some.owner,
});
