import type { Context } from '../domain/context';
import type { IntentStore } from '../domain/intents';
import type { AccessKeyStore, BucketStore } from '../domain/records';
import type { AdminClient } from './admin-client';
import type { Readiness } from './readiness';

/** Kinds of differences between cluster and intents: a bounded set of names, for metrics. */
export type Finding =
  | 'bucket_gone'
  | 'bucket_without_its_name'
  | 'bucket_of_nobody'
  | 'key_gone'
  | 'key_of_nobody'
  | 'rights_lost'
  | 'rights_too_wide'
  | 'rolled_back'
  | 'unknown_here';

/** Parts shared by everything in the cluster's object plane. */
export interface GarageContext {
  readonly api: AdminClient;
  readonly intents: IntentStore;
  readonly buckets: BucketStore;
  readonly accessKeys: AccessKeyStore;
  readonly context: Pick<Context, 'random' | 'rely' | 'transaction'>;
  /** Real time, in milliseconds since 1970-01-01 UTC: the cluster has no virtual clock. */
  readonly realNow: () => number;
  readonly log: (line: string) => void;
  readonly readiness: Readiness;
  /** Logs and counts a difference: something in the cluster without an intent here, or the other way round. */
  readonly found: (finding: Finding, says: string) => void;
}
