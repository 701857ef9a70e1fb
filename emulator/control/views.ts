import type { FaultHandle } from '../faults/fault';
import type { Faults } from '../faults/faults';
import type { Journal } from '../journal/journal';
import type { Settings } from '../settings/settings';
import type { VirtualClock } from '../system/clock';
import type { Inspect } from './inspect';
import type { Lifecycle } from './lifecycle';

/** The parts of an emulator that tests watch and change. */
export interface Watched {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  readonly lifecycle: Lifecycle;
  readonly settings: Settings;
}

export function toTime(clock: VirtualClock) {
  return { now: clock.now(), frozen: clock.isFrozen };
}

/** A fault as JSON, for those who add faults: everything except functions and the token. */
export function toFault({ id, spec, met, held }: FaultHandle) {
  if (spec.where === undefined) return { id, spec, met, held };
  const { token, body, ...where } = spec.where;
  const shown = {
    ...where,
    ...(token !== undefined && { token: '[redacted]' }),
    ...(body !== undefined && { body: typeof body === 'function' ? '[function]' : body }),
  };
  return { id, spec: { ...spec, where: shown }, met, held };
}

/** Everything stored as JSON, without secret halves, which include user names of pull secrets. */
export function toObjects(inspect: Inspect) {
  return {
    projects: inspect.projects(),
    secrets: inspect.secrets().map(({ position, id, projectId, name }) => ({ position, id, projectId, name })),
    pullSecrets: inspect
      .pullSecrets()
      .map(({ position, id, projectId, server }) => ({ position, id, projectId, server })),
    buckets: inspect.buckets(),
    accessKeys: inspect.accessKeys(),
  };
}
