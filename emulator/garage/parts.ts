import type { Context } from '../domain/context';
import type { IntentStore } from '../domain/intents';
import type { AccessKeyStore, BucketStore } from '../domain/stores';
import type { AdminApi } from './admin-api';

/** What a comparison of both sides can find: a bounded number of names, for figures. */
export type Finding =
  | 'bucket_gone'
  | 'bucket_without_its_name'
  | 'bucket_of_nobody'
  | 'key_gone'
  | 'key_of_nobody'
  | 'rights_lost'
  | 'rights_too_wide';

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
  /** Logs what is in the cluster and was not decided here, or the other way round, and counts it. */
  readonly found: (finding: Finding, says: string) => void;
}
