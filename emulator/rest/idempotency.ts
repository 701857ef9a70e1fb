import { createHash } from 'node:crypto';
import type { Rely } from '../domain/rules';
import { HttpError } from '../http/http-error';
import type { Knobs } from '../settings/knobs';
import type { Awaitable } from './awaitable';
import type { RestResponse } from './response';

/** A create with its `Idempotency-Key`. */
export interface Named {
  readonly operation: string;
  /** Identifies the client: the same key from another client is a different one. */
  readonly authorization: string | undefined;
  readonly key: string | undefined;
  readonly body: Uint8Array | undefined;
}

/** Number of creates that are remembered; the oldest are forgotten first. */
const MOST = 10_000;

/**
 * Responses to creates with an `Idempotency-Key`, for the knob `idempotencyKeys`. Kept in memory only, because they contain secret halves.
 *
 * Differs: real services forget a key after a day or so.
 */
export class Replays {
  readonly #responses = new Map<string, { readonly body: string; readonly response: Awaitable<RestResponse> }>();

  /**
   * Returns the response to a create. Carries it out, unless the knob says to replay an earlier create with the same key: then another
   * body is refused with 422, and a request that arrives while the first is in progress gets its response. Failures are not remembered.
   */
  once(
    named: Named,
    rely: Rely<Pick<Knobs, 'idempotencyKeys'>>,
    carryOut: () => Awaitable<RestResponse>,
  ): Awaitable<RestResponse> {
    if (named.key === undefined) return carryOut();
    const place = JSON.stringify([named.operation, named.authorization, named.key]);
    const body = createHash('sha256')
      .update(named.body ?? '')
      .digest('base64');
    const known = this.#responses.get(place);
    if (known !== undefined) {
      const isReplayed = rely('idempotencyKeys') === 'replayed';
      if (isReplayed && known.body === body) return known.response;
      const says = 'The Idempotency-Key was used for a request with another body.';
      if (isReplayed) throw new HttpError(422, 'idempotency_key_reused', says);
    }
    const response = carryOut();
    const kept = { body, response };
    this.#responses.set(place, kept);
    if (response instanceof Promise) {
      response.catch(() => {
        if (this.#responses.get(place) === kept) this.#responses.delete(place);
      });
    }
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= MOST) break;
      this.#responses.delete(oldest);
    }
    return response;
  }

  clear(): void {
    this.#responses.clear();
  }
}
