import type { Context } from '../context';
import { unwritableSentence } from '../unwritable';
import { Blobs } from './blobs';
import { AT_HAND_BYTES, type AtHand } from './buffer-pool';
import type { Digester, Incoming } from './incoming';
import { ageOn, isExpired, type LifecycleNote, type LifecycleRule, midnightOf } from './lifecycle';
import { keyPast, type Listing, listPage, listPageBefore, type ObjectQuery, type QueryBefore } from './listing';
import type { BlobFiles, BlobStore, ObjectStore, UploadStore } from './ports';
import { slice } from './reading';
import type {
  BriefObject,
  ByteRange,
  ConfigurationKind,
  ObjectAddress,
  ObjectAttributes,
  StoredObject,
} from './records';
import { Uploads } from './uploads';
import { ObjectWriter, type WriteOptions } from './write';

/** The use of a bucket, without unfinished uploads in its bytes. */
export interface Usage {
  readonly bytes: bigint;
  readonly objects: number;
  readonly uploads: number;
}

export interface ObjectStores {
  readonly objects: ObjectStore;
  readonly uploads: UploadStore;
  readonly blobs: BlobStore;
  readonly files: BlobFiles;
}

/**
 * The objects of all buckets. A write takes effect completely or not at all. A write beyond the quota throws a {@link DomainError}
 * `quota_exceeded` whose message names the limit, the use and the size of the write. Each write checks when it commits that its bucket
 * still exists, and throws `not_found` if not.
 */
export class Objects {
  readonly #store: ObjectStore;
  readonly #uploadStore: UploadStore;
  readonly #blobs: Blobs;
  readonly #writer: ObjectWriter;
  readonly uploads: Uploads;
  /** Lifecycle rules by bucket, because every download looks for them. */
  readonly #lifecycles = new Map<string, readonly LifecycleRule[]>();

  constructor(
    private readonly context: Context,
    { objects, uploads, blobs, files }: ObjectStores,
  ) {
    this.#store = objects;
    this.#uploadStore = uploads;
    this.#blobs = new Blobs(blobs, files, context.transaction, context.fromReserve);
    this.#writer = new ObjectWriter(objects, this.#blobs);
    this.uploads = new Uploads(context, uploads, this.#blobs, this.#writer);
  }

  /** The use of a bucket. Throws `not_found` if the bucket does not exist. */
  usage(bucketId: string): Usage {
    const { bytes, objects } = this.#writer.requireFill(bucketId);
    return { bytes, objects, uploads: this.#uploadStore.count(bucketId) };
  }

  find(address: ObjectAddress): StoredObject | undefined {
    return this.#store.find(address);
  }

  /** Throws `damaged` if bytes of the object are known to be lost. */
  requireWhole(object: StoredObject): void {
    if (this.#blobs.isWhole) return;
    this.#blobs.requireWhole(this.#writer.requireSegments(object));
  }

  /**
   * Reads the object's bytes, even if it is replaced or deleted meanwhile: the reading holds them from this call until it ends. Each piece is valid
   * until the next one is requested. A reader that stops early must call `return`, as `for await` and streams do. Throws `not_found` if this version
   * is already gone, so call it right after `find`, without an await in between.
   */
  read(object: StoredObject, range?: ByteRange): AsyncIterableIterator<Uint8Array> {
    const segments = this.#writer.requireSegments(object);
    this.#blobs.requireWhole(segments);
    return this.#blobs.read(range ? slice(segments, range.first, range.last - range.first + 1) : segments);
  }

  /** Like {@link read}, but synchronous, for few bytes in one segment. Undefined for others. */
  readNow(object: StoredObject, range?: ByteRange): AtHand | undefined {
    const { first, last } = range ?? { first: 0, last: object.size - 1 };
    if (last - first >= AT_HAND_BYTES) return undefined;
    const [segment, ...more] = slice(this.#writer.requireSegments(object), first, last - first + 1);
    return segment && more.length === 0 ? this.#blobs.readNow(segment) : undefined;
  }

  async put(
    { bucketId, key }: ObjectAddress,
    { headers, metadata }: ObjectAttributes,
    incoming: Incoming,
    options?: WriteOptions,
  ): Promise<StoredObject> {
    const requireRoom = (size: number) => this.#writer.requireRoom({ bucketId, key }, size);
    requireRoom(incoming.length ?? 0);
    const blob = await this.#blobs.receive(incoming, requireRoom);
    try {
      const { etag, checksum } = incoming.digest();
      return this.#blobs.commit(() => {
        const written = { bucketId, key, headers, metadata, etag, checksum, size: blob.size, parts: undefined };
        const object = { ...written, uploadId: undefined, lastModified: this.context.clock.now() };
        return this.#writer.write(object, this.#blobs.keep(blob), options);
      });
    } catch (error) {
      this.#blobs.discard(blob);
      throw error;
    }
  }

  /**
   * Copies an object without moving bytes, as one piece. The source may be replaced or deleted meanwhile. The copy has the ETag and the checksum
   * of the source, unless `digest` computes them from the bytes: for the ETag of a source in parts, or another checksum.
   */
  async copy(
    source: StoredObject,
    { bucketId, key }: ObjectAddress,
    { headers, metadata }: ObjectAttributes,
    { digest, ...options }: WriteOptions & { readonly digest?: Digester | undefined } = {},
  ): Promise<StoredObject> {
    const segments = this.#writer.requireSegments(source);
    this.#blobs.requireWhole(segments);
    const retained = this.#blobs.retain(segments);
    try {
      const digested = digest && (await this.#blobs.digest(segments, digest));
      return this.#blobs.commit(() => {
        retained.requireCurrent();
        const { etag, checksum } = digested ?? source;
        const object = {
          ...{ bucketId, key, headers, metadata, etag, checksum },
          size: source.size,
          parts: undefined,
          lastModified: this.context.clock.now(),
          uploadId: undefined,
        };
        // The reference is added before the prior object is removed, because that may be the source.
        this.#blobs.share(segments);
        return this.#writer.write(object, segments, options);
      });
    } finally {
      retained.letGo();
    }
  }

  /** Deletes an object. False if there was none. */
  delete(address: ObjectAddress, options?: WriteOptions): boolean {
    return this.#blobs.free(() => this.#writer.delete(address, options));
  }

  /** Deletes the objects with these keys, if they exist, in one transaction, or in several where there is no space for one. */
  deleteMany(bucketId: string, keys: readonly string[]): void {
    try {
      this.#blobs.free(() => this.#writer.deleteMany(bucketId, keys));
    } catch (error) {
      if (keys.length < 2 || unwritableSentence(error) === undefined) throw error;
      const half = keys.length >> 1;
      this.deleteMany(bucketId, keys.slice(0, half));
      this.deleteMany(bucketId, keys.slice(half));
    }
  }

  list(bucketId: string, query: ObjectQuery): Listing<StoredObject> {
    return listPage(query, (start) => this.#store.scan(bucketId, start));
  }

  /** The last entries before a key, for a page backwards. */
  listBefore(bucketId: string, query: QueryBefore): Listing<StoredObject> {
    return listPageBefore(query, (before) => this.#store.scanBack(bucketId, before));
  }

  /** Number and bytes of the objects below a prefix. */
  measure(bucketId: string, prefix: string): Omit<Usage, 'uploads'> {
    return this.#store.measure(bucketId, prefix, keyPast(prefix));
  }

  /** The newest version. Every later write has a higher one. */
  newestVersion(): number {
    return this.#store.newest();
  }

  /** A listing with the fields that S3 shows. */
  listBrief(bucketId: string, query: ObjectQuery): Listing<BriefObject> {
    return listPage(query, (start) => this.#store.scanBrief(bucketId, start));
  }

  /** The object that this upload has made, if it is still the current one, so that completing twice has the same response. */
  findCompleted(address: ObjectAddress, uploadId: string): StoredObject | undefined {
    return this.#store.findCompleted(address, uploadId);
  }

  /** A bucket's configuration of one kind as text; undefined if it has none. */
  configuration(bucketId: string, kind: ConfigurationKind): string | undefined {
    return this.#store.configuration(bucketId, kind);
  }

  /** Sets or, with undefined, removes a configuration. Throws `not_found` if the bucket does not exist. */
  setConfiguration(bucketId: string, kind: ConfigurationKind, text: string | undefined): void {
    const write = (work: () => void) => (text === undefined ? this.#blobs.free(work) : this.#blobs.commit(work));
    write(() => {
      this.#writer.requireFill(bucketId);
      this.#store.setConfiguration(bucketId, kind, text);
    });
    this.#lifecycles.delete(bucketId);
  }

  /** The lifecycle rules of a bucket; none if it has no such configuration. */
  lifecycleRules(bucketId: string): readonly LifecycleRule[] {
    const known = this.#lifecycles.get(bucketId);
    if (known) return known;
    const text = this.#store.configuration(bucketId, 'lifecycle');
    const rules = text === undefined ? [] : (JSON.parse(text) as LifecycleRule[]);
    this.#lifecycles.set(bucketId, rules);
    return rules;
  }

  /** Applies the lifecycle rules of all buckets for a day, counted from 1970-01-01 UTC, in one transaction. Readings of objects go on. */
  applyLifecycle(today: number): LifecycleNote[] {
    return this.#blobs.free(() => {
      const configurations = this.#store.configurations('lifecycle');
      return configurations.flatMap(({ bucketId, text }) =>
        (JSON.parse(text) as LifecycleRule[]).flatMap((rule) => this.#applyRule(rule, bucketId, today)),
      );
    });
  }

  /** Deletes everything in a bucket, with unfinished uploads and configuration, and runs `also` in the same transaction. */
  deleteAll(bucketId: string, also: () => void): void {
    this.#blobs.free(() => {
      this.#blobs.release(this.#store.clear(bucketId));
      also();
    });
    this.#lifecycles.delete(bucketId);
  }

  /** Call it after everything stored was replaced. Readings in progress end with an error. */
  clear(): void {
    this.#blobs.clear();
    this.#lifecycles.clear();
  }

  #applyRule(rule: LifecycleRule, bucketId: string, today: number): LifecycleNote[] {
    const { prefix = '', id: ruleId, expiration, abortAfterDays = Number.POSITIVE_INFINITY, isEnabled } = rule;
    if (!isEnabled) return [];
    const start = { key: prefix, inclusive: true };
    const note = (action: LifecycleNote['action'], key: string) => ({
      ...{ action, day: midnightOf(today), bucketId, key, ruleId },
    });
    const expired = expiration
      ? pickWithin(prefix, this.#store.scan(bucketId, start), (object) => isExpired(expiration, rule, object, today))
      : [];
    for (const { key } of expired) this.#writer.delete({ bucketId, key });
    // Limits of size do not apply, because an upload has none.
    const uploads = this.#uploadStore.scan(bucketId, start);
    const abandoned = pickWithin(prefix, uploads, ({ initiatedAt }) => ageOn(today, initiatedAt) >= abortAfterDays);
    for (const { id } of abandoned) this.#blobs.release(this.#uploadStore.delete(id));
    return [...expired.map(({ key }) => note('expired', key)), ...abandoned.map(({ key }) => note('aborted', key))];
  }
}

/** The chosen items whose keys begin with the prefix. All are collected, because a bucket must not be changed during a scan. */
function pickWithin<T extends { readonly key: string }>(
  prefix: string,
  scan: Iterable<T>,
  picks: (item: T) => boolean,
): T[] {
  const picked: T[] = [];
  for (const item of scan) {
    if (!item.key.startsWith(prefix)) break;
    if (picks(item)) picked.push(item);
  }
  return picked;
}
