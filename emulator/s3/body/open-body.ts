import type { Incoming } from '../../domain/objects/incoming';
import type { ChecksumAlgorithm } from '../../domain/objects/records';
import type { PayloadSigning } from '../auth/authenticate';
import type { S3Request } from '../request';

export interface BodyOptions {
  /** A checksum to compute although the request announces none (the one of an upload in parts). */
  readonly checksumAlgorithm?: ChecksumAlgorithm | undefined;
  /** Most bytes that one body may have: larger ones are `EntityTooLarge`. */
  readonly maxLength?: number | undefined;
}

/**
 * The body of a signed request as it is meant to be stored: `aws-chunked` taken off, and everything checked that the request
 * announces: length (also `x-amz-decoded-content-length`), SHA-256, chunk and trailer signatures, `Content-MD5`, one
 * `x-amz-checksum-…` header or trailer. Headers that contradict one another are refused here, at once; bytes that do not match
 * are refused by `chunks`, at the latest when they end. Each hash is computed once, and only those that are needed.
 */
export declare function openBody(request: S3Request, payload: PayloadSigning, options?: BodyOptions): Incoming;
