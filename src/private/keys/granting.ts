import { Construct } from 'constructs';
import type { BucketGrants } from '../../bucket-grants';
import type { Permission } from '../../enums/permission';
import type { Grant, IGrantable } from '../../grant';

/**
 * A bucket, or several, with its grants as methods. The name begins with an underscore so that jsii gives its members to the classes that extend it.
 */
export abstract class _GrantingConstruct extends Construct {
  /** Opens it to keys, like `grantRead` and its sibling methods. */
  public abstract readonly grants: BucketGrants;

  /**
   * Lets the key do what a permission says: `grantRead` and its sibling methods with the permission as a value.
   *
   * @param grantee an access key, or a `BucketAccess`
   * @param permission the permission
   */
  public grant(grantee: IGrantable, permission: Permission): Grant {
    return this.grants.grant(grantee, permission);
  }

  /**
   * Lets the key download and list objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantRead(grantee: IGrantable): Grant {
    return this.grants.read(grantee);
  }

  /**
   * Lets the key upload, overwrite and delete objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantWrite(grantee: IGrantable): Grant {
    return this.grants.write(grantee);
  }

  /**
   * Lets the key read and write: `grantRead` and `grantWrite` in one grant.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantReadWrite(grantee: IGrantable): Grant {
    return this.grants.readWrite(grantee);
  }

  /**
   * Gives the key full control, including bucket metadata.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantOwner(grantee: IGrantable): Grant {
    return this.grants.owner(grantee);
  }
}
