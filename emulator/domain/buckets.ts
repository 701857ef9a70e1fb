import { Collection, type Page, type PageRequest } from './collection';
import { type Context, requireProject, requireVisible } from './context';
import { DomainError } from './errors';
import { drawAlias, drawFresh } from './ids';
import { Countdowns } from './lag';
import type { BucketUse, ObjectPlane } from './object-plane';
import type { Bucket, BucketStore, Caller } from './records';
import { Settling } from './settling';

/** A bucket as clients see it now. */
export interface SeenBucket extends Bucket {
  /** Whether lists show alias and endpoint. */
  readonly showsAlias: boolean;
}

/** Buckets. The service chooses their names, and shows a name when the bucket has settled. */
export class Buckets extends Collection<Bucket, BucketStore> {
  readonly #settling: Settling;
  readonly #keyRefusals = new Countdowns();
  /** Permanently settled buckets by name, because the data plane looks one up for each request. */
  readonly #named = new Map<string, Bucket>();

  constructor(
    context: Context,
    store: BucketStore,
    private readonly plane: ObjectPlane,
  ) {
    super(context, store, plane.isHere ? undefined : plane);
    this.#settling = new Settling(context.settle, context.lag, context.clock, (id) =>
      context.fromReserve(() => store.settle(id)),
    );
  }

  /** Creates a bucket. `alias` is a name that the client chose and that is settled at once; without it the service draws one. */
  async create(
    caller: Caller,
    wanted: { projectId: string; maxSize: bigint; description: string | null | undefined; alias?: string | undefined },
  ): Promise<SeenBucket> {
    requireProject(caller, wanted.projectId);
    const now = this.context.clock.now();
    const { random } = this.context;
    const bucket = await this.plane.createBucket({
      id: this.freshId(),
      alias: wanted.alias ?? drawFresh(drawAlias, random, (drawn) => this.store.findByAlias(drawn)),
      projectId: wanted.projectId,
      maxSize: this.#storedSize(wanted.maxSize),
      description: this.#storedDescription(wanted.description),
      createdAt: now,
      updatedAt: now,
      settled: wanted.alias !== undefined || this.#settling.isImmediate,
    });
    this.added(bucket.id);
    this.#keyRefusals.start(bucket.id, this.context.lag.keyRefusals);
    return this.#see(bucket);
  }

  override list(caller: Caller, page: PageRequest): Page<SeenBucket> {
    const shown = new Map<string, boolean>();
    const { items, ...rest } = super.list(caller, page, (bucket) => {
      const showsAlias = this.plane.isReady(bucket.id) && this.#settling.isSettledInList(bucket);
      shown.set(bucket.id, showsAlias);
      return showsAlias ? true : this.context.rely('unsettled') !== 'hidden';
    });
    return { items: items.map((bucket) => ({ ...bucket, showsAlias: shown.get(bucket.id) === true })), ...rest };
  }

  override stored(caller: Caller): SeenBucket[] {
    return super.stored(caller).map((bucket) => this.#see(bucket));
  }

  /** Sets the quota, and the description as the rules say. An undefined description means that the request left it out. */
  async update(
    caller: Caller,
    { id, maxSize, description }: { id: string; maxSize: bigint; description: string | null | undefined },
  ): Promise<SeenBucket> {
    const prior = requireVisible(caller, this.store.find(id), 'bucket', id);
    this.#named.delete(prior.alias);
    const change = {
      maxSize: this.#storedSize(maxSize),
      description: this.#nextDescription(prior.description, description),
      updatedAt: this.context.clock.now(),
    };
    return this.#see(await this.plane.updateBucket(prior, change));
  }

  /**
   * Deletes the bucket, its configuration and its unfinished uploads, and removes it from every key. If it contains objects, throws
   * `not_empty` or deletes them, as the rules say.
   */
  async delete(caller: Caller, id: string): Promise<void> {
    const bucket = requireVisible(caller, this.store.find(id), 'bucket', id);
    await this.plane.deleteBucket(bucket);
    this.removed(bucket);
    this.#settling.forget(id);
    this.#named.delete(bucket.alias);
  }

  /** Undefined if the use is not known yet. */
  usage(id: string): BucketUse | undefined {
    return this.plane.usage(id);
  }

  /** The bucket with this id, settled or not. */
  find(id: string): Bucket | undefined {
    return this.store.find(id);
  }

  /** The bucket that S3 clients reach by this name; undefined before it has settled. */
  findByAlias(alias: string): Bucket | undefined {
    const known = this.#named.get(alias);
    if (known) return known;
    const bucket = this.store.findByAlias(alias);
    if (bucket?.settled) this.#named.set(alias, bucket);
    return bucket && this.#settling.isSettled(bucket) ? bucket : undefined;
  }

  /** True if a bucket has this name, settled or not. */
  isTaken(alias: string): boolean {
    return this.store.findByAlias(alias) !== undefined;
  }

  /** Throws if a key for these buckets cannot be created, because one of them is not in the project or is too new. */
  requireForKey(projectId: string, bucketIds: readonly string[]): void {
    const unknown = bucketIds.filter((id) => this.store.find(id)?.projectId !== projectId);
    if (unknown.length > 0) throw bucketsError('not_found', unknown, 'not in the project');
    const gone = bucketIds.filter((id) => this.plane.isMissing(id));
    if (gone.length > 0) throw bucketsError('not_found', gone, 'gone from the storage cluster');
    const fresh = bucketIds.filter((id) => this.#keyRefusals.take(id));
    if (fresh.length > 0) throw bucketsError(this.context.lag.keyRefusal, fresh, 'not ready yet');
  }

  override clear(): void {
    super.clear();
    this.#named.clear();
    this.#settling.clear();
    this.#keyRefusals.clear();
  }

  #see(bucket: Bucket): SeenBucket {
    return { ...bucket, showsAlias: this.plane.isReady(bucket.id) && this.#settling.isSettled(bucket) };
  }

  #storedSize(wanted: bigint): bigint {
    if (wanted % MEBIBYTE === 0n || this.context.rely('maxSizes') === 'as_sent') return wanted;
    return wanted < MEBIBYTE ? MEBIBYTE : wanted - (wanted % MEBIBYTE);
  }

  #storedDescription(wanted: string | null | undefined): string | null {
    const description = wanted ?? '';
    const trimmed = description.trim();
    const clipped = [...description].slice(0, LONGEST_CLIPPED).join('');
    if (trimmed === description && clipped === description) return description || null;
    const stored = { as_sent: description, trimmed, clipped }[this.context.rely('descriptions')];
    return stored || null;
  }

  #nextDescription(prior: string | null, wanted: string | null | undefined): string | null {
    if (wanted) return this.#storedDescription(wanted);
    // There is nothing to keep or to clear, so no rule is used.
    if (prior === null) return null;
    const { rely } = this.context;
    if (wanted === undefined) return rely('omittedDescription') === 'clear' ? null : prior;
    const clearsDescription = rely('clearsDescription');
    const clears = clearsDescription === 'both' || clearsDescription === (wanted === null ? 'null' : 'empty');
    return clears ? null : prior;
  }
}

const MEBIBYTE = 2n ** 20n;

/** Number of characters that the rule `descriptions` leaves of a description that it clips. */
const LONGEST_CLIPPED = 40;

function bucketsError(code: 'not_found' | 'conflict', ids: readonly string[], reason: string): DomainError {
  return new DomainError(code, `These buckets are ${reason}: ${ids.join(', ')}.`, 'bucket_ids');
}
