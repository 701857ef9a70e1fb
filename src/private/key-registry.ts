import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import { Permission } from '../permission';
import { PolicyRule } from '../policy';
import { type BucketClaim, permissionOf } from './bucket-claims';
import { nameOfKey } from './key-kinds';
import { isSuppressed } from './policy-check';
import { identityOf } from './references';
import { checkStackOf } from './stack-checks';
import { isInTree } from './tree';

/** Claims of each access key; they grow until synthesis. */
const claimsOfKeys = new WeakMap<IConstruct, readonly BucketClaim[]>();

/** The same claims, for all keys of an app. */
const keysOfApps = new WeakMap<IConstruct, Map<IConstruct, readonly BucketClaim[]>>();

const keysAround = ({ node }: IConstruct): ReadonlyMap<IConstruct, readonly BucketClaim[]> =>
  keysOfApps.get(node.root) ?? new Map();

const isOn =
  (bucket: BucketClaim['bucket']) =>
  ({ bucket: other }: BucketClaim) =>
    other === bucket || identityOf(other, other.bucketId) === identityOf(bucket, bucket.bucketId);

/** Registers an access key and its claims; the same array is read at synthesis. */
export function registerKey(key: IConstruct, claims: readonly BucketClaim[]): void {
  const keys = keysOfApps.get(key.node.root) ?? new Map<IConstruct, readonly BucketClaim[]>();
  keysOfApps.set(key.node.root, keys);
  keys.set(key, claims);
  claimsOfKeys.set(key, claims);
  checkStackOf(key, warnOfSharing);
}

/** Permission of a key on a bucket; undefined if the key does not open it, or is not one of ours. */
export function permissionOn(key: IConstruct, bucket: BucketClaim['bucket']): Permission | undefined {
  const claims = claimsOfKeys.get(key);
  return claims?.some(isOn(bucket)) ? permissionOf(claims) : undefined;
}

/** Whether the claims of a key are registered. */
export const isRegistered = (key: IConstruct): boolean => claimsOfKeys.has(key);

/** All keys below a scope with their claims, in the order of definition. */
export function keysBelow(scope: IConstruct): (readonly [key: IConstruct, claims: readonly BucketClaim[]])[] {
  return [...keysAround(scope)].filter(([key]) => key.node.scopes.includes(scope) && isInTree(key));
}

/** Keys already checked: a stack may be synthesized more than once, for example in tests. */
const warned = new WeakSet<IConstruct>();

/**
 * Warns about a key with full control over a bucket that other keys also use: it can take the bucket away from them. A key exempt
 * from `NoOwnerKeys` is exempt here, too.
 */
function warnOfSharing(constructs: readonly IConstruct[]): string[] {
  for (const key of constructs) {
    const claims = claimsOfKeys.get(key);
    if (!claims || warned.has(key)) continue;
    warned.add(key);
    if (permissionOf(claims) === Permission.OWNER && !isSuppressed(key, PolicyRule.NO_OWNER_KEYS))
      warnOfOwner(key, claims);
  }
  return [];
}

function warnOfOwner(key: IConstruct, claims: readonly BucketClaim[]): void {
  const buckets = new Map(claims.map(({ bucket }) => [identityOf(bucket, bucket.bucketId), bucket]));
  for (const bucket of buckets.values()) {
    const others = [...keysAround(key)].filter(
      ([other, theirs]) => other !== key && isInTree(other) && theirs.some(isOn(bucket)),
    );
    if (others.length === 0) continue;
    const paths = others.map(([other]) => `"${other.node.path}"`).join(', ');
    Annotations.of(key).addWarning(
      `${nameOfKey(key)} has full control ("owner") of bucket "${bucket.node.path}", which is shared with ${paths}: ` +
        'whoever has the key can change the bucket itself. Use grantReadWrite, or a bucket of its own',
    );
  }
}
