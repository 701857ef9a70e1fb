import type { IBucketRef } from './bucket-ref';
import { Permission } from './enums/permission';
import { Grant, type IGrantable } from './grant';
import type * as l1 from './l1';
import { lowLevelRef } from './private/keys/bucket-refs';
import { refuse, required, requireGrantee } from './private/props/checks';

/**
 * Opens a bucket to access keys: `bucket.grants.read(key)` is `bucket.grantRead(key)`. It also works for a bucket that is a low-level construct.
 *
 * @exampleMetadata fixture=stack
 * @example
 * assets.grants.read(reader);
 * BucketGrants.fromBucket(uploads.resource).read(reader);
 */
export class BucketGrants {
  /**
   * Grants of a bucket that is a low-level construct.
   *
   * @param bucket the low-level construct
   */
  public static fromBucket(bucket: l1.Bucket): BucketGrants {
    return new BucketGrants(lowLevelRef(bucket));
  }

  /**
   * Grants of a bucket.
   *
   * @internal
   */
  public static _of(bucket: IBucketRef): BucketGrants {
    return new BucketGrants(bucket);
  }

  private constructor(private readonly bucket: IBucketRef) {}

  /**
   * Lets the key download and list objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public read(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.READ);
  }

  /**
   * Lets the key upload, overwrite and delete objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public write(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.WRITE);
  }

  /**
   * Lets the key read and write: `read` and `write` in one grant.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public readWrite(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.READ_WRITE);
  }

  /**
   * Gives the key full control, including bucket metadata.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public owner(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.OWNER);
  }

  /**
   * Lets the key do what a permission says: the other methods with the permission as a value.
   *
   * @param grantee an access key, or a `BucketAccess`
   * @param permission the permission
   */
  public grant(grantee: IGrantable, permission: Permission): Grant {
    requireGrantee(this.bucket, grantee);
    refuse(this.bucket, [required('permission', permission, Permission)]);
    const grant = Grant._of(this.bucket, grantee, permission);
    grantee.addGrant(grant);
    return grant;
  }
}
