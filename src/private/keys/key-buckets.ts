import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import type { Grant } from '../../grant';
import type { Permission } from '../../permission';
import { PolicyRule } from '../../policy';
import { checkStackOf } from '../code/tree';
import { nameOfKey } from '../identities/key-kinds';
import { isSuppressed } from '../policies/policy-check';
import { type BucketClaim, findConflicts, findLosses } from './bucket-claims';
import { BucketList } from './bucket-list';
import { accessOf, FLAGS, flagsOf, mayBe, type PermissionFlags, unionOf } from './key-access';
import { accessIn, bucketsOf, othersThatOpen, registerKey } from './keys-of-app';

/** The part of a low-level access key that holds its buckets and permissions. */
interface Opening extends IConstruct {
  bucketIds: string[];
  putPermissions(permissions: PermissionFlags): void;
}

/** Props that all kinds of access keys share. */
interface Declared {
  readonly permission?: Permission;
  readonly buckets?: IBucketRef[];
}

/** The buckets of an access key, from its props, `addBucket` and grants; and the union of their permissions. */
export class KeyBuckets {
  readonly #resource: Opening;
  readonly #permission: Permission | undefined;
  readonly #claims: BucketClaim[] = [];
  readonly #buckets = new BucketList();
  #granted: Permission | undefined;

  /** @param resource the low-level construct, whose buckets and permissions are kept up to date */
  constructor(key: IConstruct, resource: Opening, { permission, buckets = [] }: Declared) {
    this.#resource = resource;
    this.#permission = permission;
    registerKey(key, this.#claims);
    warnIfOwner(key);
    for (const bucket of buckets) this.add(bucket);
    key.node.addValidation({
      validate: () => {
        const claims = this.#inOrder();
        return [
          ...findConflicts(key, permission, claims),
          ...findLosses(key, resource, claims, this.#buckets.ids),
          ...findExcess(key, resource, permission),
        ];
      },
    });
  }

  /** Opens another bucket with the key's own permission. */
  add(bucket: IBucketRef): void {
    this.#claim({ bucket, permission: this.#permission, asked: undefined });
  }

  /** Opens a bucket with the permission of a grant, or with the key's own permission, which a grant does not change. */
  grant({ bucket, permission: asked }: Grant): void {
    this.#claim({ bucket, permission: this.#permission ?? asked, asked });
  }

  #claim(claim: BucketClaim): void {
    this.#claims.push(claim);
    this.#buckets.add(claim.bucket);
    this.#resource.bucketIds = this.#buckets.ids;
    const { permission } = claim;
    this.#granted = permission && this.#granted ? unionOf(permission, this.#granted) : (permission ?? this.#granted);
    if (this.#granted) this.#resource.putPermissions(flagsOf(this.#granted));
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

/** Keys already checked: a stack may be synthesized more than once, for example in tests. */
const warned = new WeakSet<IConstruct>();

/**
 * Warns at synthesis if a registered key has full control over a bucket that other keys also use: it can take the bucket away from
 * them. A key exempt from `NoOwnerKeys` is exempt here, too.
 */
export const warnIfOwner = (key: IConstruct): void => checkStackOf(key, warnOfOwners);

function warnOfOwners(constructs: readonly IConstruct[]): string[] {
  for (const key of constructs) {
    const buckets = bucketsOf(key);
    if (!buckets || warned.has(key)) continue;
    warned.add(key);
    if (isOwner(key) && !isSuppressed(key, PolicyRule.NO_OWNER_KEYS)) warnOfOwner(key, buckets);
  }
  return [];
}

/** Whether the code gives a key full control, whatever was claimed for it. */
function isOwner(key: IConstruct): boolean {
  const access = accessIn(key);
  return access !== undefined && mayBe(access, 'owner') === true;
}

function warnOfOwner(key: IConstruct, buckets: NonNullable<ReturnType<typeof bucketsOf>>): void {
  for (const bucket of buckets) {
    const others = othersThatOpen(bucket, key);
    if (others.length === 0) continue;
    const paths = others.map(({ node }) => `"${node.path}"`).join(', ');
    Annotations.of(key).addWarning(
      `${nameOfKey(key)} has full control ("owner") of bucket "${bucket.node.path}", which is shared with ${paths}: ` +
        'whoever has the key can change the bucket itself. Use grantReadWrite, or a bucket of its own',
    );
  }
}
