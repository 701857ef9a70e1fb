import type { Context } from '../context';
import { DomainError } from '../errors';
import { drawUploadToken } from '../ids';
import type { Blobs } from './blobs';
import type { Digest, Digester, Incoming } from './incoming';
import { type Listing, listPage, type ObjectQuery } from './listing';
import type { Segment, UploadStore } from './ports';
import { slice } from './reading';
import type { ByteRange, ObjectAddress, ObjectAttributes, Part, StoredObject, Upload } from './records';
import type { ObjectWriter, WriteOptions } from './write';

export type UploadQuery = ObjectQuery & {
  /** Also lists the uploads of the key `after` that were begun after this one. */
  readonly afterUploadId: string | undefined;
};

/** Throws if the part may not be stored. Called in the transaction that stores it. */
export type PartCheck = () => void;

const always: PartCheck = () => undefined;

/** Multipart uploads. They count towards a quota only when they are completed. */
export class Uploads {
  constructor(
    private readonly context: Context,
    private readonly store: UploadStore,
    private readonly blobs: Blobs,
    private readonly writer: ObjectWriter,
  ) {}

  create(
    { bucketId, key }: ObjectAddress,
    { headers, metadata }: ObjectAttributes,
    { checksum, accessKeyId }: Pick<Upload, 'checksum' | 'accessKeyId'>,
  ): Upload {
    const { clock, random } = this.context;
    const initiatedAt = clock.now();
    return this.blobs.commit(() => {
      this.writer.requireFill(bucketId);
      const upload = { bucketId, key, headers, metadata, checksum, accessKeyId, initiatedAt };
      return this.store.insert(upload, drawUploadToken(random));
    });
  }

  find(address: ObjectAddress, uploadId: string): Upload | undefined {
    return this.store.find(address, uploadId);
  }

  /** Stores a part. Throws `not_found` if the upload is completed or aborted meanwhile. */
  async putPart(upload: Upload, number: number, incoming: Incoming, check: PartCheck = always): Promise<Part> {
    this.#require(upload);
    const blob = await this.blobs.receive(incoming, () => this.#require(upload));
    try {
      const digest = incoming.digest();
      return this.blobs.commit(() => {
        check();
        this.#require(upload);
        return this.#replacePart(upload, number, digest, this.blobs.keep(blob), blob.size);
      });
    } catch (error) {
      this.blobs.discard(blob);
      throw error;
    }
  }

  /** Copies a part without moving bytes; reads them to compute the digest. Throws the errors of {@link putPart} and of reading the source. */
  async copyPart(
    upload: Upload,
    number: number,
    source: StoredObject,
    range: ByteRange | undefined,
    digester: Digester,
    check: PartCheck = always,
  ): Promise<Part> {
    const all = this.writer.requireSegments(source);
    const size = range ? range.last - range.first + 1 : source.size;
    const segments = range ? slice(all, range.first, size) : all;
    this.blobs.requireWhole(segments);
    // From now on the source may be deleted.
    const retained = this.blobs.retain(segments);
    try {
      const digest = await this.blobs.digest(segments, digester);
      return this.blobs.commit(() => {
        retained.requireCurrent();
        check();
        this.#require(upload);
        this.blobs.share(segments);
        return this.#replacePart(upload, number, digest, segments, size);
      });
    } finally {
      retained.letGo();
    }
  }

  parts({ id }: Upload, { after, limit }: { readonly after: number; readonly limit: number }) {
    const found = this.store.parts(id, after, limit + 1);
    // As with keys, a page of at most 0 parts is complete.
    return { parts: found.slice(0, limit), isTruncated: limit > 0 && found.length > limit };
  }

  /** Lists uploads in the order of their keys, then of their beginning. */
  list(bucketId: string, { afterUploadId, ...query }: UploadQuery): Listing<Upload> {
    return listPage(query, (start) => this.store.scan(bucketId, start, start.inclusive ? undefined : afterUploadId));
  }

  /**
   * Makes one object of the parts that the caller has chosen and checked, and deletes the upload and its other parts. Throws `not_found` if the upload
   * is gone, and `conflict` if a chosen part was replaced. If the object exceeds the quota, also aborts the upload.
   */
  complete(
    upload: Upload,
    parts: readonly Part[],
    { etag, checksum }: Digest,
    options: WriteOptions = {},
  ): StoredObject {
    const { id, bucketId, key, headers, metadata } = upload;
    try {
      return this.blobs.commit(() => {
        this.#require(upload);
        const segments = parts.flatMap((part) => this.#chosen(upload, part));
        this.blobs.requireWhole(segments);
        const object = {
          ...{ bucketId, key, headers, metadata, etag, checksum },
          size: parts.reduce((sum, { size }) => sum + size, 0),
          lastModified: this.context.clock.now(),
          parts: parts.map(({ number, size, checksum }) => ({ number, size, checksum })),
          uploadId: id,
        };
        this.blobs.share(segments);
        const written = this.writer.write(object, segments, options);
        this.blobs.release(this.store.delete(id));
        return written;
      });
    } catch (error) {
      // The parts will never fit, so the upload is aborted, as in Garage.
      if (error instanceof DomainError && error.code === 'quota_exceeded') this.abort(upload);
      throw error;
    }
  }

  /** Aborts an upload. Does nothing if it is already gone. */
  abort({ id }: Upload): void {
    this.blobs.free(() => this.blobs.release(this.store.delete(id)));
  }

  #require({ bucketId, key, id }: Upload): void {
    if (this.store.find({ bucketId, key }, id)) return;
    throw new DomainError('not_found', `The upload "${id}" was completed or aborted.`);
  }

  #replacePart(upload: Upload, number: number, { etag, checksum }: Digest, segments: Segment[], size: number): Part {
    const part: Part = { number, size, etag, checksum, lastModified: this.context.clock.now() };
    this.blobs.release(this.store.putPart(upload.id, part, segments));
    return part;
  }

  #chosen({ id }: Upload, { number, etag, size }: Part): readonly Segment[] {
    const found = this.store.findPart(id, number);
    if (found?.part.etag === etag && found.part.size === size) return found.segments;
    throw new DomainError('conflict', `Part ${number} of the upload "${id}" was replaced.`);
  }
}
