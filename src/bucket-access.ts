import { Construct } from 'constructs';
import { AccessKey } from './access-key';
import { Permission } from './enums/permission';
import type { Grant, IGrantable } from './grant';
import { refuse, required } from './private/props/checks';
import { ValidationError } from './private/validation-error';
import type { PlacementProps } from './resource-props';

/** Props of a set of keys. */
export interface BucketAccessProps extends PlacementProps {
  /**
   * Map of arbitrary strings. Changing any of them replaces the keys.
   *
   * @default - the keys are never rotated automatically
   */
  readonly rotationTrigger?: { [key: string]: string };
}

/** Construct ids of the keys; part of the contract, since logical ids follow from them. */
const KEY_IDS: Readonly<Record<Permission, string>> = {
  [Permission.READ]: 'Read',
  [Permission.WRITE]: 'Write',
  [Permission.READ_WRITE]: 'ReadWrite',
  [Permission.OWNER]: 'Owner',
};

/**
 * Access to any number of buckets with any permissions. It creates one access key per permission, when the first bucket is granted
 * with it. Use it to grant freely: a key of the service has one permission set for all its buckets.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const access = new BucketAccess(stack, 'Web');
 * assets.grantRead(access);
 * uploads.grantReadWrite(access);
 * access.keyFor(Permission.READ_WRITE).outputCredentials('uploads');
 */
export class BucketAccess extends Construct implements IGrantable {
  private readonly props: BucketAccessProps;
  private readonly keys = new Map<Permission, AccessKey>();

  /** Defines a set without any access; grants of buckets add to it. Without a grant nothing is created. */
  public constructor(scope: Construct, id: string, props: BucketAccessProps = {}) {
    super(scope, id);
    this.props = props;
  }

  /**
   * Adds a grant. `grantRead` and its sibling methods of a bucket call this method; call those instead.
   *
   * @param grant bucket and permission
   */
  public addGrant(grant: Grant): void {
    const { permission } = grant;
    const key = this.keys.get(permission) ?? new AccessKey(this, KEY_IDS[permission], this.props);
    this.keys.set(permission, key);
    key.addGrant(grant);
  }

  /**
   * Returns the key that opens buckets with a permission. Throws an error if no bucket has been granted with it yet, so grant first.
   *
   * @param permission the exact permission, not a part of it
   */
  public keyFor(permission: Permission): AccessKey {
    refuse(this, [required('permission', permission, Permission)]);
    const key = this.keys.get(permission);
    if (key) return key;
    const made = [...this.keys.keys()].map((name) => `"${name}"`).join(', ') || 'none';
    throw new ValidationError(
      `no bucket has been opened with "${permission}" to BucketAccess "${this.node.path}" yet; keys there are: ${made}`,
    );
  }
}
