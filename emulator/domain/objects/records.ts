/** How a checksum is computed over the parts of an object: over all bytes, or over the checksums of the parts (`…-3`). */
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

/** The checksums that S3 knows, by the names it gives them. */
export const CHECKSUM_ALGORITHMS = [
  'CRC32',
  'CRC32C',
  'CRC64NVME',
  'MD5',
  'SHA1',
  'SHA256',
  'SHA512',
  'XXHASH128',
  'XXHASH3',
  'XXHASH64',
] as const;

/** The checksum that S3, since December 2024, adds to an object whose client sends none. */
export const DEFAULT_CHECKSUM = 'CRC64NVME';

export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** A checksum, base64 as on the wire; a composite one ends in `-` and the number of parts. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly type: ChecksumType;
  readonly value: string;
  /**
   * CRC64NVME of the same bytes, of a part that announced another checksum in an upload that announced none: the object gets its
   * checksum from these.
   */
  readonly crc64nvme?: string | undefined;
}

/** Where an object lies: the bucket's id and the key, 1 to 1,024 bytes of UTF-8. */
export interface ObjectAddress {
  readonly bucketId: string;
  readonly key: string;
}

/** What a client said about an object and gets back with it. */
export interface ObjectAttributes {
  /** By lower-case name: content-type, content-encoding, cache-control, content-disposition, content-language, expires, x-amz-website-redirect-location. */
  readonly headers: Readonly<Record<string, string>>;
  /** User metadata, by lower-case name without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** One part of an object that was uploaded in parts, as GET and HEAD with `partNumber` see it. */
export interface ObjectPart {
  readonly number: number;
  readonly size: number;
  readonly checksum: Checksum | undefined;
}

/** A whole object, without its bytes. Times are milliseconds since 1970-01-01 UTC, sizes bytes. */
export interface StoredObject extends ObjectAddress, ObjectAttributes {
  /** Differs for every write, also of the same bytes: what reads are bound to. */
  readonly version: number;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly checksum: Checksum | undefined;
  readonly lastModified: number;
  /** Undefined: it was put in one piece. */
  readonly parts: readonly ObjectPart[] | undefined;
}

/** What a listing of S3 shows of an object. */
export type BriefObject = Pick<StoredObject, 'key' | 'size' | 'etag' | 'checksum' | 'lastModified'>;

/** An upload in parts that was begun and neither completed nor aborted. */
export interface Upload extends ObjectAddress, ObjectAttributes {
  readonly id: string;
  /** The checksum that was announced when it was begun. */
  readonly checksum: { readonly algorithm: ChecksumAlgorithm; readonly type: ChecksumType } | undefined;
  readonly initiatedAt: number;
  /** Public id of the access key that began it. */
  readonly accessKeyId: string;
}

/** One part of an upload, stored. A second one of the same number replaces the first. */
export interface Part {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly checksum: Checksum | undefined;
  readonly lastModified: number;
}

/** Inclusive range of bytes, within the object. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** What a bucket can be told about itself. */
export const CONFIGURATION_KINDS = ['cors', 'lifecycle'] as const;

export type ConfigurationKind = (typeof CONFIGURATION_KINDS)[number];
