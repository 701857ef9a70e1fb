import type { BriefObject, ConfigurationKind, ObjectAddress, Part, StoredObject, Upload } from './records';

/** A run of bytes within one blob. An object, or a part, is an ordered list of these. */
export type Segment = readonly [blobId: number, offset: number, length: number];

/** Bytes that no row knows yet: still in memory, or in a file of {@link BlobFiles}. */
export type NewBlob =
  | { readonly size: number; readonly bytes: Uint8Array }
  | { readonly size: number; readonly file: string };

/** Where the bytes of a blob lie. */
export type BlobContent = { readonly bytes: Uint8Array } | { readonly file: string };

/** What dropping references has brought about. */
export interface Dropped {
  /** Files of what was deleted, to be removed. */
  readonly files: readonly string[];
  /** Blobs that nothing refers to, but that are held. */
  readonly dying: readonly number[];
}

/**
 * Runs of bytes that objects and parts share, counted by reference. The caller owns the transaction.
 */
export interface BlobStore {
  /** Stores it, with one reference to it. */
  insert(blob: NewBlob): number;
  addReferences(segments: readonly Segment[]): void;
  /** Drops one reference for each segment. What then has none is deleted, or, while it is held, named: see `deleteUnreferenced`. */
  dropReferences(segments: readonly Segment[], isHeld: (id: number) => boolean): Dropped;
  /** Deletes the blob if nothing refers to it; gives the file that is then to be removed. */
  deleteUnreferenced(id: number): string | undefined;
  /** Throws when there is no such blob. */
  content(id: number): BlobContent;
  /** Deletes what nothing refers to, left over by a process that was killed while it was held. */
  deleteLeftOvers(): void;
}

/** How full a bucket is, and how full it may be. In bytes, but for `objects`. */
export interface Fill {
  readonly maxSize: bigint;
  readonly bytes: bigint;
  readonly objects: number;
}

/** Where a scan of keys begins. */
export interface ScanStart {
  readonly key: string;
  /** Whether `key` itself is part of it. */
  readonly inclusive: boolean;
  /** How many will be taken, where that is known: they are read at once. */
  readonly expected?: number | undefined;
}

/** An object as it is made. */
export type NewObject = Omit<StoredObject, 'version'> & {
  /** The upload that made it; undefined: it was put or copied. */
  readonly uploadId: string | undefined;
};

/** Objects without their bytes, and how much of its bucket they fill. Several rows per call: the caller owns the transaction. */
export interface ObjectStore {
  /** Undefined: there is no such bucket. */
  fill(bucketId: string): Fill | undefined;
  find(address: ObjectAddress): StoredObject | undefined;
  /** What completing this upload made, if it lies there still. */
  findCompleted(address: ObjectAddress, uploadId: string): StoredObject | undefined;
  /** Where the bytes of this very version lie; undefined: it was replaced or deleted. */
  segments(version: number): Segment[] | undefined;
  /** @param current what lies at its address now, and is replaced */
  put(object: NewObject, segments: readonly Segment[], current: StoredObject | undefined): StoredObject;
  delete(object: StoredObject): void;
  /** Deletes those of the keys that are there, and gives the segments that they had. */
  deleteMany(bucketId: string, keys: readonly string[]): Segment[];
  /** In the order of the UTF-8 of keys, lazily. Not to be changed while it runs. */
  scan(bucketId: string, start: ScanStart): Iterable<StoredObject>;
  /** The other way: from the last key before this one on, or from the last one. */
  scanBack(bucketId: string, before: string | undefined): Iterable<StoredObject>;
  /** How many objects have a key from `from` on and before `to`, and their bytes; `to` undefined: to the end. */
  measure(bucketId: string, from: string, to: string | undefined): { readonly objects: number; readonly bytes: bigint };
  /** The version of the newest object of all; 0 where there is none. */
  newest(): number;
  /** The same for what a listing of S3 shows, which costs a third. */
  scanBrief(bucketId: string, start: ScanStart): Iterable<BriefObject>;
  /** Deletes all objects, uploads and parts of the bucket, and gives the segments that they had. */
  clear(bucketId: string): Segment[];
  configuration(bucketId: string, kind: ConfigurationKind): string | undefined;
  setConfiguration(bucketId: string, kind: ConfigurationKind, text: string | undefined): void;
  /** That of every bucket that has one of this kind. */
  configurations(kind: ConfigurationKind): { readonly bucketId: string; readonly text: string }[];
}

/** Unfinished uploads and their parts. Several rows per call: the caller owns the transaction. */
export interface UploadStore {
  /** @param random the end of its id; what comes before it grows with each upload */
  insert(upload: Omit<Upload, 'id'>, random: string): Upload;
  find(address: ObjectAddress, id: string): Upload | undefined;
  count(bucketId: string): number;
  /** In the order of the UTF-8 of keys, then of beginning. `afterId`: of `start.key` itself, those begun after that one. */
  scan(bucketId: string, start: ScanStart, afterId?: string): Iterable<Upload>;
  /** With its parts; gives the segments that they had. */
  delete(id: string): Segment[];
  /** Gives the segments of the part that it replaces. */
  putPart(uploadId: string, part: Part, segments: readonly Segment[]): Segment[];
  parts(uploadId: string, after: number, limit: number): Part[];
  findPart(uploadId: string, number: number): { readonly part: Part; readonly segments: Segment[] } | undefined;
}

/** A file of bytes being written. */
export interface BlobWriter {
  readonly file: string;
  /** Appends; the pieces are the writer's from then on. Not before the last call has ended. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  /** Ends the file. */
  close(): Promise<void>;
  /** Ends and removes it. */
  discard(): Promise<void>;
}

/** A file of bytes, open. It can be read to its end although it was removed. */
export interface BlobReader {
  /** Fills all of `into`. Throws when there are not so many bytes. */
  read(position: number, into: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/**
 * Files for the bytes of larger blobs. A file counts once a row names it. Reading a file that is missing, or ends early, throws
 * a {@link DomainError} `damaged`.
 */
export interface BlobFiles {
  create(): Promise<BlobWriter>;
  open(file: string): Promise<BlobReader>;
  /** Removes, in the background, files that a commit freed: not before that commit lasts. */
  remove(files: readonly string[]): void;
  /** Removes, in the background, a file that no commit ever named. */
  discard(file: string): void;
  /** Reads without waiting: for small files, which cost more to wait for than to read. Fills all of `into`, by default with the whole file. */
  readNow(file: string, position?: number, into?: Uint8Array): Uint8Array;
  /** The same for writing: pieces that become one file. */
  writeNow(pieces: readonly Uint8Array[]): string;
  /** Throws `damaged` for a file that is known to be missing or short. */
  requireWhole(file: string): void;
  /** Whether no file is known to be. */
  readonly isWhole: boolean;
}
