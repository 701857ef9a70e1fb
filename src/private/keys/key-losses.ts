import type { IConstruct } from 'constructs';
import { isInTree } from '../code/tree';
import { nameOfKey } from '../identities/key-kinds';
import { resourceOf } from '../identities/places';
import { type BucketClaim, permissionOf } from './bucket-claims';
import { manyAround } from './bucket-refs';
import { accessOf, FLAGS, flagsOf, type KeyAccess, mayBe } from './key-access';

/**
 * Reports, in sentences, claims of the program that the code of a key lacks (C8): the program has set arguments of the low-level construct, or has
 * removed a bucket from the tree. The ids are those that were handed to the low-level construct.
 */
export function findLosses(
  key: IConstruct,
  resource: IConstruct,
  claims: readonly BucketClaim[],
  claimed: readonly string[],
): string[] {
  const access = accessOf(resource);
  // One that is moved to another is not in the code.
  if (!access) return [];
  return [
    ...lostBuckets(key, access.bucketIds, claims, claimed),
    ...lostPermissions(key, access, claims),
    ...removedBuckets(key, claims),
  ];
}

function lostBuckets(
  key: IConstruct,
  ids: unknown,
  claims: readonly BucketClaim[],
  claimed: readonly string[],
): string[] {
  if (!Array.isArray(ids)) return [];
  const there = new Set<unknown>(ids);
  if (claimed.every((id) => there.has(id))) return [];
  const lost = claims.filter(({ bucket }) => !there.has(bucket.bucketId)).map(({ bucket }) => `"${bucket.node.path}"`);
  if (lost.length === 0) return [];
  return [
    `${nameOfKey(key)} was opened ${[...new Set(lost)].join(', ')}, but "bucketIds" of its resource was set to something else: ` +
      'use addBucket or addOverride, which add to them',
  ];
}

function lostPermissions(key: IConstruct, access: KeyAccess, claims: readonly BucketClaim[]): string[] {
  const permission = permissionOf(claims);
  if (!permission) return [];
  const lost = FLAGS.filter((flag) => flagsOf(permission)[flag] && mayBe(access, flag) === false);
  if (lost.length === 0) return [];
  return [
    `${nameOfKey(key)} has the permission ${permission}, but "permissions" of its resource was set without ${lost.join(', ')}: ` +
      'declare or grant what the key is to have',
  ];
}

/** Reports removed buckets. A bucket that was replaced at the same place has the same address, so it does not count. */
function removedBuckets(key: IConstruct, claims: readonly BucketClaim[]): string[] {
  const gone = claims
    .map(({ bucket }) => bucket)
    .filter((bucket) => {
      // A map that replaces another has a reference to one of its buckets only where somebody asks for it.
      const owner = manyAround(bucket) ?? bucket;
      return resourceOf(owner) && !isInTree(owner) && !isReplaced(owner);
    });
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
