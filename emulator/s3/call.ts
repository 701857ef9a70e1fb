import type { Incoming } from '../domain/objects/incoming';
import type { ChecksumAlgorithm, ObjectAddress } from '../domain/objects/records';
import type { AccessKey, Bucket } from '../domain/records';
import type { S3Operation } from '../domain/s3-operation';
import type { S3Context } from './ports';
import type { S3Request } from './request';
import type { S3Response } from './response';

/** What a body is opened with: see `openBody`. */
export interface OpenOptions {
  readonly checksumAlgorithm?: ChecksumAlgorithm | undefined;
  readonly ignoreChecksumHeaders?: boolean | undefined;
  readonly maxLength?: number | undefined;
}

/** An authenticated request, whatever it is about. */
export interface ServiceCall {
  readonly operation: S3Operation;
  readonly request: S3Request;
  readonly context: S3Context;
  /** Whose key signed. */
  readonly caller: AccessKey;
  /** Name of the bucket as it was asked for; `''` when none was. */
  readonly bucketName: string;
  /** URL of the bucket as the client addressed it, without a slash at the end. */
  readonly bucketUrl: string;
  /** The body, checked as it passes; it also ends, with an error, as soon as the key or the bucket is gone. */
  openBody(options?: OpenOptions): Incoming;
}

/** An authenticated and permitted request about a bucket, or an object in it. */
export interface Call extends ServiceCall {
  readonly bucket: Bucket;
  /** `''` for the bucket itself. */
  readonly key: string;
  readonly address: ObjectAddress;
  /** Whether the key may read another bucket too: the source of a copy. Throws as for the request's own bucket. */
  requireReadable(bucketName: string): Bucket;
  /** Throws when key or bucket were deleted since the request began. */
  requireCurrent(): void;
}

/** One operation: its response, once it has had its effect. Throws an `S3Error` or a `DomainError`. */
export type Run<C extends ServiceCall = Call> = (call: C) => S3Response | Promise<S3Response>;
