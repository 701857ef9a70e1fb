import type { TerraformElement } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import { Permission } from '../../enums/permission';
import type { Grant } from '../../grant';
import { _ResourceConstruct } from '../code/references';
import { nameOfKey } from '../identities/places';
import { known, refuse } from '../props/checks';
import { type BucketClaim, findConflicts, findLosses } from './bucket-claims';
import { BucketList } from './bucket-refs';
import { accessOf } from './key-access';
import { registerKey } from './keys-of-app';
import { FLAGS, flagsOf, mayBe, type PermissionFlags, unionOf } from './permissions';

/** The part of a low-level access key that holds its buckets and permissions. */
interface Opening {
  bucketIds: string[];
  putPermissions(permissions: PermissionFlags): void;
}

/** What the props of a key say of its buckets. */
export interface Declared {
  readonly permission?: Permission;
  readonly buckets?: IBucketRef[];
}

/**
 * An access key with its buckets, from its props, `addBucket` and grants; and the union of their permissions. The name begins with an underscore so
 * that jsii gives its members to the classes that extend it.
 */
export abstract class _KeyConstruct extends _ResourceConstruct {
  readonly #claims: BucketClaim[] = [];
  readonly #buckets = new BucketList();
  #permission: Permission | undefined;
  #granted: Permission | undefined;

  /**
   * Last step of the constructor: the buckets and permissions of the resource are kept up to date.
   *
   * @internal
   */
  protected _open({ permission, buckets = [] }: Declared): void {
    refuse(this, [known('permission', permission, Permission)]);
    this.#permission = permission;
    registerKey(this, this.#claims);
    // Not by `addBucket`: a subclass that overrides it is not constructed yet.
    for (const bucket of buckets) this.#claim({ bucket, permission, asked: undefined });
    this.node.addValidation({
      validate: () => {
        const claims = this.#inOrder();
        return [
          ...findConflicts(this, permission, claims),
          ...findLosses(this, this.resource, claims, this.#buckets.ids),
          ...findExcess(this, this.resource, permission),
        ];
      },
    });
  }

  /**
   * Opens another bucket to the key, with the key's own `permission`.
   *
   * @param bucket the bucket
   */
  public addBucket(bucket: IBucketRef): void {
    this.#claim({ bucket, permission: this.#permission, asked: undefined });
  }

  /**
   * Adds a grant. `grantRead` and its sibling methods of a bucket call this method; call those instead.
   *
   * @param grant bucket and permission
   */
  public addGrant(grant: Grant): void {
    const { bucket, permission: asked } = grant;
    // A grant does not change the key's own permission.
    this.#claim({ bucket, permission: this.#permission ?? asked, asked });
  }

  #claim(claim: BucketClaim): void {
    const resource = this.resource as TerraformElement & Opening;
    this.#claims.push(claim);
    this.#buckets.add(claim.bucket);
    resource.bucketIds = this.#buckets.ids;
    this.#granted = unionOf(claim.permission, this.#granted);
    if (this.#granted) resource.putPermissions(flagsOf(this.#granted));
  }

  /** Sorted by path, so that no message depends on the order of statements. */
  #inOrder(): BucketClaim[] {
    const paths = new Map(this.#claims.map(({ bucket }) => [bucket, bucket.node.path]));
    const pathOf = ({ bucket }: BucketClaim) => paths.get(bucket) ?? '';
    return [...this.#claims].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  }
}

/** Reports, in a sentence, that the code of a key allows more than the key declares, which is a limit (C12). */
function findExcess(key: IConstruct, resource: IConstruct, declared: Permission | undefined): string[] {
  const access = accessOf(resource);
  if (!declared || !access) return [];
  const excess = FLAGS.filter((flag) => mayBe(access, flag) === true && !flagsOf(declared)[flag]);
  if (excess.length === 0) return [];
  return [
    `${nameOfKey(key)} declares "permission" ${declared}, but "permissions" of its resource was set with ${excess.join(' and ')}, too: ` +
      'declare what the key is to have',
  ];
}
