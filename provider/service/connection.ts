import type { Call, Client } from '../client';
import type { Handling } from '../framework/resource';
import type { EphemeralKeys } from './ephemeral-keys';

/** What handlers work with once the provider is configured. */
export interface Connection {
  readonly client: Client;
  /** Project of objects that do not name their own. */
  readonly projectId: string | undefined;
  /** Whether the service can list, change and delete pull secrets (P27). */
  readonly pullSecretApi: PullSecretApi;
  /** Whether pull secrets are not checked against what known registries ask for (P30). */
  readonly skipRegistryValidation: boolean;
  /** Region to sign requests to S3 for (P31). */
  readonly s3Region: string;
  /** Key of the fingerprints of values (P16). */
  readonly fingerprintKey: string | undefined;
  /** The access keys that this provider has made for ephemeral resources (P28). */
  readonly ephemeralKeys: EphemeralKeys;
}

export const PULL_SECRET_APIS = ['create_only', 'full'] as const;
export type PullSecretApi = (typeof PULL_SECRET_APIS)[number];

export type { Call };

/** What every call of the client takes: the signal that cancels it, and where its warnings go. */
export function toCall({ signal, diagnostics }: Pick<Handling<Connection>, 'signal' | 'diagnostics'>): Call {
  return { signal, warn: (summary: string, detail: string) => diagnostics.warn(summary, detail) };
}
