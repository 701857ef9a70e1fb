import type { BriefObject, ConfigurationKind, ObjectAddress, Part, StoredObject, Upload } from './records';

/** A range of bytes in a blob. An object or a part is an ordered list of segments. */
export type Segment = readonly [blobId: number, offset: number, length: number];

/** Bytes that no row names yet, in memory or in a file of {@link BlobFiles}. */
export type NewBlob =
  | { readonly size: number; readonly bytes: Uint8Array }
  | { readonly size: number; readonly file: string };

export type BlobContent = { readonly bytes: Uint8Array } | { readonly file: string };

export interface Dropped {
  /** Files of deleted blobs, for the caller to remove. */
  readonly files: readonly string[];
  /** Ids of blobs without references that are retained. */
  readonly dying: readonly number[];
}

/** Blobs that objects and parts share, with a count of references. The caller owns the transaction. */
export interface BlobStore {
  /** Stores the blob with one reference, and returns its id. */
  insert(blob: NewBlob): number;
  addReferences(segments: readonly Segment[]): void;
  /** Drops one reference for each segment. Deletes blobs that then have none; returns those that are retained (see `deleteUnreferenced`). */
  dropReferences(segments: readonly Segment[], isRetained: (id: number) => boolean): Dropped;
  /** Deletes the blob if nothing refers to it, and returns its file for the caller to remove. */
  deleteUnreferenced(id: number): string | undefined;
  /** Throws if the blob does not exist. */
  content(id: number): BlobContent;
  /** Deletes blobs without references that a killed process has left because they were retained. */
  deleteLeftOvers(): void;
}

/** Use and quota of a bucket, in bytes except for `objects`. */
export interface Fill {
  readonly maxSize: bigint;
  readonly bytes: bigint;
  readonly objects: number;
}

export interface ScanStart {
  readonly key: string;
  /** Whether the scan includes `key` itself. */
  readonly inclusive: boolean;
  /** Number of items that will be taken, at least 1, if known, so that they are read at once. */
  readonly expected?: number | undefined;
}

export type NewObject = Omit<StoredObject, 'version'> & {
  /** The upload that made it; undefined if it was put or copied. */
  readonly uploadId: string | undefined;
};

/** Objects without their bytes, and the use of their buckets. A call changes several rows, so the caller owns the transaction. */
export interface ObjectStore {
  /** Undefined if the bucket does not exist. */
  fill(bucketId: string): Fill | undefined;
  find(address: ObjectAddress): StoredObject | undefined;
  /** The object that this upload has made, if it is still the current one. */
  findCompleted(address: ObjectAddress, uploadId: string): StoredObject | undefined;
  /** The segments of this version; undefined if it was replaced or deleted. */
  segments(version: number): Segment[] | undefined;
  /** @param current the object at this address, which is replaced */
  put(object: NewObject, segments: readonly Segment[], current: StoredObject | undefined): StoredObject;
  delete(object: StoredObject): void;
  /** Deletes the objects with these keys, if they exist, and returns their segments. */
  deleteMany(bucketId: string, keys: readonly string[]): Segment[];
  /** Reads objects lazily in the order of their keys in UTF-8. Do not change the bucket meanwhile. */
  scan(bucketId: string, start: ScanStart): Iterable<StoredObject>;
  /** Reads objects backwards from the last key before `before`, or from the last key of all. */
  scanBack(bucketId: string, before: string | undefined): Iterable<StoredObject>;
  /** Number and bytes of the objects from key `from` (included) to `to` (excluded), or to the end. */
  measure(bucketId: string, from: string, to: string | undefined): { readonly objects: number; readonly bytes: bigint };
  /** The version of the newest object of all; 0 if there is none. */
  newest(): number;
  /** Like {@link scan}, but only with the fields of an S3 listing, which takes a third of the time. */
  scanBrief(bucketId: string, start: ScanStart): Iterable<BriefObject>;
  /** Deletes all objects, uploads and parts of the bucket, and returns their segments. */
  clear(bucketId: string): Segment[];
  configuration(bucketId: string, kind: ConfigurationKind): string | undefined;
  setConfiguration(bucketId: string, kind: ConfigurationKind, text: string | undefined): void;
  /** The configurations of this kind of all buckets. */
  configurations(kind: ConfigurationKind): { readonly bucketId: string; readonly text: string }[];
}

/** Unfinished uploads and their parts. A call changes several rows, so the caller owns the transaction. */
export interface UploadStore {
  /** @param random the end of its id; the part before it grows with each upload */
  insert(upload: Omit<Upload, 'id' | 'isOvertaken'>, random: string): Upload;
  find(address: ObjectAddress, id: string): Upload | undefined;
  count(bucketId: string): number;
  /** Reads uploads by key in UTF-8, then by beginning. `afterId`: of the uploads of `start.key`, only those begun after this one. */
  scan(bucketId: string, start: ScanStart, afterId?: string): Iterable<Upload>;
  /** Deletes an upload and its parts, and returns their segments. */
  delete(id: string): Segment[];
  /** Stores a part, and returns the segments of the part that it replaces. */
  putPart(uploadId: string, part: Part, segments: readonly Segment[]): Segment[];
  parts(uploadId: string, after: number, limit: number): Part[];
  findPart(uploadId: string, number: number): { readonly part: Part; readonly segments: Segment[] } | undefined;
}

export interface BlobWriter {
  readonly file: string;
  /** Appends the pieces, which then belong to the writer. Wait for each call before the next one. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  close(): Promise<void>;
  /** Closes and removes the file. */
  discard(): Promise<void>;
}

/** An open file. It can be read to its end even if it is removed. */
export interface BlobReader {
  /** Fills `into` completely. Throws if the file has too few bytes. */
  read(position: number, into: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/**
 * Files for the bytes of larger blobs. A file counts once a row names it. Reading a file that is missing or too short throws a
 * {@link DomainError} `damaged`.
 */
export interface BlobFiles {
  create(): Promise<BlobWriter>;
  open(file: string): Promise<BlobReader>;
  /** Removes files that a commit has freed, in the background, once the commit is durable. */
  remove(files: readonly string[]): void;
  /** Removes a file that no commit has named, in the background. */
  discard(file: string): void;
  /** Reads a small file synchronously, which takes less time than waiting. Fills all of `into`, by default with the whole file. */
  readNow(file: string, position?: number, into?: Uint8Array): Uint8Array;
  /** Writes pieces to one new file synchronously, and returns its name. */
  writeNow(pieces: readonly Uint8Array[]): string;
  /** Throws `damaged` if the file is known to be missing or too short. */
  requireWhole(file: string): void;
  /** True if no file is known to be missing or too short. */
  readonly isWhole: boolean;
}
