import type { ListedKey } from './admin-api';
import type { GarageContext } from './context';
import { guardedProject, isMark, keyPrefix, moveKeyName } from './names';

/** A bucket in the cluster that has the second name of one of ours, and that the data folder does not know. */
export interface UnknownBucket {
  readonly kind: 'bucket';
  /** Its id at the service. */
  readonly id: string;
  readonly projectId: string;
  readonly clusterId: string;
  /** Undefined: it has lost its name. */
  readonly alias: string | undefined;
}

/** An access key in the cluster that has the name of one of ours, and that the data folder does not know. */
export interface UnknownKey {
  readonly kind: 'key';
  /** Its id at the service. */
  readonly id: string;
  readonly accessKeyId: string;
}

export type Unknown = UnknownBucket | UnknownKey;

/**
 * Whether the key has the name of one of this installation, and the data folder does not know it: neither the mark nor a key that has
 * second names. Its id says nothing: a move keeps ids, so another installation may have a key of the same id.
 */
export function isUnknownKey({ accessKeyId, name }: ListedKey, intents: GarageContext['intents']): boolean {
  const { installation } = intents;
  const isGuardOrMark = guardedProject(installation, name) !== undefined || isMark(installation, name);
  const isOurs = name.startsWith(keyPrefix(installation)) && !isGuardOrMark;
  return isOurs && intents.findKeyByAccessKeyId(accessKeyId) === undefined;
}

/** Whether nobody has to decide about an unknown key, and the next sweep deletes it: it was revoked, or an interrupted move left it. */
export function isToRevoke({ accessKeyId, name }: ListedKey, intents: GarageContext['intents']): boolean {
  return intents.isRevoked(accessKeyId) || name === moveKeyName(intents.installation);
}

/** Lists what the cluster has of ours that the data folder does not know: buckets first, then keys. */
export async function findUnknown({ api, intents }: Pick<GarageContext, 'api' | 'intents'>): Promise<Unknown[]> {
  const { installation } = intents;
  const prefix = keyPrefix(installation);
  const guards = new Map<string, string>();
  const keys: UnknownKey[] = [];
  for await (const key of api.listKeys()) {
    const { accessKeyId, name } = key;
    const projectId = guardedProject(installation, name);
    if (projectId !== undefined) guards.set(accessKeyId, projectId);
    if (key.expired || !isUnknownKey(key, intents) || isToRevoke(key, intents)) continue;
    keys.push({ kind: 'key', id: name.slice(prefix.length), accessKeyId });
  }
  const buckets: UnknownBucket[] = [];
  const forgotten = new Set(intents.forgotten());
  for await (const { id: clusterId, aliases, localAliases } of api.listBuckets()) {
    const second = localAliases.find(({ accessKeyId }) => guards.has(accessKeyId));
    if (!second || forgotten.has(clusterId) || intents.findBucketByCluster(clusterId)) continue;
    const projectId = guards.get(second.accessKeyId) ?? '';
    buckets.push({ kind: 'bucket', id: second.alias, projectId, clusterId, alias: aliases[0] });
  }
  return [...buckets, ...keys];
}

/** One line for people: `bucket 6f0c… (calm-otter-1f2e3d)`. */
export const describeUnknown = (unknown: Unknown): string =>
  unknown.kind === 'bucket'
    ? `bucket ${unknown.id} (${unknown.alias ?? 'without a name'})`
    : `access key ${unknown.id} (${unknown.accessKeyId})`;
