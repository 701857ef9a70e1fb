import { drawAccessKeyId, drawSecretAccessKey } from '../domain/ids';
import type { ClusterBucket, ListedKey } from './admin-api';
import type { GarageContext } from './context';
import { guardedProject, guardName } from './names';

/**
 * Second names of buckets, in the namespace of a key without rights.
 *
 * Each bucket has one from the call on that makes it: its id here. So a bucket is known again after the data folder was restored from a
 * backup that is older than the bucket. And S3 DeleteBucket by a key with the owner right deletes a bucket that has one name, but only removes the name of one that has more.
 * A second global name would show the bucket twice in lists; nobody sees the local name of another key. One key per project keeps
 * the row of each key small.
 */
export class Guards {
  readonly #making = new Map<string, Promise<string>>();

  constructor(private readonly parts: Pick<GarageContext, 'api' | 'intents' | 'context'>) {}

  /** Gives the bucket its second name, unless it has one. */
  async guard(projectId: string, { bucketId, clusterId }: { bucketId: string; clusterId: string }): Promise<void> {
    const { api, intents } = this.parts;
    if (intents.findBucket(bucketId)?.isGuarded !== false) return;
    await api.addLocalAlias(clusterId, await this.keyOf(projectId), bucketId);
    intents.changeBucket(bucketId, { isGuarded: true });
  }

  /** The key that has the second names of the project's buckets; it is made if need be. */
  keyOf(projectId: string): Promise<string> {
    const making = this.#making.get(projectId);
    if (making) return making;
    const made = this.#make(projectId).finally(() => this.#making.delete(projectId));
    this.#making.set(projectId, made);
    return made;
  }

  async #make(projectId: string): Promise<string> {
    const { api, intents, context } = this.parts;
    const known = intents.guard(projectId);
    if (known !== undefined && (await api.findKey(known))) return known;
    // Nobody ever uses its secret half, so it is not stored.
    const accessKeyId = drawAccessKeyId(context.random);
    intents.setGuard(projectId, accessKeyId);
    const secretAccessKey = drawSecretAccessKey(context.random);
    await api.importKey({ accessKeyId, secretAccessKey, name: guardName(intents.installation, projectId) });
    return accessKeyId;
  }
}

/** Whether names in the namespace of the key are second names of ours: the key may be of a folder that was restored since. */
export function hasSecondNames(
  { accessKeyId, name }: Pick<ListedKey, 'accessKeyId' | 'name'>,
  intents: GarageContext['intents'],
): boolean {
  return guardedProject(intents.installation, name) !== undefined || intents.isGuard(accessKeyId);
}

/** Whether the bucket is unknown here and empty, and no key opens it: it has at most a second name of ours. */
export function isUnused({ id, keys, objects }: ClusterBucket, intents: GarageContext['intents']): boolean {
  const isSecondName = ({ accessKeyId, permissions: { read, write, owner } }: ClusterBucket['keys'][number]) =>
    intents.isGuard(accessKeyId) && !(read || write || owner);
  return keys.every(isSecondName) && objects === 0n && intents.findBucketByCluster(id) === undefined;
}
