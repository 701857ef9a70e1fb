import type { Credential } from './credential';
import type { Timestamp } from './timestamp';

/** A request's claims about its signature, parsed but not verified yet. */
export interface Claim {
  readonly credential: Credential;
  readonly signedAt: Timestamp;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `x-amz-content-sha256`. */
  readonly payloadHash: string;
}
