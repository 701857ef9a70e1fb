import type { IConstruct } from 'constructs';
import type { IBucketRef } from './bucket-ref';
import type { Permission } from './enums/permission';

/** A construct that buckets can be opened to: an access key. */
export interface IGrantable extends IConstruct {
  /**
   * Adds a grant. `grantRead` and its sibling methods of a bucket call this method; call those instead.
   *
   * @param grant bucket and permission
   */
  addGrant(grant: Grant): void;
}

/**
 * A bucket opened to a key.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const grant = assets.grantRead(reader);
 * new TerraformOutput(stack, 'reader_may', { value: grant.permission });
 */
export class Grant {
  /**
   * Describes a grant; `grantRead` and its sibling methods of a bucket put it into effect.
   *
   * @internal
   */
  public static _of(bucket: IBucketRef, grantee: IGrantable, permission: Permission): Grant {
    return new Grant(bucket, grantee, permission);
  }

  private constructor(
    /** The opened bucket. */
    public readonly bucket: IBucketRef,
    /** The grantee that the bucket is opened to. */
    public readonly grantee: IGrantable,
    /** The granted permission. */
    public readonly permission: Permission,
  ) {}
}
