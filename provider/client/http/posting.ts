import type { ClientEnvironment } from '../environment';
import type { Received } from '../errors/received';
import type { Ageing } from './admission';

/** One create, over all its requests (P36), without a list to compare with. */
export class Posting implements Ageing {
  idempotencyKey: string;
  /** Number of attempts to send its request so far, for the log; counted by the requester. */
  attempts = 0;
  /** The ids in the last successful response, if it contained no record. */
  received: Received | undefined;
  /** Where those ids stood, for messages (P40). */
  seen: readonly string[] = [];

  /** True if the last response was a 202: the service may not have made the object yet (P40). */
  isAccepted = false;

  constructor(
    protected readonly environment: ClientEnvironment,
    readonly source: unknown = undefined,
  ) {
    this.idempotencyKey = environment.uuid();
  }

  isStale(): boolean {
    return false;
  }

  async reread(): Promise<void> {}

  /** Called right before the first byte goes out: once for each attempt and each redirect. */
  sent(): void {}

  /** Makes the next request a new create, by another idempotency key: the service may have stored the last one together with its response. */
  renew(): void {
    this.idempotencyKey = this.environment.uuid();
  }
}
