/** The kind of checksum of an object in parts: over all bytes, or over the checksums of the parts (`…-3`). */
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

/** The checksum algorithms of S3, by their names there. */
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

/** The algorithm of the checksum that S3 has added since December 2024 to an object whose client sends none. */
export const DEFAULT_CHECKSUM = 'CRC64NVME';

export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** A checksum in base64, as on the wire; a composite one ends with `-` and the number of parts. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly type: ChecksumType;
  readonly value: string;
  /** CRC64NVME of the same bytes, for a part with another checksum in an upload without one. The checksum of the object is computed from these. */
  readonly crc64nvme?: string | undefined;
}

/** The address of an object: the bucket's id and the key, 1 to 1,024 bytes in UTF-8. */
export interface ObjectAddress {
  readonly bucketId: string;
  readonly key: string;
}

/** The headers that a client sends with an object and receives with it. */
export interface ObjectAttributes {
  /** By lower-case name: content-type, content-encoding, cache-control, content-disposition, content-language, expires, x-amz-website-redirect-location. */
  readonly headers: Readonly<Record<string, string>>;
  /** User metadata, by lower-case name without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A part of an object that was uploaded in parts, for GET and HEAD with `partNumber`. */
export interface ObjectPart {
  readonly number: number;
  readonly size: number;
  readonly checksum: Checksum | undefined;
}

/** An object without its bytes. Times are in milliseconds since 1970-01-01 UTC, sizes in bytes. */
export interface StoredObject extends ObjectAddress, ObjectAttributes {
  /** A number that differs for every write, even of the same bytes. A reading is bound to it. */
  readonly version: number;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly checksum: Checksum | undefined;
  readonly lastModified: number;
  /** Undefined if the object was put in one piece. */
  readonly parts: readonly ObjectPart[] | undefined;
}

/** The fields of an object that a listing of S3 shows. */
export type BriefObject = Pick<StoredObject, 'key' | 'size' | 'etag' | 'checksum' | 'lastModified'>;

/** A multipart upload that is neither completed nor aborted. */
export interface Upload extends ObjectAddress, ObjectAttributes {
  readonly id: string;
  /** The checksum announced at its beginning. */
  readonly checksum: { readonly algorithm: ChecksumAlgorithm; readonly type: ChecksumType } | undefined;
  readonly initiatedAt: number;
  /** Public id of the access key that began it. */
  readonly accessKeyId: string;
  /** Whether an object of its key was written or deleted since it began. */
  readonly isOvertaken: boolean;
}

/** A stored part of an upload. A second part with the same number replaces the first. */
export interface Part {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly checksum: Checksum | undefined;
  readonly lastModified: number;
}

/** A range of bytes of an object, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export const CONFIGURATION_KINDS = ['cors', 'lifecycle'] as const;

export type ConfigurationKind = (typeof CONFIGURATION_KINDS)[number];
