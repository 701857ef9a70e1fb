import { drawAlias, drawFresh } from '../domain/ids';
import type { BucketIntent } from '../domain/intents';
import type { Bucket } from '../domain/records';
import { type ClusterBucket, GarageError, type LocalAlias } from './admin-api';
import type { GarageContext } from './context';
import { type Guards, hasSecondNames, isUnused } from './guards';

/** Outcome of a pass. `missing`: it was live, and is gone from the cluster. `not_empty`: it stays, and another pass has to compare it. */
export type BucketOutcome = 'live' | 'deleted' | 'not_empty' | 'missing';

/** Clocks of two machines differ by less than this. Used to compare the age of a bucket with that of its intent. */
const SKEW_MS = 10 * 60_000;
/** No call is in progress for longer than this: Garage gives up calls between its nodes after five minutes. */
const LATEST_MS = 60 * 60_000;

/** Brings a bucket in the cluster to the state of its intent. A pass can be restarted after each step, even if a process was killed between two. */
export class BucketWork {
  /** Buckets that no call can have created yet: they are created without looking them up first. */
  readonly #untried = new Set<string>();
  /** Buckets to compare with the cluster, although nothing is left to do for them. */
  readonly #toCompare = new Set<string>();
  /** Names that cannot be given back, and that this was told of. */
  readonly #taken = new Set<string>();

  constructor(
    private readonly parts: GarageContext,
    private readonly guards: Guards,
    /** Called once S3 clients can reach the bucket. */
    private readonly onReady: (bucketId: string) => void = () => undefined,
    /** Called with the cluster's record of a live bucket. */
    private readonly onSeen: (bucket: Bucket, found: ClusterBucket) => Promise<void> = async () => undefined,
  ) {}

  /** Notes that the bucket's intent has just been written. */
  isNew(bucketId: string): void {
    this.#untried.add(bucketId);
  }

  /** Makes the next pass compare the bucket. */
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

  /** Does one step; undefined: another one follows. */
  #step(bucket: Bucket, intent: BucketIntent): Promise<BucketOutcome | undefined> {
    const { clusterId, state } = intent;
    if (state === 'deleting') return this.#delete(bucket, intent);
    if (clusterId === undefined) return this.#make(bucket, intent);
    if (state === 'creating') return this.#open(bucket, clusterId);
    return this.#keep(bucket, { ...intent, clusterId });
  }

  async #make({ id, alias, projectId }: Bucket, { begunAt, isUncertain }: BucketIntent): Promise<undefined> {
    const { api, intents } = this.parts;
    const accessKeyId = await this.guards.keyOf(projectId);
    const isUntried = this.#untried.delete(id);
    // Noted before the lookup: from here on, a create call of ours may arrive at any time.
    if (!isUntried && !isUncertain) intents.changeBucket(id, { isUncertain: true });
    const found = isUntried ? undefined : await api.findBucket({ alias });
    if (found && !this.#isOurs(found, begunAt)) return this.#rename(id);
    try {
      if (found) intents.changeBucket(id, { clusterId: found.id });
      else intents.changeBucket(id, await this.#create(alias, { accessKeyId, alias: id }));
    } catch (error) {
      if (!(error instanceof GarageError) || error.kind !== 'conflict') throw error;
      // Somebody else has the name, or a call of ours without a response took it. After a first try the next step looks it up.
      if (!isUntried) this.#rename(id);
    }
  }

  async #create(alias: string, second: LocalAlias): Promise<Pick<BucketIntent, 'clusterId' | 'isGuarded'>> {
    const { api } = this.parts;
    try {
      return { clusterId: (await api.createBucket(alias, second)).id, isGuarded: true };
    } catch (error) {
      // The key had that name for a bucket that somebody deleted, or has gone: the name is given as the bucket is opened.
      if (!(error instanceof GarageError) || error.kind !== 'refused') throw error;
      return { clusterId: (await api.createBucket(alias)).id, isGuarded: false };
    }
  }

  /** Whether a bucket with our name was created by an earlier call of ours: nobody else has used it. */
  #isOurs(found: ClusterBucket, begunAt: number): boolean {
    return isUnused(found, this.parts.intents) && found.created >= begunAt - SKEW_MS;
  }

  #rename(id: string): undefined {
    const { intents, buckets, context } = this.parts;
    const alias = drawFresh(drawAlias, context.random, (drawn) => buckets.findByAlias(drawn));
    intents.renameBucket(id, alias);
    this.#untried.add(id);
  }

  async #open(bucket: Bucket, clusterId: string): Promise<undefined> {
    const { api, intents } = this.parts;
    const { id, maxSize } = bucket;
    const opened = await api.setQuota(clusterId, maxSize);
    if (!opened) {
      // Somebody else deleted it before any client could use it.
      intents.changeBucket(id, { clusterId: undefined, isGuarded: false });
      return;
    }
    await this.#giveSecondName(bucket, clusterId);
    if (intents.findBucket(id)?.state === 'creating') {
      // Otherwise its deletion was requested meanwhile, and continues from here.
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

  /** Corrects the bucket in the cluster. Undefined: another step may follow. */
  async #compare(bucket: Bucket, intent: BucketIntent & { clusterId: string }): Promise<BucketOutcome | undefined> {
    const { api, intents } = this.parts;
    const { id, maxSize } = bucket;
    const { clusterId } = intent;
    const found = await api.findBucket({ id: clusterId });
    if (!found) return this.#miss(intent);
    if (intent.isMissing) intents.changeBucket(id, { isMissing: false });
    if (found.quota !== maxSize) intents.changeBucket(id, { appliedMaxSize: undefined });
    await this.onSeen(bucket, found);
    await this.#giveNames(bucket, intent, found);
    return undefined;
  }

  async #giveNames(bucket: Bucket, { isGuarded }: BucketIntent, found: ClusterBucket): Promise<void> {
    const { api, intents } = this.parts;
    const { id, alias } = bucket;
    const isBack = (name: string) =>
      this.parts.found('bucket_without_its_name', `the bucket ${alias} had lost its ${name}; it is given back.`);
    if (!found.aliases.includes(alias) && (await this.#give(alias, 'name', () => api.addAlias(found.id, alias)))) {
      isBack('name');
    }
    const hasSecond = found.keys.some((key) => hasSecondNames(key, intents) && key.localAliases.includes(id));
    if (isGuarded !== hasSecond) intents.changeBucket(id, { isGuarded: hasSecond });
    if (!hasSecond && (await this.#giveSecondName(bucket, found.id))) isBack('second name');
  }

  #giveSecondName({ id, projectId, alias }: Bucket, clusterId: string): Promise<boolean> {
    return this.#give(alias, 'second name', () => this.guards.guard(projectId, { bucketId: id, clusterId }));
  }

  /** Returns whether the name was given. Tells once of one that something else has: the rest of the bucket is kept all the same. */
  async #give(alias: string, name: string, give: () => Promise<void>): Promise<boolean> {
    const lacks = `the bucket ${alias} has no ${name}`;
    try {
      await give();
      this.#taken.delete(lacks);
      return true;
    } catch (error) {
      if (!(error instanceof GarageError) || !['refused', 'conflict'].includes(error.kind)) throw error;
      if (!this.#taken.has(lacks)) {
        this.#taken.add(lacks);
        this.parts.found('bucket_without_its_name', `${lacks}, and cannot get it: ${error.message}`);
      }
      return false;
    }
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
      // A call that creates it may still arrive.
      intents.deleteBucket(id, isUntried ? undefined : { alias, until: realNow() + LATEST_MS });
      return 'deleted';
    }
    const deleted = await api.deleteBucket(clusterId);
    if (deleted === 'not_empty') {
      // Before anything can fail: otherwise it would be deleted once it is empty, although its client was told that it stays.
      intents.changeBucket(id, { state: 'live' });
      this.onReady(id);
      // An earlier attempt may have got half-way before an object arrived: the next pass restores keys and names.
      this.compare(id);
      return 'not_empty';
    }
    // Not earlier: a refused deletion must leave uploads alone.
    await api.cleanUpUploads(clusterId);
    intents.deleteBucket(id, isUncertain ? { alias, until: realNow() + LATEST_MS } : undefined);
    return 'deleted';
  }
}
