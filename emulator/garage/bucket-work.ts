import { drawAlias, drawFresh } from '../domain/ids';
import type { BucketIntent } from '../domain/intents';
import type { Bucket } from '../domain/records';
import { type ClusterBucket, GarageError } from './admin-api';
import type { GarageParts } from './parts';

/** What a pass over a bucket comes to. `missing`: it was live, and is gone from the cluster. */
export type BucketOutcome = 'live' | 'deleted' | 'not_empty' | 'missing';

/** Clocks of two machines differ by less, when it is asked whether a bucket is older than what was decided. */
const SKEW_MS = 10 * 60_000;
/** A call is not under way for longer: Garage gives up the calls among its nodes after five minutes. */
const LATEST_MS = 60 * 60_000;

/**
 * From what was decided of a bucket to what the cluster has. A pass can be begun anew after each step, whoever was killed between two
 * of them.
 */
export class BucketWork {
  /** Buckets that no call may have made yet: it is not asked for them before they are made. */
  readonly #untried = new Set<string>();
  /** Whether a bucket is to be compared with what the cluster has, although nothing is to be done. */
  readonly #toCompare = new Set<string>();

  constructor(
    private readonly parts: GarageParts,
    /** Called once S3 clients can reach the bucket. */
    private readonly onReady: (bucketId: string) => void,
    /** Called with what the cluster says of a live bucket. */
    private readonly onSeen: (bucket: Bucket, intent: BucketIntent, found: ClusterBucket) => Promise<void>,
  ) {}

  /** Notes that its intent was written just now. */
  isNew(bucketId: string): void {
    this.#untried.add(bucketId);
  }

  /** Has the next pass compare the bucket. */
  compare(bucketId: string): void {
    this.#toCompare.add(bucketId);
  }

  async pass(bucketId: string): Promise<BucketOutcome> {
    let outcome: BucketOutcome | undefined;
    while (outcome === undefined) {
      const { intents, buckets } = this.parts;
      const [bucket, intent] = [buckets.find(bucketId), intents.findBucket(bucketId)];
      if (!bucket || !intent) return 'deleted';
      outcome = await this.#step(bucket, intent);
    }
    return outcome;
  }

  /** One step; undefined: there is another one. */
  #step(bucket: Bucket, intent: BucketIntent): Promise<BucketOutcome | undefined> {
    const { clusterId, state } = intent;
    if (state === 'deleting') return this.#delete(bucket, intent);
    if (clusterId === undefined) return this.#make(bucket, intent);
    if (state === 'creating') return this.#open(bucket, clusterId);
    return this.#keep(bucket, { ...intent, clusterId });
  }

  async #make({ id, alias }: Bucket, { begunAt, isUncertain }: BucketIntent): Promise<undefined> {
    const { api, intents } = this.parts;
    const isUntried = this.#untried.delete(id);
    // Before it is asked for: from here on a call of ours may arrive at any time.
    if (!isUntried && !isUncertain) intents.changeBucket(id, { isUncertain: true });
    const found = isUntried ? undefined : await api.findBucket({ alias });
    if (found && !this.#isOurs(found, begunAt)) return this.#rename(id);
    try {
      const { id: clusterId } = found ?? (await api.createBucket(alias));
      intents.changeBucket(id, { clusterId });
    } catch (error) {
      if (!(error instanceof GarageError) || error.kind !== 'conflict') throw error;
      // Somebody else's, or made by a call of ours whose response never came: the next step looks.
      if (!isUntried) this.#rename(id);
    }
  }

  /** Whether a bucket of our name is one that an earlier call of ours made: nobody else has used it. */
  #isOurs({ id, keys, objects, created }: ClusterBucket, begunAt: number): boolean {
    const isUnused = keys.length === 0 && objects === 0n && created >= begunAt - SKEW_MS;
    return isUnused && this.parts.intents.findBucketByCluster(id) === undefined;
  }

  #rename(id: string): undefined {
    const { intents, buckets, context } = this.parts;
    const alias = drawFresh(
      () => drawAlias(context.random),
      (drawn) => buckets.findByAlias(drawn) !== undefined,
    );
    intents.renameBucket(id, alias);
    this.#untried.add(id);
  }

  async #open({ id, maxSize }: Bucket, clusterId: string): Promise<undefined> {
    const { api, intents } = this.parts;
    const opened = await api.setQuota(clusterId, maxSize);
    if (!opened) {
      // It was deleted behind our back before anybody could use it.
      intents.changeBucket(id, { clusterId: undefined });
    } else if (intents.findBucket(id)?.state === 'creating') {
      // Else its deletion was asked for meanwhile, and goes on from here.
      intents.changeBucket(id, { state: 'live', appliedMaxSize: maxSize });
      this.onReady(id);
    }
  }

  async #keep(bucket: Bucket, intent: BucketIntent & { clusterId: string }): Promise<BucketOutcome | undefined> {
    const { api, intents } = this.parts;
    const { id, maxSize } = bucket;
    const { clusterId } = intent;
    if (intent.appliedMaxSize !== maxSize) {
      const changed = await api.setQuota(clusterId, maxSize);
      if (!changed) return this.#miss(intent);
      intents.changeBucket(id, { appliedMaxSize: maxSize });
      return undefined;
    }
    if (!this.#toCompare.delete(id)) return intent.isMissing ? 'missing' : 'live';
    return this.#compare(bucket, intent);
  }

  /** Puts right what the cluster has of it. Undefined: there may be another step. */
  async #compare(bucket: Bucket, intent: BucketIntent & { clusterId: string }): Promise<BucketOutcome | undefined> {
    const { api, intents } = this.parts;
    const { id, maxSize, alias } = bucket;
    const { clusterId } = intent;
    const found = await api.findBucket({ id: clusterId });
    if (!found) return this.#miss(intent);
    if (intent.isMissing) intents.changeBucket(id, { isMissing: false });
    if (!found.aliases.includes(alias)) {
      this.parts.found('bucket_without_its_name', `the bucket ${alias} had lost its name; it is given back.`);
      await api.addAlias(clusterId, alias);
    }
    if (found.quota !== maxSize) intents.changeBucket(id, { appliedMaxSize: undefined });
    await this.onSeen(bucket, intent, found);
    return undefined;
  }

  #miss({ bucketId, clusterId, isMissing }: BucketIntent): BucketOutcome {
    if (!isMissing) {
      const alias = this.parts.buckets.find(bucketId)?.alias;
      this.parts.found('bucket_gone', `the bucket ${alias} (${clusterId}) is gone, and was not deleted here.`);
      this.parts.intents.changeBucket(bucketId, { isMissing: true });
    }
    return 'missing';
  }

  async #delete(bucket: Bucket, intent: BucketIntent): Promise<BucketOutcome | undefined> {
    const { api, intents, realNow } = this.parts;
    const { id, alias } = bucket;
    const { clusterId, begunAt, isUncertain } = intent;
    if (clusterId === undefined) {
      const isUntried = this.#untried.delete(id);
      const found = isUntried ? undefined : await api.findBucket({ alias });
      if (found && this.#isOurs(found, begunAt)) {
        intents.changeBucket(id, { clusterId: found.id });
        return undefined;
      }
      // A call that makes it may still arrive.
      intents.deleteBucket(id, isUntried ? undefined : { alias, until: realNow() + LATEST_MS });
      return 'deleted';
    }
    const deleted = await api.deleteBucket(clusterId);
    if (deleted === 'not_empty') {
      // An earlier attempt may have come half-way, and an object in between: keys and name are given back.
      await this.#compare(bucket, { ...intent, clusterId });
      intents.changeBucket(id, { state: 'live' });
      this.onReady(id);
      return 'not_empty';
    }
    // Not before: a deletion that is refused leaves uploads alone.
    await api.cleanUpUploads(clusterId);
    intents.deleteBucket(id, isUncertain ? { alias, until: realNow() + LATEST_MS } : undefined);
    return 'deleted';
  }
}
