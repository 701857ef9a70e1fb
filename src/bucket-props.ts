import type { IResolvable } from 'cdktf';
import type { BucketWait, DestroyCheck } from './enums/bucket-choices';
import type { RemovalPolicy } from './enums/removal-policy';
import type { ResourceProps } from './resource-props';
import type { Size } from './size';

/** Props of a bucket. */
export interface BucketProps extends ResourceProps {
  /** Quota of the bucket, at least one byte. Changed in place. */
  readonly maxSize: Size;

  /**
   * Free-form text shown with the bucket. Changed in place.
   *
   * @default - no description
   */
  readonly description?: string;

  /**
   * State that the creation waits for, at most for `createTimeout`. A wait that times out is a warning, not an error.
   *
   * @default BucketWait.ENDPOINT
   */
  readonly waitFor?: BucketWait;

  /**
   * Treatment of the bucket when Terraform would destroy it.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Whether the provider refuses every plan that would destroy or replace the bucket (`deletion_protection`). The value is in the
   * state once applied, so it also holds when the construct is gone from the code. To destroy the bucket, set `false`, deploy, and
   * then remove it. It is an error together with a `removalPolicy` DESTROY.
   *
   * @default - `deletionProtection` of the provider
   */
  readonly deletionProtection?: boolean | IResolvable;

  /**
   * Whether destroying the bucket permanently deletes its content: every object, and every unfinished upload (`force_destroy`). It
   * has to be applied before the destroy. It does not decide whether the bucket may be destroyed; `removalPolicy` does.
   *
   * @default false - destroying a bucket that is not empty is an error
   */
  readonly emptyOnDelete?: boolean | IResolvable;

  /**
   * Who checks that the bucket is empty before it is destroyed. No effect with `emptyOnDelete`.
   *
   * @default DestroyCheck.S3
   */
  readonly destroyCheck?: DestroyCheck;
}

/** Attributes of a bucket that is defined elsewhere. */
export interface BucketAttributes {
  /** Identifier assigned by the service. */
  readonly bucketId: string;

  /** Name to use with S3 clients. */
  readonly alias: string;

  /** S3 endpoint. */
  readonly endpoint: string;
}
