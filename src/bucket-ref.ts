import type { ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';

/** A bucket as others refer to it. References run from keys and grants to buckets, never back. */
export interface IBucketRef extends IConstruct, ITerraformDependable {
  /** Identifier given by the service; a token for a bucket of this app, so treat it as opaque. */
  readonly bucketId: string;
}
