import { createHash } from 'node:crypto';
import type { Awaitable } from '../domain/awaitable';
import type { Rely } from '../domain/rules';
import { HttpError } from './errors';
import type { Knobs } from './knobs';
import type { RestResponse } from './response';

/** A create as the client named it. */
export interface Named {
  readonly operation: string;
  /** Of whom: the same key of somebody else is another one. */
  readonly authorization: string | undefined;
  readonly key: string | undefined;
  readonly body: Uint8Array | undefined;
}

/** Creates that are remembered; the oldest are forgotten first. */
const MOST = 10_000;

/**
 * Responses of creates that carried an `Idempotency-Key`, for the knob `idempotencyKeys`. In memory only, as they hold secret
 * halves.
 *
 * Differs: real services forget a key after a day or so.
 */
export class Replays {
  readonly #responses = new Map<string, { readonly body: string; readonly response: Awaitable<RestResponse> }>();

  /**
   * The response to a create, carried out unless a request with the same key was, and is to be replayed. One with another body
   * is refused with 422, one that comes while the first is under way gets the same response. What fails is not remembered.
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
      if (isReplayed) throw reused();
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

  /** Forgets all of them. */
  clear(): void {
    this.#responses.clear();
  }
}

function reused(): HttpError {
  return new HttpError(422, 'idempotency_key_reused', 'The Idempotency-Key was used for a request with another body.');
}
