import type { PrivateState } from '../../framework/private-state';
import type { Handling } from '../../framework/resource';
import type { Call, Client } from '../client';
import type { S3Addressing } from '../formats/s3-endpoint';
import type { EphemeralKeys } from './ephemeral-keys';
import type { KnownObjects } from './known-objects';

/** What handlers work with once the provider is configured. */
export interface Connection {
  readonly client: Client;
  /** Project of objects that do not name their own. */
  readonly projectId: string | undefined;
  /** Whether the service can list, change and delete pull secrets (P27). */
  readonly pullSecretApi: PullSecretApi;
  /** Whether pull secrets are not checked against what known registries ask for (P30). */
  readonly skipRegistryValidation: boolean;
  /** Whether buckets and secrets that do not say so themselves are protected from being destroyed. */
  readonly deletionProtection: boolean;
  /** Region to sign requests to S3 for (P31). */
  readonly s3Region: string;
  /** Where S3 is, in place of what the service says of each bucket. */
  readonly s3Endpoint: string | undefined;
  readonly s3Addressing: S3Addressing;
  /** Key of the fingerprints of values (P16). */
  readonly fingerprintKey: string | undefined;
  /** The access keys that this provider has made for ephemeral resources (P28). */
  readonly ephemeralKeys: EphemeralKeys;
  /** What this run knows of the objects in state (P8). */
  readonly known: KnownObjects;
  /** Whether objects count as gone although everything that is listed belongs to another project (P8). */
  readonly allowForeignProject: boolean;
  /** Time within which lists must agree that an object is gone, in milliseconds (P7). */
  readonly listConfirmationMs: number;
}

export const PULL_SECRET_APIS = ['create_only', 'full'] as const;
export type PullSecretApi = (typeof PULL_SECRET_APIS)[number];

export type { Call };

type Caller = Pick<Handling<Connection>, 'timeLimit' | 'diagnostics'> &
  Partial<Pick<Handling<Connection>, 'privateState'>>;

/**
 * The parameters of every call of the client: the signal that cancels it, the deadline of the operation (P42), where its warnings
 * go, and which warnings earlier runs gave. A configured limit also says how long the service may lag (P4).
 */
export function toCall({ timeLimit, diagnostics, privateState }: Caller): Call {
  const { signal, deadlineMs, operation, configuredMs } = timeLimit;
  return {
    signal,
    deadlineMs,
    // A destroy looks for what is gone or refused, and gains nothing from a longer look.
    ...(operation !== 'delete' && configuredMs !== undefined && { settleMs: configuredMs }),
    warn: (summary: string, detail: string) => diagnostics.warn(summary, detail),
    ...(privateState && { told: toldIn(privateState) }),
  };
}

/** Warnings that a resource has seen, kept beside its state (P42). */
function toldIn(privateState: PrivateState): NonNullable<Call['told']> {
  return {
    has: (key) => privateState.get(`told ${key}`) === true,
    add: (key) => privateState.set(`told ${key}`, true),
  };
}
