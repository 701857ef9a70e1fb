import { countOf } from '../domain/counts';
import { StartError } from '../domain/errors';
import { drawAlias } from '../domain/ids';
import type { Permissions } from '../domain/records';
import type { GarageContext } from './context';
import { revoke } from './key-work';
import { guardedProject } from './names';
import type { Unknown, UnknownBucket, UnknownKey } from './unknown-buckets-and-keys';

/** The largest quota, for a bucket whose quota somebody removed. */
const LARGEST = 2n ** 63n - 1n;

/**
 * Decides about what the cluster has of ours and the data folder does not know. Each call returns what it did as a sentence, or throws
 * a `StartError` that says why it cannot, and has then changed nothing.
 */
export class Reconciliation {
  constructor(
    private readonly parts: Pick<GarageContext, 'api' | 'intents' | 'buckets' | 'context'>,
    private readonly addProject: (projectId: string) => void,
  ) {}

  /** Makes it an object of the service again, under its id. Descriptions are lost: the cluster does not have them. */
  adopt(unknown: Unknown): Promise<string> {
    return unknown.kind === 'bucket' ? this.#adoptBucket(unknown) : this.#adoptKey(unknown);
  }

  /** Deletes it in the cluster. A bucket must be empty. */
  async purge(unknown: Unknown): Promise<string> {
    const { api } = this.parts;
    if (unknown.kind === 'key') {
      await revoke(this.parts, unknown.accessKeyId);
      return 'The access key is deleted.';
    }
    const deleted = await api.deleteBucket(unknown.clusterId);
    if (deleted === 'not_empty')
      throw new StartError('The bucket holds objects: delete them first, adopt it, or forget it.');
    await api.cleanUpUploads(unknown.clusterId);
    return 'The bucket is deleted.';
  }

  /** Leaves a bucket in the cluster, and does not ask about it again. */
  forget(unknown: Unknown): string {
    if (unknown.kind === 'key') {
      throw new StartError('An access key cannot be forgotten, because nobody could revoke it: adopt it, or purge it.');
    }
    this.parts.intents.forget(unknown.clusterId);
    return `The bucket stays in the cluster, where its id is ${unknown.clusterId}.`;
  }

  async #adoptBucket({ id, projectId, clusterId, alias: name }: UnknownBucket): Promise<string> {
    const { api, intents, buckets, context } = this.parts;
    const found = await api.findBucket({ id: clusterId });
    if (!found) throw new StartError('The bucket is gone from the cluster.');
    const holder = name === undefined ? undefined : buckets.findByAlias(name);
    if (holder && holder.id !== id) throw new StartError(`The bucket ${holder.id} has its name here.`);
    const known = intents.findBucket(id);
    if (known?.clusterId !== undefined)
      throw new StartError(`The bucket ${id} is another one here (${known.clusterId}).`);
    const maxSize = found.quota ?? LARGEST;
    context.transaction(() => {
      if (!buckets.find(id)) {
        const alias = name ?? drawAlias(context.random);
        const { created: createdAt } = found;
        this.addProject(projectId);
        buckets.insert({
          id,
          projectId,
          alias,
          maxSize,
          description: null,
          createdAt,
          updatedAt: createdAt,
          settled: true,
        });
        intents.addBucket(id);
      }
      // What differs from the cluster is put right by the next comparison.
      intents.changeBucket(id, {
        clusterId,
        state: 'live',
        isGuarded: true,
        isMissing: false,
        appliedMaxSize: maxSize,
      });
    });
    return `The bucket is listed again, with ${countOf(found.objects, 'object')}.`;
  }

  /** Id of a bucket of ours that is unknown here and not decided about; undefined for any other. */
  async #findUndecided(clusterId: string): Promise<string | undefined> {
    const { api, intents } = this.parts;
    if (intents.findBucketByCluster(clusterId) || intents.forgotten().includes(clusterId)) return undefined;
    const found = await api.findBucket({ id: clusterId });
    const guard = found?.keys.find(({ name }) => guardedProject(intents.installation, name) !== undefined);
    return guard?.localAliases[0];
  }

  async #adoptKey({ id, accessKeyId }: UnknownKey): Promise<string> {
    const { api, intents, buckets } = this.parts;
    const found = await api.findKey(accessKeyId);
    if (!found) throw new StartError('The access key is gone from the cluster.');
    if (intents.findKey(id)) throw new StartError(`The access key ${id} is another one here.`);
    for (const { id: clusterId } of found.buckets) {
      const undecided = await this.#findUndecided(clusterId);
      if (undecided !== undefined)
        throw new StartError(`It opens the bucket ${undecided}, too: decide about that one first.`);
    }
    const granted = found.buckets.flatMap(({ id: clusterId, permissions }) => {
      const bucket = buckets.find(intents.findBucketByCluster(clusterId)?.bucketId ?? '');
      return bucket ? [{ bucket, permissions }] : [];
    });
    const [first] = granted;
    if (!first) throw new StartError('It opens no bucket that is known here: purge it.');
    const isSame = ({ permissions: { read, write, owner } }: { permissions: Permissions }) =>
      read === first.permissions.read && write === first.permissions.write && owner === first.permissions.owner;
    if (!granted.every(isSame))
      throw new StartError('It has different rights on its buckets, which no key here has: purge it.');
    if (!granted.every(({ bucket }) => bucket.projectId === first.bucket.projectId)) {
      throw new StartError('Its buckets are of different projects, which those of no key here are: purge it.');
    }
    const bucketIds = granted.map(({ bucket }) => bucket.id);
    const { projectId, createdAt } = first.bucket;
    const { permissions } = first;
    // Its secret half stays where it is; ours is forgotten as the key is completed.
    intents.addKey({ id, projectId, accessKeyId, bucketIds, permissions, createdAt, secretAccessKey: '' }, permissions);
    intents.completeKey(id);
    return 'The access key is listed again.';
  }
}
