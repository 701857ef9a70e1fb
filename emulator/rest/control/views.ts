import type { FaultHandle } from '../faults';
import type { Controlled } from './controlled';

/** The clock as JSON. */
export function toTime({ clock }: Pick<Controlled, 'clock'>) {
  return { now: clock.now(), frozen: clock.isFrozen };
}

/** A fault as JSON. */
export function toFault({ id, spec, met, held }: FaultHandle) {
  return { id, spec, met, held };
}

/** All that is stored as JSON, without secret halves; user names of pull secrets count as such. */
export function toObjects({ inspect }: Pick<Controlled, 'inspect'>) {
  return {
    projects: inspect.projects(),
    secrets: inspect.secrets(),
    pullSecrets: inspect.pullSecrets().map(({ username: _, ...shown }) => shown),
    buckets: inspect.buckets(),
    accessKeys: inspect.accessKeys(),
  };
}
