import { type Handling, withConnection } from '../../framework';
import type { Call, Client } from '../client';
import type { Addresses } from './addresses';
import type { EphemeralKeys } from './ephemeral-keys';
import type { KnownObjects } from './known-objects';
import type { Settings } from './settings';

/** The definitions of this provider: those of the framework, whose handlers are given a {@link Connection}. They add no behaviour. */
export const { defineResource, defineDataSource, defineEphemeralResource, defineListResource, defineAction } =
  withConnection<Connection>();

/** The connection of every handler, which calls of one provider block share: its settings without the token, the client, and what is remembered. */
export interface Connection extends Omit<Settings, 'token'> {
  readonly client: Client;
  /** The access keys that this provider block has made for ephemeral resources (P28). */
  readonly ephemeralKeys: EphemeralKeys;
  /** The knowledge of this run about the objects in state (P8). */
  readonly known: KnownObjects;
  /** The addresses of objects of this state, as far as calls have shown them (P51). */
  readonly addresses: Addresses;
}

/** A resource of this provider, whatever its attributes. */
export type AnyResource = ReturnType<typeof defineResource>;

/** The part of a request that a call of the client needs. Without private state, warnings of earlier runs are repeated. */
export type Caller = Pick<Handling<Connection>, 'timeLimit' | 'diagnostics'> &
  Partial<Pick<Handling<Connection>, 'privateState'>>;

/**
 * Makes the parameters of a client call: the signal that cancels it, after an interruption or the time limit, the deadline of the operation
 * (P42), the receiver of warnings, and the warnings of earlier runs, to which the call adds. A configured time limit replaces the
 * 30 seconds for which the call waits for a service that lags behind, shorter or longer (P4); a delete keeps the 30 seconds.
 */
export function toCall({ timeLimit, diagnostics, privateState }: Caller): Call {
  const { signal, deadlineMs, operation, configuredMs } = timeLimit;
  return {
    signal,
    deadlineMs,
    // A destroy gains nothing from waiting longer for a service that lags behind.
    ...(operation !== 'delete' && configuredMs !== undefined && { settleMs: configuredMs }),
    warn: (summary: string, detail: string) => diagnostics.warn(summary, detail),
    // The warnings that a resource has already had (P42).
    ...(privateState && {
      told: {
        has: (key: string) => privateState.get(`told ${key}`) === true,
        add: (key: string) => privateState.set(`told ${key}`, true),
      },
    }),
  };
}
