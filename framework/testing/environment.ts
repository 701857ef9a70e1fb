import type { Log } from '../log';
import type { Environment } from '../provider';

/** A clock that each sleep advances, without waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * An environment in this process: a sleep ends at once, advances the clock, rings the alarms that are due, and rejects if `signal` is aborted. Setting
 * `clock.now` rings none. Randomness is real.
 */
export function skippingEnvironment(
  clock: Clock = { now: Date.now() },
  variables: Environment['env'] = {},
  log: Log = () => undefined,
): Environment {
  const alarms = new Set<{ readonly atMs: number; readonly ring: () => void }>();
  return {
    env: variables,
    now: () => clock.now,
    random: Math.random,
    sleep: async (ms, signal) => {
      clock.now += ms;
      const due = [...alarms].filter(({ atMs }) => atMs <= clock.now);
      for (const alarm of due) if (alarms.delete(alarm)) alarm.ring();
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
    alarm(ms, ring) {
      const alarm = { atMs: clock.now + ms, ring };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    log,
  };
}
