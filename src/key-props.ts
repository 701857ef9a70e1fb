import type { IBucketRef } from './bucket-ref';
import type { Permission } from './enums/permission';

/** Props of every kind of access key: what it opens. */
export interface KeyProps {
  /**
   * Permission of the key on all its buckets. A change replaces an `AccessKey`, and rotates a `RotatingAccessKey` in place.
   *
   * @default - the union of all permissions granted to the key
   */
  readonly permission?: Permission;

  /**
   * Buckets that the key opens with its `permission`. A change replaces an `AccessKey`, and rotates a `RotatingAccessKey` in place. An
   * `EphemeralAccessKey` is not created while one of them does not exist yet.
   *
   * @default - the buckets of `addBucket` and of the grants to the key
   */
  readonly buckets?: IBucketRef[];
}
