import type { Credential } from './credential';
import type { Timestamp } from './timestamp';

/** A request's claims about its signature, parsed but not verified yet. */
export interface Claim {
  readonly credential: Credential;
  readonly signedAt: Timestamp;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `x-amz-content-sha256`: of the body in hex, or a word such as `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
}

export interface AuthContext {
  /** The secret half of a key, or undefined if the key does not exist (any more). */
  readonly findSecret: (accessKeyId: string) => string | undefined;
  /** Real time in milliseconds: judges the age of a signature (E5). */
  readonly realNow: () => number;
  /** The virtual clock in milliseconds: judges when a presigned URL or a POST policy has expired (E5). */
  readonly now: () => number;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
}
