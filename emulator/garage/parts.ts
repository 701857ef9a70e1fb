import type { Context } from '../domain/context';
import type { IntentStore } from '../domain/intents';
import type { AccessKeyStore, BucketStore } from '../domain/stores';
import type { AdminApi } from './admin-api';

/** What everything of the cluster's plane works with. */
export interface GarageParts {
  readonly api: AdminApi;
  readonly intents: IntentStore;
  readonly buckets: BucketStore;
  readonly accessKeys: AccessKeyStore;
  readonly context: Pick<Context, 'random' | 'rely' | 'transaction'>;
  /** Real time, in milliseconds since 1970-01-01 UTC: the cluster knows no other. */
  readonly realNow: () => number;
  readonly log: (line: string) => void;
}
