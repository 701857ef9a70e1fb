import type { Credential } from './credential';
import type { Timestamp } from './timestamp';

/** What a request says about its signature: read, and nothing of it compared yet. */
export interface Claim {
  readonly credential: Credential;
  readonly signedAt: Timestamp;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `x-amz-content-sha256`. */
  readonly payloadHash: string;
}
