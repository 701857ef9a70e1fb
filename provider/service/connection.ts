import { type Handling, type PrivateState, withConnection } from '../../framework';
import type { Call, Client } from '../client';
import type { S3Addressing } from '../formats/s3-endpoint';
import type { EphemeralKeys } from './ephemeral-keys';
import type { KnownObjects } from './known-objects';

/** The definitions of this provider: their handlers are given a {@link Connection}. */
export const { defineResource, defineDataSource, defineEphemeralResource, defineListResource, defineAction } =
  withConnection<Connection>();

/** The connection that all handlers receive when the provider is configured. */
export interface Connection {
  readonly client: Client;
  /** The project of objects that do not configure their own. */
  readonly projectId: string | undefined;
  /** The operations that the service has on pull secrets (P27). */
  readonly pullSecretApi: PullSecretApi;
  /** True if the login of a pull secret is not checked against the rules of its registry (P30). */
  readonly skipRegistryValidation: boolean;
  /** The default of `deletion_protection` for buckets and secrets. */
  readonly deletionProtection: boolean;
  /** The region in signatures of S3 requests (P31). */
  readonly s3Region: string;
  /** The endpoint of S3, in place of the one in each bucket's record. */
  readonly s3Endpoint: string | undefined;
  readonly s3Addressing: S3Addressing;
  /** The key of the fingerprints of values (P16); undefined without one. */
  readonly fingerprintKey: string | undefined;
  /** The access keys that this provider has made for ephemeral resources (P28). */
  readonly ephemeralKeys: EphemeralKeys;
  /** The knowledge of this run about the objects in state (P8). */
  readonly known: KnownObjects;
  /** True if objects count as gone even if all listed objects belong to another project (P8). */
  readonly allowForeignProject: boolean;
  /** Time for which lists must agree that an object is gone, in milliseconds (P7). */
  readonly listConfirmationMs: number;
}

export const PULL_SECRET_APIS = ['create_only', 'full'] as const;
export type PullSecretApi = (typeof PULL_SECRET_APIS)[number];

export type { Call };

type Caller = Pick<Handling<Connection>, 'timeLimit' | 'diagnostics'> &
  Partial<Pick<Handling<Connection>, 'privateState'>>;

/**
 * Makes the parameters of a client call: the signal that cancels it, the deadline of the operation (P42), the receiver of warnings, and
 * the warnings of earlier runs. A configured time limit also limits how long the call waits for a service that lags behind (P4).
 */
export function toCall({ timeLimit, diagnostics, privateState }: Caller): Call {
  const { signal, deadlineMs, operation, configuredMs } = timeLimit;
  return {
    signal,
    deadlineMs,
    // A destroy gains nothing from waiting longer for a service that lags behind.
    ...(operation !== 'delete' && configuredMs !== undefined && { settleMs: configuredMs }),
    warn: (summary: string, detail: string) => diagnostics.warn(summary, detail),
    ...(privateState && { told: toldIn(privateState) }),
  };
}

/** The warnings that a resource has already had, kept in private state (P42). */
function toldIn(privateState: PrivateState): NonNullable<Call['told']> {
  return {
    has: (key) => privateState.get(`told ${key}`) === true,
    add: (key) => privateState.set(`told ${key}`, true),
  };
}
