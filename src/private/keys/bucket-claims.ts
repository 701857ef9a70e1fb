import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import type { Permission } from '../../enums/permission';
import { identityOf } from '../code/outline';
import { foreignTo, kindOfKey, nameOfKey } from '../identities/places';
import { accessOf, type KeyAccess } from './key-access';
import { covers, FLAGS, flagsOf, mayBe, unionOf } from './permissions';

/** A request, by a prop, `addBucket` or a grant, that a key opens a bucket. */
export interface BucketClaim {
  readonly bucket: IBucketRef;
  /** The effective permission: the one that the key declares, else the one requested. Undefined if there is neither. */
  readonly permission: Permission | undefined;
  /** The permission that a grant requests; undefined for a bucket that was given to the key. */
  readonly asked: Permission | undefined;
}

type Claimed = readonly [BucketClaim, ...BucketClaim[]];

/** The union of the permissions of all claims; undefined without any permission. */
export const permissionOf = (claims: readonly BucketClaim[]): Permission | undefined =>
  claims.map(({ permission }) => permission).reduce((sum, permission) => unionOf(permission, sum), undefined);

/** Finds conflicts between the buckets and permissions of a key. Returns sentences; an empty array means no conflict. */
export function findConflicts(
  key: IConstruct,
  declared: Permission | undefined,
  claims: readonly BucketClaim[],
): string[] {
  const groups = groupByBucket(claims);
  return [
    ...(declared ? exceeded(key, declared, groups) : widened(key, groups)),
    ...groups.flatMap(([{ bucket }]) => foreignTo(key, 'bucket', bucket)),
  ];
}

/** Finds grants that request more than the declared permission, which a grant never changes (C12). */
function exceeded(key: IConstruct, declared: Permission, groups: readonly Claimed[]): string[] {
  return within(groups, ({ asked }) => asked !== undefined && !covers(declared, asked)).map((claimed) => {
    const asked = permissionOf(claimed.map((claim) => ({ ...claim, permission: claim.asked })));
    return (
      `${nameOfKey(key)} declares "permission" ${declared}, but a grant of bucket "${claimed[0].bucket.node.path}" asks for ` +
      `${asked}: declare that permission for all buckets of the key, grant no more than ${declared}, or use another ${kindOfKey(key)}`
    );
  });
}

/** Finds buckets that would get more than was requested for them: the permission belongs to the key, not to a bucket (C2). */
function widened(key: IConstruct, groups: readonly Claimed[]): string[] {
  const total = permissionOf(groups.flat());
  const perBucket = within(groups, ({ permission }) => permission !== undefined);
  if (!total || perBucket.every((claimed) => permissionOf(claimed) === total)) return [];
  const wishes = perBucket.map((claimed) => {
    const by = claimed.some(({ asked }) => asked) ? 'grant' : '"buckets" or addBucket';
    return `${permissionOf(claimed)} on "${claimed[0].bucket.node.path}" (${by})`;
  });
  return [
    `${nameOfKey(key)} has one permission for all its buckets, but they were opened to it differently: ${wishes.join('; ')}. ` +
      `All of them would get "${total}". Use one ${kindOfKey(key)} per permission, or declare the wider one on purpose: ` +
      `new ${kindOfKey(key)}(…, { permission, buckets }) with key.addBucket instead of grants.`,
  ];
}

/** Groups without some of their claims; a group that has none left is left out. */
const within = (groups: readonly Claimed[], is: (claim: BucketClaim) => boolean): Claimed[] =>
  groups.flatMap((claims) => {
    const [first, ...others] = claims.filter(is);
    return first ? [[first, ...others]] : [];
  });

function groupByBucket(claims: readonly BucketClaim[]): Claimed[] {
  const groups = new Map<string, [BucketClaim, ...BucketClaim[]]>();
  // Resolving an id to its target is slow: resolve each id once, and none if there is only one.
  const buckets = new Map(claims.map(({ bucket }) => [bucket.bucketId, bucket]));
  const identities = new Map(
    [...buckets].map(([id, bucket]) => [id, (buckets.size === 1 ? undefined : identityOf(bucket, id)) ?? id]),
  );
  for (const claim of claims) {
    const identity = identities.get(claim.bucket.bucketId) ?? '';
    const group = groups.get(identity);
    if (group) group.push(claim);
    else groups.set(identity, [claim]);
  }
  return [...groups.values()].sort(([a], [b]) => (a.bucket.node.path < b.bucket.node.path ? -1 : 1));
}

/**
 * Reports, in sentences, claims of the program that the code of a key lacks (C8): the program has set arguments of the low-level construct. The ids
 * are those that were handed to the low-level construct.
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
  return [...lostBuckets(key, access.bucketIds, claims, claimed), ...lostPermissions(key, access, claims)];
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
