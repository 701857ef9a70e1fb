import type { Context } from '../context';
import { AT_HAND_BYTES, type AtHand } from './at-hand';
import { Blobs } from './blobs';
import { Expiry } from './expiry';
import type { Digester, Incoming } from './incoming';
import type { LifecycleNote } from './lifecycle';
import { keyPast, type Listing, listPage, listPageBefore, type ObjectQuery, type QueryBefore } from './listing';
import type { BlobFiles, BlobStore, ObjectStore, UploadStore } from './ports';
import { slice } from './reading';
import type {
  BriefObject,
  ByteRange,
  Checksum,
  ConfigurationKind,
  ObjectAddress,
  ObjectAttributes,
  Part,
  StoredObject,
  Upload,
} from './records';
import { type PartCheck, type UploadQuery, Uploads } from './uploads';
import { ObjectWriter, type WriteOptions } from './write';

export type { Digester } from './incoming';
export type { Listed, Listing, ObjectQuery } from './listing';
export type { ConfigurationKind } from './records';
export type { UploadQuery } from './uploads';
export type { Condition, WriteOptions } from './write';

const always: PartCheck = () => undefined;

/** How much of a bucket is used. Unfinished uploads do not count. */
export interface Usage {
  readonly bytes: bigint;
  readonly objects: number;
  readonly uploads: number;
}

/** Where objects are kept. */
export interface ObjectStores {
  readonly objects: ObjectStore;
  readonly uploads: UploadStore;
  readonly blobs: BlobStore;
  readonly files: BlobFiles;
}

/**
 * The objects of all buckets. A write is there wholly or not at all, whatever happens meanwhile. Over quota is a
 * {@link DomainError} `quota_exceeded` whose message names limit, use and what was to be added; nothing of the write stays.
 * Each write checks, when it commits, that its bucket still exists: else `not_found`.
 */
export class Objects {
  readonly #store: ObjectStore;
  readonly #uploadStore: UploadStore;
  readonly #blobs: Blobs;
  readonly #writer: ObjectWriter;
  readonly #uploads: Uploads;
  readonly #expiry: Expiry;

  constructor(
    private readonly context: Context,
    { objects, uploads, blobs, files }: ObjectStores,
  ) {
    this.#store = objects;
    this.#uploadStore = uploads;
    this.#blobs = new Blobs(blobs, files, context.transaction);
    this.#writer = new ObjectWriter(objects, this.#blobs);
    this.#uploads = new Uploads(context, uploads, this.#blobs, this.#writer);
    this.#expiry = new Expiry(objects, uploads, this.#blobs, this.#writer);
  }

  /** Throws `not_found` when there is no such bucket. */
  usage(bucketId: string): Usage {
    const { bytes, objects } = this.#writer.requireFill(bucketId);
    return { bytes, objects, uploads: this.#uploadStore.count(bucketId) };
  }

  find(address: ObjectAddress): StoredObject | undefined {
    return this.#store.find(address);
  }

  /** Throws `damaged` when bytes of the object are known to be lost. */
  requireWhole(object: StoredObject): void {
    if (this.#blobs.isWhole) return;
    this.#blobs.requireWhole(this.#writer.requireSegments(object));
  }

  /**
   * The object's bytes, even if it is replaced or deleted meanwhile: the reading holds them from this call until it ends.
   * Each piece is valid until the next one is requested.
   * A reader that stops early must call `return`, as `for await` and streams do. Throws `not_found` if this version is
   * already gone, so call it right after `find`, without an await in between.
   */
  read(object: StoredObject, range?: ByteRange): AsyncIterableIterator<Uint8Array> {
    const segments = this.#writer.requireSegments(object);
    this.#blobs.requireWhole(segments);
    return this.#blobs.read(range ? slice(segments, range.first, range.last - range.first + 1) : segments);
  }

  /** The same at once, where it is little and lies in one piece; undefined: it is to be {@link read}. */
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
   * No bytes are moved; ETag and parts are the source's, which may be replaced or deleted meanwhile. Where another checksum than
   * the source's is wanted, `digest` computes it from the bytes; the parts then have none.
   */
  async copy(
    source: StoredObject,
    { bucketId, key }: ObjectAddress,
    { headers, metadata }: ObjectAttributes,
    { digest, ...options }: WriteOptions & { readonly digest?: Digester | undefined } = {},
  ): Promise<StoredObject> {
    const segments = this.#writer.requireSegments(source);
    this.#blobs.requireWhole(segments);
    const hold = this.#blobs.hold(segments);
    try {
      const checksum = digest && (await this.#blobs.digest(segments, digest)).checksum;
      return this.#blobs.commit(() => {
        hold.requireCurrent();
        const { size, etag, parts } = source;
        const object = {
          ...{ bucketId, key, headers, metadata, size, etag },
          checksum: checksum ?? source.checksum,
          parts: checksum ? parts?.map((part) => ({ ...part, checksum: undefined })) : parts,
          lastModified: this.context.clock.now(),
          uploadId: undefined,
        };
        // Counted before the prior object goes: it may be the source.
        this.#blobs.share(segments);
        return this.#writer.write(object, segments, options);
      });
    } finally {
      hold.letGo();
    }
  }

  /** False: there was none. */
  delete(address: ObjectAddress, options?: WriteOptions): boolean {
    return this.#blobs.commit(() => this.#writer.delete(address, options));
  }

  /** Deletes those of the keys that are there, as one unit. */
  deleteMany(bucketId: string, keys: readonly string[]): void {
    this.#blobs.commit(() => this.#writer.deleteMany(bucketId, keys));
  }

  list(bucketId: string, query: ObjectQuery): Listing<StoredObject> {
    return listPage(query, (start) => this.#store.scan(bucketId, start));
  }

  /** The last entries before a key: a page back. */
  listBefore(bucketId: string, query: QueryBefore): Listing<StoredObject> {
    return listPageBefore(query, (before) => this.#store.scanBack(bucketId, before));
  }

  /** How much lies below a prefix. */
  measure(bucketId: string, prefix: string): Omit<Usage, 'uploads'> {
    return this.#store.measure(bucketId, prefix, keyPast(prefix));
  }

  /** Whatever is written from now on has a higher version. */
  newestVersion(): number {
    return this.#store.newest();
  }

  /** The same with what listings of S3 show. */
  listBrief(bucketId: string, query: ObjectQuery): Listing<BriefObject> {
    return listPage(query, (start) => this.#store.scanBrief(bucketId, start));
  }

  createUpload(
    address: ObjectAddress,
    attributes: ObjectAttributes,
    more: Pick<Upload, 'checksum' | 'accessKeyId'>,
  ): Upload {
    return this.#uploads.create(address, attributes, more);
  }

  findUpload(address: ObjectAddress, uploadId: string): Upload | undefined {
    return this.#uploads.find(address, uploadId);
  }

  /** Throws `not_found` when the upload is completed or aborted meanwhile. */
  putPart(upload: Upload, number: number, incoming: Incoming, check: PartCheck = always): Promise<Part> {
    return this.#uploads.putPart(upload, number, incoming, check);
  }

  /** The digest is computed from the bytes, which are read, not moved. Throws as {@link putPart} and {@link read} do. */
  copyPart(
    upload: Upload,
    number: number,
    source: StoredObject,
    range: ByteRange | undefined,
    digest: Digester,
    check: PartCheck = always,
  ): Promise<Part> {
    return this.#uploads.copyPart(upload, number, source, range, digest, check);
  }

  parts(
    upload: Upload,
    page: { readonly after: number; readonly limit: number },
  ): { readonly parts: readonly Part[]; readonly isTruncated: boolean } {
    return this.#uploads.parts(upload, page);
  }

  /** Uploads in order of key, then of beginning. */
  uploads(bucketId: string, query: UploadQuery): Listing<Upload> {
    return this.#uploads.list(bucketId, query);
  }

  /**
   * Parts that were chosen and checked by the caller become one object; the upload and its other parts are gone. Throws
   * `not_found` when the upload is gone, `conflict` when a chosen part was replaced; over quota the upload is aborted too.
   */
  complete(
    upload: Upload,
    parts: readonly Part[],
    result: { readonly etag: string; readonly checksum: Checksum | undefined },
    options?: WriteOptions,
  ): StoredObject {
    return this.#uploads.complete(upload, parts, result, options);
  }

  /** The object that completing this upload made, as long as it is the current one: completing twice has the same response. */
  findCompleted(address: ObjectAddress, uploadId: string): StoredObject | undefined {
    return this.#store.findCompleted(address, uploadId);
  }

  /** Nothing happens when it is gone already. */
  abort(upload: Upload): void {
    this.#uploads.abort(upload);
  }

  /** A bucket's configuration of one kind, as text, or undefined. */
  configuration(bucketId: string, kind: ConfigurationKind): string | undefined {
    return this.#store.configuration(bucketId, kind);
  }

  /** Throws `not_found` when there is no such bucket. */
  setConfiguration(bucketId: string, kind: ConfigurationKind, text: string | undefined): void {
    this.#blobs.commit(() => {
      this.#writer.requireFill(bucketId);
      this.#store.setConfiguration(bucketId, kind, text);
    });
  }

  /**
   * Does what the lifecycle rules of all buckets say for this day, counted from 1970-01-01 UTC: as one unit. What is being read stays
   * readable.
   */
  applyLifecycle(today: number): LifecycleNote[] {
    return this.#expiry.apply(today);
  }

  /** Deletes everything in a bucket, unfinished uploads and configuration too, and with it what `also` deletes: as one unit. */
  deleteAll(bucketId: string, also: () => void): void {
    this.#blobs.commit(() => {
      this.#blobs.release(this.#store.clear(bucketId));
      also();
    });
  }

  /** Everything stored was replaced: readings under way end with an error. */
  clear(): void {
    this.#blobs.clear();
  }
}
