import type { IConstruct } from 'constructs';
import type { IBucketRef } from './bucket-ref';
import type { Permission } from './permission';

/** Something that buckets can be opened to: an access key. */
export interface IGrantable extends IConstruct {
  /** Takes in a grant. Called by `grantRead` and its sibling methods of a bucket; call those. */
  addGrant(grant: Grant): void;
}

/**
 * A bucket opened to someone.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const grant = assets.grantRead(reader);
 * new TerraformOutput(stack, 'reader_may', { value: grant.permission.toString() });
 */
export class Grant {
  /**
   * Describes a grant; `grantRead` and its sibling methods of a bucket make it hold.
   *
   * @internal
   */
  public static _of(bucket: IBucketRef, grantee: IGrantable, permission: Permission): Grant {
    return new Grant(bucket, grantee, permission);
  }

  private constructor(
    /** What is opened. */
    public readonly bucket: IBucketRef,
    /** To whom. */
    public readonly grantee: IGrantable,
    /** How far. */
    public readonly permission: Permission,
  ) {}
}
