import type { Incoming } from './incoming';
import type { ByteRange, Checksum, ObjectAddress, ObjectAttributes, Part, StoredObject, Upload } from './records';

/** Throws when the write may not take place, given what lies there now. Called in the transaction that commits. */
export type Condition = (current: StoredObject | undefined) => void;

export interface WriteOptions {
  readonly condition?: Condition | undefined;
}

/** What a listing asks for. Keys are ordered by the bytes of their UTF-8. */
export interface ObjectQuery {
  readonly prefix: string;
  readonly delimiter: string | undefined;
  /** Begin after this key; with a delimiter, a common prefix given here is skipped whole. */
  readonly after: string;
  /** Objects and common prefixes together. */
  readonly limit: number;
}

/** An object, or a common prefix: in one order. */
export type Listed<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'prefix'; readonly prefix: string };

export interface Listing<T> {
  readonly entries: readonly Listed<T>[];
  readonly isTruncated: boolean;
}

/** How much of a bucket is used. Unfinished uploads do not count. */
export interface Usage {
  readonly bytes: bigint;
  readonly objects: number;
  readonly uploads: number;
}

/**
 * The objects of all buckets. A write is there wholly or not at all, whatever happens meanwhile. Over quota is a
 * {@link DomainError} `quota_exceeded` whose message names limit, use and what was to be added; nothing of the write stays.
 * Each write checks, when it commits, that its bucket still exists: else `not_found`.
 */
export declare class Objects {
  usage(bucketId: string): Usage;
  find(address: ObjectAddress): StoredObject | undefined;
  /** Its bytes, also when the object is replaced or deleted meanwhile: reading holds them. */
  read(object: StoredObject, range?: ByteRange): AsyncIterable<Uint8Array>;
  put(
    address: ObjectAddress,
    attributes: ObjectAttributes,
    incoming: Incoming,
    options?: WriteOptions,
  ): Promise<StoredObject>;
  /** No bytes are moved. */
  copy(
    source: StoredObject,
    target: ObjectAddress,
    attributes: ObjectAttributes,
    options?: WriteOptions & { readonly checksum?: Checksum | undefined },
  ): StoredObject;
  /** False: there was none. */
  delete(address: ObjectAddress, options?: WriteOptions): boolean;
  list(bucketId: string, query: ObjectQuery): Listing<StoredObject>;

  createUpload(
    address: ObjectAddress,
    attributes: ObjectAttributes,
    more: Pick<Upload, 'checksum' | 'accessKeyId'>,
  ): Upload;
  findUpload(address: ObjectAddress, uploadId: string): Upload | undefined;
  putPart(upload: Upload, number: number, incoming: Incoming): Promise<Part>;
  /** The digest is computed from the bytes, which are read, not moved. */
  copyPart(
    upload: Upload,
    number: number,
    source: StoredObject,
    range: ByteRange | undefined,
    digest: (bytes: AsyncIterable<Uint8Array>) => Promise<{ etag: string; checksum: Checksum | undefined }>,
  ): Promise<Part>;
  parts(
    upload: Upload,
    page: { readonly after: number; readonly limit: number },
  ): { readonly parts: readonly Part[]; readonly isTruncated: boolean };
  /** Uploads in order of key, then of beginning. */
  uploads(bucketId: string, query: ObjectQuery & { readonly afterUploadId: string | undefined }): Listing<Upload>;
  /** Parts that were chosen and checked by the caller become one object; the upload and its other parts are gone. */
  complete(
    upload: Upload,
    parts: readonly Part[],
    result: { readonly etag: string; readonly checksum: Checksum | undefined },
    options?: WriteOptions,
  ): StoredObject;
  /** The object that completing this upload made, as long as it is the current one: completing twice has the same answer. */
  findCompleted(address: ObjectAddress, uploadId: string): StoredObject | undefined;
  abort(upload: Upload): void;

  /** A bucket's configuration of one kind, as text, or undefined. */
  configuration(bucketId: string, kind: ConfigurationKind): string | undefined;
  setConfiguration(bucketId: string, kind: ConfigurationKind, text: string | undefined): void;
}

export type ConfigurationKind = 'cors' | 'website' | 'lifecycle';
