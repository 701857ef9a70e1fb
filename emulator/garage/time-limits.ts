import type { Backoff } from './queue';

/** Time limits of requests to the control plane; tests use shorter ones. */
export interface TimeLimits {
  /** Until a create returns the bucket's id before the cluster has the bucket. */
  readonly bucketMs: number;
  /** Until a request fails because the cluster cannot carry it out now. */
  readonly responseMs: number;
  readonly backoff: Backoff;
}

/** The limits of a control plane. */
export const TIME_LIMITS: TimeLimits = {
  bucketMs: 5_000,
  responseMs: 20_000,
  backoff: { firstMs: 200, mostMs: 30_000 },
};
