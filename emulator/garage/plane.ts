import type { ClusterLook } from '../domain/cluster';
import { DomainError } from '../domain/errors';
import type { BucketUse, ObjectPlane } from '../domain/object-plane';
import type { AccessKey, Bucket, BucketChange, NewAccessKey, NewBucket, Permissions, Stored } from '../domain/records';
import type { Rely } from '../domain/rules';
import { GarageError, toDomainError } from './admin-api';
import { type BucketOutcome, BucketWork } from './bucket-work';
import { compareRights } from './comparison';
import type { GarageContext } from './context';
import { Guards } from './guards';
import { Hold } from './hold';
import { type KeyOutcome, KeyWork } from './key-work';
import { Ownership } from './ownership';
import { Queue, Slots, TIME_LIMITS, type TimeLimits } from './queue';
import type { Obstacle } from './readiness';
import { EACH_MS, Sweep } from './sweep';
import { TimeUp } from './time-limit';
import { Watch } from './watch';

export interface GaragePlaneOptions extends GarageContext {
  /** Whether nobody else creates buckets on the cluster: only then can nameless buckets be deleted. */
  readonly isExclusive: boolean;
  /** Ends every open call. */
  readonly close: () => void;
  readonly timeLimits?: TimeLimits;
}

/** Each call keeps a core of the cluster busy for about 40 ms. */
const SLOTS = 8;

/**
 * The object plane of a Garage cluster. It commits each intent to our database first; a queue then brings the cluster to that state,
 * step by step, for as long as it takes. Requests wait for that up to a time limit.
 */
export class GaragePlane implements ObjectPlane {
  readonly isHere = false;
  readonly sweep: Sweep;
  readonly #timeLimits: TimeLimits;
  readonly #buckets: Queue<BucketOutcome>;
  readonly #keys: Queue<KeyOutcome>;
  readonly #bucketWork: BucketWork;
  readonly #keyWork: KeyWork;
  readonly #watch: Watch;
  /** Buckets that S3 clients cannot reach yet. */
  readonly #unready = new Set<string>();
  #isStopped = false;

  constructor(private readonly options: GaragePlaneOptions) {
    const { timeLimits = TIME_LIMITS, intents, log } = options;
    this.#timeLimits = timeLimits;
    this.#watch = new Watch(options.api, options.realNow);
    const guards = new Guards(options);
    this.#bucketWork = new BucketWork(
      options,
      guards,
      (id) => this.#unready.delete(id),
      (...seen) => compareRights(options, ...seen),
    );
    this.#keyWork = new KeyWork(options, guards);
    const queued = { backoff: timeLimits.backoff, slots: new Slots(SLOTS), log };
    const ownership = new Ownership(options);
    const hold = new Hold(options);
    /** Changes nothing in the cluster before it is certain that no other control plane does. */
    const owned =
      <T>(pass: (id: string) => Promise<T>, isFree = (_id: string) => false) =>
      async (id: string): Promise<T> => {
        await ownership.require();
        if (!isFree(id)) await hold.requireFree();
        return pass(id);
      };
    this.#buckets = new Queue(
      owned(async (id) => {
        const outcome = await this.#bucketWork.pass(id);
        // Its client does not wait for the comparison.
        if (outcome === 'not_empty') this.#buckets.bring(id);
        return outcome;
      }),
      queued,
    );
    this.#keys = new Queue(
      owned(
        (id) => this.#keyWork.pass(id),
        (id) => intents.findKey(id)?.state === 'revoking',
      ),
      queued,
    );
    for (const { bucketId, state } of intents.buckets()) if (state === 'creating') this.#unready.add(bucketId);
    this.sweep = new Sweep({
      ...options,
      bringBucket: (id, compare) => {
        if (compare) this.#bucketWork.compare(id);
        return this.#buckets.run(id, EACH_MS);
      },
      bringKey: (id, compare) => {
        if (compare) this.#keyWork.compare(id);
        return this.#keys.run(id, EACH_MS);
      },
      ownership,
      hold,
      isWanted: (id) => this.#keyWork.isWanted(id),
    });
  }

  async createBucket(bucket: NewBucket): Promise<Bucket> {
    const { context, buckets, intents } = this.options;
    const { id } = bucket;
    context.transaction(() => {
      buckets.insert(bucket);
      intents.addBucket(id);
    });
    this.#unready.add(id);
    this.#bucketWork.isNew(id);
    try {
      await this.#buckets.run(id, this.#timeLimits.bucketMs);
    } catch (error) {
      // The bucket is created all the same, and shows its name from then on.
      if (!(error instanceof TimeUp)) throw this.#abandonBucket(id, error);
    }
    const made = buckets.find(id);
    if (made) return made;
    throw new DomainError('unavailable', 'The bucket was deleted while it was made.');
  }

  isReady(bucketId: string): boolean {
    return !this.#unready.has(bucketId);
  }

  isMissing(id: string): boolean {
    const { intents } = this.options;
    return (intents.findBucket(id) ?? intents.findKey(id))?.isMissing === true;
  }

  async updateBucket({ id }: Bucket, change: BucketChange): Promise<Bucket> {
    const { context, buckets, intents } = this.options;
    const intent = intents.findBucket(id);
    if (intent?.isMissing) throw gone(id);
    // A bucket still being created gets the new quota anyway.
    const hasNewQuota = intent?.state === 'live' && intent.appliedMaxSize !== change.maxSize;
    const updated = context.transaction(() => {
      if (hasNewQuota) intents.changeBucket(id, { appliedMaxSize: undefined });
      return buckets.update(id, change);
    });
    if (!hasNewQuota) return updated;
    const outcome = await this.#run(this.#buckets, id, 'the quota is set as soon as it can.');
    if (outcome === 'missing') throw gone(id);
    return updated;
  }

  async deleteBucket({ id }: Bucket): Promise<void> {
    const { context } = this.options;
    const outcome = await this.#delete(id);
    if (outcome !== 'not_empty') {
      this.#unready.delete(id);
      return;
    }
    if (context.rely('deleteNonEmpty') === 'conflict') {
      throw new DomainError('not_empty', `The bucket with the id "${id}" holds objects: delete what is in it first.`);
    }
    throw new DomainError('not_implemented', 'Buckets that hold objects cannot be deleted in a storage cluster.');
  }

  async #delete(id: string): Promise<'deleted' | 'not_empty'> {
    for (;;) {
      this.options.intents.changeBucket(id, { state: 'deleting' });
      const outcome = await this.#run(this.#buckets, id, 'the bucket is deleted as soon as it can.', (error) => {
        // The deletion was refused, and has not begun.
        if (error instanceof GarageError && error.operation === 'DeleteBucket') this.#keepBucket(id);
      });
      if (outcome === 'deleted' || outcome === 'not_empty') return outcome;
      // Otherwise an earlier deletion was refused while this one waited for its turn.
    }
  }

  /** Restores the state of a bucket whose deletion was refused. */
  #keepBucket(id: string): void {
    const { intents } = this.options;
    intents.changeBucket(id, { state: this.#unready.has(id) ? 'creating' : 'live' });
  }

  usage(bucketId: string): BucketUse | undefined {
    const use = this.options.intents.use(bucketId);
    return use && { bytes: use.bytes, objects: use.objects, knownAt: use.at };
  }

  async createKey(key: NewAccessKey): Promise<AccessKey> {
    const { intents, context } = this.options;
    // Before the first await: after it, the knob can no longer be attributed to this response.
    const granted = toGranted(key.permissions, context.rely);
    await this.#requireReady(key.bucketIds);
    intents.addKey(key, granted);
    this.#keyWork.want(key.id);
    try {
      const outcome = await this.#keys.run(key.id, this.#timeLimits.responseMs);
      if (outcome.kind === 'made') return outcome.key;
      throw new DomainError('unavailable', 'The access key was deleted while it was made.');
    } catch (error) {
      // A stop of the emulator is like a crash: the next start revokes the key.
      const made = this.#isStopped ? undefined : this.#abandonKey(key.id);
      if (made) return made;
      throw toDomainError(error, 'the access key was not made.');
    } finally {
      this.#keyWork.forget(key.id);
    }
  }

  /** Status of the cluster, for people. */
  look(): Promise<ClusterLook> {
    return this.#watch.look();
  }

  /** What keeps buckets and keys from being changed. */
  obstacles(): Obstacle[] {
    return this.options.readiness.obstacles();
  }

  findRevoking(id: string): Stored | undefined {
    return this.options.intents.findRevoking(id);
  }

  async deleteKey({ id }: Stored): Promise<void> {
    this.options.intents.revokeKey(id);
    await this.#run(this.#keys, id, 'the access key is revoked as soon as it can.');
  }

  clear(): void {
    // Stored data is never replaced here: the control plane refuses that.
  }

  /** Finishes what was left undone, then sweeps every minute. */
  start(): void {
    this.sweep.start();
  }

  /** Ends everything; the next start continues unfinished work. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const stopped = [this.#buckets.stop(), this.#keys.stop(), this.sweep.stop()];
    this.options.close();
    await Promise.all(stopped);
  }

  /** Takes back a bucket that no client was told of. Returns the error for the client. */
  #abandonBucket(id: string, error: unknown): unknown {
    const { intents } = this.options;
    // A stop of the emulator is like a crash: the next start continues.
    if (this.#isStopped) return error;
    const intent = intents.findBucket(id);
    if (intent?.clusterId === undefined && !intent?.isUncertain) {
      intents.deleteBucket(id);
    } else if (intent.state === 'creating') {
      intents.changeBucket(id, { state: 'deleting' });
      this.#buckets.bring(id);
    }
    return toDomainError(error, 'the bucket was not made.');
  }

  /** Revokes a key whose secret half no client knows, unless it has just been completed. */
  #abandonKey(id: string): AccessKey | undefined {
    const { intents, accessKeys } = this.options;
    if (intents.findKey(id)?.state === 'live') return accessKeys.find(id);
    if (this.#keyWork.isUntried(id)) {
      // Revoking it would add useless load to a cluster that is too busy already.
      intents.removeKey(id);
      return undefined;
    }
    this.#keyWork.forget(id);
    if (intents.revokeKey(id)) this.#keys.bring(id);
    return undefined;
  }

  async #requireReady(bucketIds: readonly string[]): Promise<void> {
    const { intents } = this.options;
    const unready = () => bucketIds.filter((id) => intents.findBucket(id)?.state !== 'live');
    const making = unready().filter((id) => intents.findBucket(id)?.state === 'creating');
    try {
      await Promise.all(making.map((id) => this.#buckets.run(id, this.#timeLimits.responseMs)));
    } catch (error) {
      if (!(error instanceof TimeUp)) throw toDomainError(error, 'the access key was not made.');
    }
    const left = unready();
    if (left.length === 0) return;
    throw new DomainError('conflict', `These buckets are not ready: ${left.join(', ')}.`, 'bucket_ids');
  }

  /** Returns the outcome of a pass, or throws the error for the client. */
  #run<T>(queue: Queue<T>, id: string, says: string, onError = (_error: unknown): void => undefined): Promise<T> {
    return queue.run(id, this.#timeLimits.responseMs).catch((error) => {
      onError(error);
      throw toDomainError(error, says);
    });
  }
}

/** Garage's bits are independent of each other: if the owner may do everything, the key gets all three. */
export function toGranted(permissions: Permissions, rely: Rely): Permissions {
  if (!permissions.owner) return permissions;
  return rely('ownerPermission') === 'full' ? { read: true, write: true, owner: true } : permissions;
}

function gone(id: string): DomainError {
  return new DomainError('not_found', `The bucket with the id "${id}" is gone from the storage cluster.`, 'id');
}
