import { Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { attributesOf } from './attributes';
import { type BucketClaim, permissionOf } from './bucket-claims';
import { KEY_TYPES, nameOfKey } from './key-kinds';
import { flagsOf, type PermissionFlags } from './permissions';
import { resourceOf } from './places';
import { isInTree } from './tree';

/**
 * Reports, in sentences, claims of the program that the code of a key lacks (C8): the program has set arguments of the low-level
 * construct, or has removed a bucket from the tree.
 *
 * @param key the construct
 * @param resource its low-level construct
 * @param claims its buckets
 */
export function findLosses(key: IConstruct, resource: IConstruct, claims: readonly BucketClaim[]): string[] {
  const claimed = flagsIn(claims);
  const { bucket_ids: ids, permissions = {} } = isTouched(resource, claims)
    ? (attributesOf(resource, ...KEY_TYPES) ?? {})
    : { bucket_ids: undefined, permissions: claimed };
  return [
    ...lostBuckets(key, ids, claims),
    ...lostPermissions(key, permissions as Readonly<Record<string, unknown>>, claims),
    ...removedBuckets(key, claims),
  ];
}

/** The flags of all claims together. */
function flagsIn(claims: readonly BucketClaim[]): PermissionFlags | undefined {
  const permission = permissionOf(claims);
  return permission && flagsOf(permission);
}

/** Whether the program may have overwritten what claims have set. A cheap check, since synthesizing every key would take long. */
function isTouched(resource: IConstruct, claims: readonly BucketClaim[]): boolean {
  const { bucketIdsInput, permissionsInput, rawOverrides } = resource as unknown as {
    readonly bucketIdsInput?: readonly string[];
    readonly permissionsInput?: Readonly<Record<string, unknown>>;
    readonly rawOverrides: object;
  };
  const claimed = flagsIn(claims);
  return (
    Object.keys(rawOverrides).length > 0 ||
    !claims.every(({ bucket }) => bucketIdsInput?.includes(bucket.bucketId)) ||
    (['read', 'write', 'owner'] as const).some((name) => claimed?.[name] && permissionsInput?.[name] !== true)
  );
}

function lostBuckets(key: IConstruct, ids: unknown, claims: readonly BucketClaim[]): string[] {
  if (!Array.isArray(ids)) return [];
  const lost = claims
    .filter(({ bucket }) => !ids.includes(bucket.bucketId))
    .map(({ bucket }) => `"${bucket.node.path}"`);
  if (lost.length === 0) return [];
  return [
    `${nameOfKey(key)} was opened ${[...new Set(lost)].join(', ')}, but "bucketIds" of its resource was set to something else: ` +
      'use addBucket or addOverride, which add to them',
  ];
}

function lostPermissions(
  key: IConstruct,
  permissions: Readonly<Record<string, unknown>>,
  claims: readonly BucketClaim[],
): string[] {
  const claimed = flagsIn(claims);
  const lost = (['read', 'write', 'owner'] as const).filter(
    (name) => claimed?.[name] && permissions[name] !== true && !Token.isUnresolved(permissions[name]),
  );
  if (lost.length === 0) return [];
  return [
    `${nameOfKey(key)} has the permission ${permissionOf(claims)}, but "permissions" of its resource was set without ${lost.join(', ')}: ` +
      'declare or grant what the key is to have',
  ];
}

/** Reports removed buckets. A bucket that was replaced at the same place has the same address, so it does not count. */
function removedBuckets(key: IConstruct, claims: readonly BucketClaim[]): string[] {
  const gone = claims
    .map(({ bucket }) => bucket)
    .filter((bucket) => resourceOf(bucket) && !isInTree(bucket) && !isReplaced(bucket));
  return [...new Set(gone)].map(
    (bucket) =>
      `${nameOfKey(key)} opens bucket "${bucket.node.path}", which was removed from the tree: remove the key, too, or keep the bucket`,
  );
}

function isReplaced(bucket: IConstruct): boolean {
  const [root, ...below] = bucket.node.scopes;
  const there = below.reduce<IConstruct | undefined>((scope, { node }) => scope?.node.tryFindChild(node.id), root);
  return there !== undefined && resourceOf(there)?.terraformResourceType === resourceOf(bucket)?.terraformResourceType;
}
