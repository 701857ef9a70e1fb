import { DomainError } from '../domain/errors';
import { GarageError, type GarageErrorKind } from './admin-api';

/**
 * What keeps all buckets and keys from being changed: a bounded set of names, for metrics.
 *
 * - `starting`: the cluster was not asked yet.
 * - `displaced`: another control plane works with the mark, or this one was restored from a backup.
 * - `held`: after a restore, the cluster has buckets or keys of ours that are unknown here: a person decides about them.
 * - `token_refused`: the token is wrong or expired, or its scope is too small.
 * - `no_layout`: the nodes have no layout yet.
 * - `refused`: the response is another error of the class 4xx.
 * - `failed`: it is one of the class 5xx, but 503.
 * - `no_response`: no node responds as it should, or none reaches a quorum (503).
 */
export const REASONS = [
  ...(['starting', 'displaced', 'held', 'token_refused', 'no_layout'] as const),
  ...(['refused', 'failed', 'no_response'] as const),
];

export interface Obstacle {
  readonly reason: (typeof REASONS)[number];
  /** A sentence for people, without secrets and addresses. */
  readonly message: string;
}

/** Whether buckets and keys can be changed now, as far as the last calls tell: the mark is signed every minute. */
export class Readiness {
  #signing: Obstacle | undefined = { reason: 'starting', message: 'The storage cluster has not responded yet.' };
  #held: Obstacle | undefined;
  /** Operations whose last call was denied. */
  readonly #denied = new Set<string>();

  /** Notes the outcome of signing the mark; undefined: it was signed. */
  signed(error: unknown): void {
    this.#signing = error === undefined ? undefined : toObstacle(error);
  }

  /** Notes why everything is held; undefined: nothing is. */
  held(message: string | undefined): void {
    this.#held = message === undefined ? undefined : { reason: 'held', message };
  }

  called(operation: string, outcome: 'ok' | GarageErrorKind): void {
    // Only the dashboard asks these.
    if (operation.startsWith('GetCluster')) return;
    if (outcome === 'denied') this.#denied.add(operation);
    else if (outcome === 'ok') this.#denied.delete(operation);
  }

  /** Empty: nothing is known to be in the way. */
  obstacles(): Obstacle[] {
    const found = [this.#signing, this.#held].filter((each) => each !== undefined);
    if (this.#denied.size === 0) return found;
    const why = `it is wrong or expired, or its scope is too small (${[...this.#denied].sort().join(', ')})`;
    const refused = {
      reason: 'token_refused',
      message: `The storage cluster refuses the admin token: ${why}.`,
    } as const;
    return [...found.filter(({ reason }) => reason !== 'token_refused'), refused];
  }
}

function toObstacle(error: unknown): Obstacle {
  if (error instanceof DomainError) return { reason: 'displaced', message: error.message };
  const { kind, status = 0 } = error instanceof GarageError ? error : { kind: 'unknown' };
  if (kind === 'denied') return { reason: 'token_refused', message: 'The storage cluster refuses the admin token.' };
  if (kind === 'not_ready') return { reason: 'no_layout', message: 'The storage cluster has no layout yet.' };
  if (status < 400 || status === 503)
    return { reason: 'no_response', message: 'The storage cluster does not respond, or has no quorum.' };
  const message = `The storage cluster responds with status ${status}: its log, or that of a proxy in front of it, says why.`;
  return { reason: status < 500 ? 'refused' : 'failed', message };
}
