import type { Incoming } from '../domain/objects/incoming';
import type { ObjectAddress } from '../domain/objects/records';
import type { AccessKey, Bucket } from '../domain/records';
import type { BodyOptions } from './body/open-body';
import type { S3Context } from './context';
import type { S3Request } from './request';
import type { S3Response } from './response';

/** An authenticated request, at any level. */
export interface ServiceCall {
  readonly request: S3Request;
  readonly context: S3Context;
  /** The key that signed the request. */
  readonly caller: AccessKey;
  /** Requested bucket name; `''` when there is none. */
  readonly bucketName: string;
  /** URL of the bucket as the client addressed it, without a trailing slash. */
  readonly bucketUrl: string;
  /** The body, checked while it is read; it also ends, with an error, as soon as the key or the bucket is deleted. */
  openBody(options?: BodyOptions): Incoming;
  /** Value of a knob, which the response then depends on. */
  readonly rely: S3Context['rely'];
  /** Throws if the key, or the bucket of the request, was deleted since the request began. */
  requireCurrent(): void;
  /** Notes in the journal that the request is about this bucket, which it has created. */
  noteBucket(id: string): void;
}

/** An authenticated and permitted request for a bucket or an object in it. */
export interface Call extends ServiceCall {
  readonly bucket: Bucket;
  /** Its key is `''` for the bucket itself. */
  readonly address: ObjectAddress;
  /** Requires that the key may also read another bucket: the source of a copy. Throws as for the request's own bucket. */
  requireSource(bucketName: string): Bucket;
}

/** Performs one operation and returns its response. Throws an `S3Error` or a `DomainError`. */
export type Run<C extends ServiceCall = Call> = (call: C) => S3Response | Promise<S3Response>;
