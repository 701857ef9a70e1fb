import type { TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import { AccessKey } from './access-key';
import type { Grant, IGrantable } from './grant';
import type { Permission } from './permission';
import { ValidationError } from './private/validation-error';

/** Props of a set of keys. */
export interface BucketAccessProps {
  /**
   * Provider that manages the keys, where a stack has more than one.
   *
   * @default - the `CofferProvider` without an alias
   */
  readonly provider?: TerraformProvider;

  /**
   * Project that the keys belong to.
   *
   * @default - the project of the provider
   */
  readonly projectId?: string;

  /**
   * Any texts; a change of any of them replaces the keys.
   *
   * @default - the keys are never rotated by themselves
   */
  readonly rotationTrigger?: { [key: string]: string };
}

/** Ids of the keys; part of the contract, since logical ids follow from them. */
const KEY_IDS: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Write',
  'read and write': 'ReadWrite',
  owner: 'Owner',
};

/**
 * Access to any buckets with any permissions: one access key per permission, made when the first bucket is opened with it. For those
 * who want to grant freely, since a key of the service has one permission set for all its buckets.
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
  private readonly keys = new Map<string, AccessKey>();

  /** Defines access to nothing yet; grants of buckets open them. Without any grant nothing is made. */
  public constructor(scope: Construct, id: string, props: BucketAccessProps = {}) {
    super(scope, id);
    this.props = props;
  }

  /** Takes in a grant. Called by `grantRead` and its sibling methods of a bucket; call those. */
  public addGrant(grant: Grant): void {
    const name = grant.permission.toString();
    const key = this.keys.get(name) ?? new AccessKey(this, KEY_IDS[name] ?? name, this.props);
    this.keys.set(name, key);
    key.addGrant(grant);
  }

  /**
   * The key that opens buckets with a permission. An error if no bucket has been opened with it, so grant first.
   *
   * @param permission the very permission, not a part of it
   */
  public keyFor(permission: Permission): AccessKey {
    const key = this.keys.get(permission.toString());
    if (key) return key;
    const made = [...this.keys.keys()].map((name) => `"${name}"`).join(', ') || 'none';
    throw new ValidationError(
      `no bucket has been opened with "${permission}" to BucketAccess "${this.node.path}" yet; keys there are: ${made}`,
    );
  }
}
