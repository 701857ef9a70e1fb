import type { ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';

/** A reference to a bucket. References run from keys and grants to buckets, never back. */
export interface IBucketRef extends IConstruct, ITerraformDependable {
  /** Identifier assigned by the service. It is a token for a bucket of this app, so treat it as opaque. */
  readonly bucketId: string;
}
