import type { Bucket, Permissions } from '../domain/records';
import type { ClusterBucket, ClusterGrant } from './admin-api';
import type { GarageParts } from './parts';

const BITS = ['read', 'write', 'owner'] as const;
const NOTHING: Permissions = { read: false, write: false, owner: false };

/** Compares a bucket in the cluster with our intents: corrects rights, and records its use. */
export class Comparison {
  constructor(private readonly parts: Pick<GarageParts, 'api' | 'intents' | 'accessKeys' | 'realNow' | 'found'>) {}

  async compare({ id, projectId, alias }: Bucket, found: ClusterBucket): Promise<void> {
    const { intents, accessKeys, realNow } = this.parts;
    intents.setUse(id, { bytes: found.bytes, objects: Number(found.objects), at: realNow() });
    const granted = new Map(found.keys.map((grant) => [grant.accessKeyId, grant]));
    const expected = new Map<string, Permissions>();
    for (const key of accessKeys.list([projectId])) {
      const intent = intents.findKey(key.id);
      if (!key.bucketIds.includes(id) || intent?.state !== 'live') continue;
      expected.set(key.accessKeyId, intent.granted);
      await this.#correct(found.id, alias, key.accessKeyId, intent.granted, granted.get(key.accessKeyId));
    }
    for (const grant of found.keys) {
      const key = intents.findKeyByAccessKeyId(grant.accessKeyId);
      // A key still being created may have its rights already; a key that is not ours is somebody else's.
      if (key?.state !== 'live' || expected.has(grant.accessKeyId)) continue;
      await this.#correct(found.id, alias, grant.accessKeyId, NOTHING, grant);
    }
  }

  async #correct(
    clusterId: string,
    alias: string,
    accessKeyId: string,
    wanted: Permissions,
    grant: ClusterGrant | undefined,
  ): Promise<void> {
    const { api, intents, found } = this.parts;
    const has = grant?.permissions ?? NOTHING;
    const key = intents.findKeyByAccessKeyId(accessKeyId);
    const without = (one: Permissions, other: Permissions): Permissions => ({
      read: one.read && !other.read,
      write: one.write && !other.write,
      owner: one.owner && !other.owner,
    });
    const [missing, surplus] = [without(wanted, has), without(has, wanted)];
    const isAny = (permissions: Permissions) => BITS.some((bit) => permissions[bit]);
    // Deleted or replaced during the read: the next comparison handles it.
    if (key?.state !== 'live') return;
    if (isAny(surplus)) {
      found(
        'rights_too_wide',
        `the access key ${accessKeyId} had more rights on the bucket ${alias} than it was given.`,
      );
      await api.deny(clusterId, accessKeyId, surplus);
    }
    if (isAny(missing) && !key.isMissing) {
      found('rights_lost', `the access key ${accessKeyId} had lost rights on the bucket ${alias}.`);
      await api.allow(clusterId, accessKeyId, missing);
    }
  }
}
