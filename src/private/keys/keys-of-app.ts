import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import { PolicyRule } from '../../policy';
import { identityOf } from '../code/references';
import { checkStackOf } from '../code/stack-checks';
import { isInTree } from '../code/tree';
import { nameOfKey } from '../identities/key-kinds';
import { resourceOf } from '../identities/places';
import { isSuppressed } from '../policies/policy-check';
import type { BucketClaim } from './bucket-claims';
import { accessOf, type KeyAccess, mayBe } from './key-access';
import { manyAround } from './many-buckets';

/** Claims of each access key; they grow until synthesis. */
const claimsOfKeys = new WeakMap<IConstruct, readonly BucketClaim[]>();

/** The same claims, for all keys of an app. */
const keysOfApps = new WeakMap<IConstruct, Map<IConstruct, readonly BucketClaim[]>>();

const keysAround = ({ node }: IConstruct): ReadonlyMap<IConstruct, readonly BucketClaim[]> =>
  keysOfApps.get(node.root) ?? new Map();

const idOf = (bucket: BucketClaim['bucket']): string => identityOf(bucket, bucket.bucketId);

/** The buckets of a key by identity. Claims only grow, so they are looked at again when there are more. */
interface Opened {
  readonly of: number;
  readonly ids: ReadonlySet<string>;
  /** The same, with maps of buckets of which the key opens some. */
  readonly partly: ReadonlySet<string>;
}

const opened = new WeakMap<readonly BucketClaim[], Opened>();

function openedBy(claims: readonly BucketClaim[]): Opened {
  const known = opened.get(claims);
  if (known?.of === claims.length) return known;
  const buckets = [...new Set(claims.map(({ bucket }) => bucket))];
  const ids = new Set(buckets.map(idOf));
  const partly = new Set([...ids, ...buckets.flatMap((bucket) => manyAround(bucket) ?? []).map(idOf)]);
  const found = { of: claims.length, ids, partly };
  opened.set(claims, found);
  return found;
}

/** Whether claims open a bucket, alone or with all others of its map. */
function isOpen(claims: readonly BucketClaim[], bucket: BucketClaim['bucket']): boolean {
  if (claims.some(({ bucket: other }) => other === bucket)) return true;
  const { ids } = openedBy(claims);
  const around = manyAround(bucket);
  return ids.has(idOf(bucket)) || (around !== undefined && ids.has(idOf(around)));
}

/** Registers an access key and its claims; the same array is read at synthesis. */
export function registerKey(key: IConstruct, claims: readonly BucketClaim[]): void {
  const keys = keysOfApps.get(key.node.root) ?? new Map<IConstruct, readonly BucketClaim[]>();
  keysOfApps.set(key.node.root, keys);
  keys.set(key, claims);
  claimsOfKeys.set(key, claims);
  checkStackOf(key, warnOfSharing);
}

/** Whether the claims of a key are registered. */
export const isRegistered = (key: IConstruct): boolean => claimsOfKeys.has(key);

/** What the code of a key opens; undefined if it is not one of ours. */
export function accessIn(key: IConstruct): KeyAccess | undefined {
  const resource = isRegistered(key) ? resourceOf(key) : undefined;
  return resource && accessOf(resource);
}

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
    if (isOwner(key) && !isSuppressed(key, PolicyRule.NO_OWNER_KEYS)) warnOfOwner(key, claims);
  }
  return [];
}

/** Whether the code gives a key full control, whatever was claimed for it. */
function isOwner(key: IConstruct): boolean {
  const access = accessIn(key);
  return access !== undefined && mayBe(access, 'owner') === true;
}

function warnOfOwner(key: IConstruct, claims: readonly BucketClaim[]): void {
  const buckets = new Map(claims.map(({ bucket }) => [idOf(bucket), bucket]));
  const otherKeys = [...keysAround(key)].filter(([other]) => other !== key && isInTree(other));
  for (const [id, bucket] of buckets) {
    const others = otherKeys.filter(([, theirs]) => openedBy(theirs).partly.has(id) || isOpen(theirs, bucket));
    if (others.length === 0) continue;
    const paths = others.map(([other]) => `"${other.node.path}"`).join(', ');
    Annotations.of(key).addWarning(
      `${nameOfKey(key)} has full control ("owner") of bucket "${bucket.node.path}", which is shared with ${paths}: ` +
        'whoever has the key can change the bucket itself. Use grantReadWrite, or a bucket of its own',
    );
  }
}
