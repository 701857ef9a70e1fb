import { type Awaitable, andThen } from './awaitable';
import { type Context, requireProject, requireVisible } from './context';
import { DomainError } from './errors';
import { drawAlias, drawFresh, drawId } from './ids';
import { Countdowns } from './lag';
import { Listing, type Page, type PageRequest } from './listing';
import { type BucketUse, isGoneOf, type ObjectPlane } from './object-plane';
import type { Bucket, Caller } from './records';
import { Settling } from './settling';
import type { BucketStore } from './stores';

/** A bucket as a client sees it now. */
export interface SeenBucket extends Bucket {
  /** Whether alias and endpoint are to be shown. */
  readonly showsAlias: boolean;
}

/** Buckets: the service names them, and shows the name when it has settled. */
export class Buckets {
  readonly #listing: Listing<Bucket>;
  readonly #settling: Settling;
  readonly #keyRefusals = new Countdowns();
  /** Buckets by name, of those settled for good: the data plane asks for each request. */
  readonly #named = new Map<string, Bucket>();

  constructor(
    private readonly context: Context,
    private readonly store: BucketStore,
    private readonly plane: ObjectPlane,
  ) {
    this.#listing = new Listing(context.lag, context.rely, (...range) => store.list(...range), isGoneOf(plane));
    this.#settling = new Settling(context.settle, context.lag, context.clock, (id) => store.settle(id));
  }

  /** `alias`: a name that its client chose, which needs no time to settle; undefined: the service draws one. */
  create(
    caller: Caller,
    wanted: { projectId: string; maxSize: bigint; description: string | null | undefined; alias?: string | undefined },
  ): Awaitable<SeenBucket> {
    requireProject(caller, wanted.projectId);
    const now = this.context.clock.now();
    const { random } = this.context;
    const made = this.plane.createBucket({
      id: drawFresh(
        () => drawId(random),
        (drawn) => this.store.find(drawn) !== undefined,
      ),
      alias:
        wanted.alias ??
        drawFresh(
          () => drawAlias(random),
          (drawn) => this.store.findByAlias(drawn) !== undefined,
        ),
      projectId: wanted.projectId,
      maxSize: wanted.maxSize,
      description: wanted.description || null,
      createdAt: now,
      updatedAt: now,
      settled: wanted.alias !== undefined || this.#settling.isImmediate,
    });
    return andThen(made, (bucket) => {
      this.#listing.added(bucket.id);
      this.#keyRefusals.start(bucket.id, this.context.lag.keyRefusals);
      return this.#see(bucket);
    });
  }

  list(caller: Caller, page: PageRequest): Page<SeenBucket> {
    const shown = new Map<string, boolean>();
    const { items, ...rest } = this.#listing.page(caller, page, (bucket) => {
      const showsAlias = this.plane.isReady(bucket.id) && this.#settling.isSettledInList(bucket);
      shown.set(bucket.id, showsAlias);
      return showsAlias ? true : this.context.rely('unsettled') !== 'hidden';
    });
    return { items: items.map((bucket) => ({ ...bucket, showsAlias: shown.get(bucket.id) === true })), ...rest };
  }

  /** What is there, oldest first, for who looks from outside of the service: it counts as no list, and nothing settles by it. */
  stored(caller: Caller): SeenBucket[] {
    return this.#listing.stored(caller).map((bucket) => this.#see(bucket));
  }

  /** Sets the quota; the description as the rules say. Undefined: the request left it out. */
  update(
    caller: Caller,
    { id, maxSize, description }: { id: string; maxSize: bigint; description: string | null | undefined },
  ): Awaitable<SeenBucket> {
    const prior = requireVisible(caller, this.store.find(id), 'bucket', id);
    this.#named.delete(prior.alias);
    const change = {
      maxSize,
      description: this.#nextDescription(prior.description, description),
      updatedAt: this.context.clock.now(),
    };
    return andThen(this.plane.updateBucket(prior, change), (bucket) => this.#see(bucket));
  }

  /**
   * Deletes the bucket, its configuration and its unfinished uploads, and takes it out of every key. One that holds objects is
   * `not_empty`, or they go with it: as the rules say.
   */
  delete(caller: Caller, id: string): Awaitable<void> {
    const bucket = requireVisible(caller, this.store.find(id), 'bucket', id);
    return andThen(this.plane.deleteBucket(bucket), () => {
      this.#listing.removed(bucket);
      this.#settling.forget(id);
      this.#named.delete(bucket.alias);
    });
  }

  /** Undefined: what lies in it is not known yet. */
  usage(id: string): BucketUse | undefined {
    return this.plane.usage(id);
  }

  /** By id, settled or not. */
  find(id: string): Bucket | undefined {
    return this.store.find(id);
  }

  /** The bucket that S3 clients reach by this name: none before the name has settled. */
  findByAlias(alias: string): Bucket | undefined {
    const known = this.#named.get(alias);
    if (known) return known;
    const bucket = this.store.findByAlias(alias);
    if (bucket?.settled) this.#named.set(alias, bucket);
    return bucket && this.#settling.isSettled(bucket) ? bucket : undefined;
  }

  /** Whether a bucket has this name, settled or not. */
  isTaken(alias: string): boolean {
    return this.store.findByAlias(alias) !== undefined;
  }

  /** Throws when a key for these buckets cannot be made: one of them is not in the project, or is still too new. */
  requireForKey(projectId: string, bucketIds: readonly string[]): void {
    const unknown = bucketIds.filter((id) => this.store.find(id)?.projectId !== projectId);
    if (unknown.length > 0) throw bucketsError('not_found', unknown, 'not in the project');
    const gone = bucketIds.filter((id) => this.plane.isMissing(id));
    if (gone.length > 0) throw bucketsError('not_found', gone, 'gone from the storage cluster');
    const fresh = bucketIds.filter((id) => this.#keyRefusals.take(id));
    if (fresh.length > 0) throw bucketsError(this.context.lag.keyRefusal, fresh, 'not ready yet');
  }

  /** Forgets all lag. */
  clear(): void {
    this.#listing.clear();
    this.#named.clear();
    this.#settling.clear();
    this.#keyRefusals.clear();
  }

  #see(bucket: Bucket): SeenBucket {
    return { ...bucket, showsAlias: this.plane.isReady(bucket.id) && this.#settling.isSettled(bucket) };
  }

  #nextDescription(prior: string | null, wanted: string | null | undefined): string | null {
    if (wanted) return wanted;
    // Nothing to keep or to clear: no rule is asked.
    if (prior === null) return null;
    const { rely } = this.context;
    if (wanted === undefined) return rely('omittedDescription') === 'clear' ? null : prior;
    const clearsDescription = rely('clearsDescription');
    const clears = clearsDescription === 'both' || clearsDescription === (wanted === null ? 'null' : 'empty');
    return clears ? null : prior;
  }
}

function bucketsError(code: 'not_found' | 'conflict', ids: readonly string[], reason: string): DomainError {
  return new DomainError(code, `These buckets are ${reason}: ${ids.join(', ')}.`, 'bucket_ids');
}
