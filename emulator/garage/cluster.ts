import type { Random } from '../domain/ports';
import type { AccessKeyStore, BucketStore } from '../domain/records';
import type { AdminApi } from './admin-api';
import type { Rows } from './rows';

/** The cluster, and what it is to have. */
export interface Cluster {
  readonly api: AdminApi;
  readonly rows: Rows;
  readonly buckets: BucketStore;
  readonly accessKeys: AccessKeyStore;
  readonly random: Random;
  /** Receives a sentence about a difference between cluster and rows. */
  readonly say: (line: string) => void;
}
