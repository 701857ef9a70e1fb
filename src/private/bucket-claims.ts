import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../bucket-ref';
import type { Permission } from '../permission';
import { foreignTo } from './homes';
import { kindOfKey, nameOfKey } from './key-kinds';
import { identityOf } from './references';

/** Somebody's wish that a key opens a bucket. */
export interface BucketClaim {
  readonly bucket: IBucketRef;
  /** What the bucket is opened with: the permission that the key declares, else the one that was asked for. Undefined: there is none. */
  readonly permission: Permission | undefined;
  /** What a grant asks for; undefined for a bucket that was given to the key. */
  readonly asked: Permission | undefined;
}

/** All claims on one bucket. */
type Claimed = readonly [BucketClaim, ...BucketClaim[]];

/** What all claims add up to; undefined without any permission. */
export function permissionOf(claims: readonly BucketClaim[]): Permission | undefined {
  return claims.reduce<Permission | undefined>(
    (sum, { permission }) => (permission ? permission._with(sum) : sum),
    undefined,
  );
}

/** What is wrong with the buckets and permissions of a key, in sentences; nothing is wrong with an empty result. */
export function findConflicts(
  key: IConstruct,
  declared: Permission | undefined,
  claims: readonly BucketClaim[],
): string[] {
  const name = nameOfKey(key);
  if (claims.length === 0) {
    return [
      `${name} opens no bucket: pass "permission" and "buckets", or use grantRead and its sibling methods of a bucket`,
    ];
  }
  return [
    ...missingPermission(name, declared, claims),
    ...(declared ? exceeded(key, declared, claims) : widened(key, claims)),
    ...groupByBucket(claims).flatMap(([{ bucket }]) => foreignTo(key, 'bucket', bucket)),
  ];
}

function missingPermission(name: string, declared: Permission | undefined, claims: readonly BucketClaim[]): string[] {
  const given = claims.filter(({ asked }) => !asked).map(({ bucket }) => `"${bucket.node.path}"`);
  if (declared || given.length === 0) return [];
  return [
    `${name} was given bucket ${given.join(', ')} but no "permission": set it, or use grantRead and its sibling methods of the bucket`,
  ];
}

/** A grant changes nothing of what the key declares, so it must not ask for more (C12). */
function exceeded(key: IConstruct, declared: Permission, claims: readonly BucketClaim[]): string[] {
  return groupByBucket(claims.filter(({ asked }) => asked && !declared._covers(asked))).map((claimed) => {
    const asked = permissionOf(claimed.map((claim) => ({ ...claim, permission: claim.asked })));
    return (
      `${nameOfKey(key)} declares "permission" ${declared}, but a grant of bucket "${claimed[0].bucket.node.path}" asks for ` +
      `${asked}: declare that permission for all buckets of the key, grant no more than ${declared}, or use another ${kindOfKey(key)}`
    );
  });
}

/** The permission belongs to the key: if two buckets are claimed differently, one gets more than was asked for it (C2). */
function widened(key: IConstruct, claims: readonly BucketClaim[]): string[] {
  const total = permissionOf(claims);
  const perBucket = groupByBucket(claims.filter(({ permission }) => permission));
  if (!total || perBucket.every((claimed) => permissionOf(claimed)?.isEqualTo(total))) return [];
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

function groupByBucket(claims: readonly BucketClaim[]): Claimed[] {
  const groups = new Map<string, [BucketClaim, ...BucketClaim[]]>();
  // What an id refers to takes time to work out: once for each, and not at all for a single one.
  const buckets = new Map(claims.map(({ bucket }) => [bucket.bucketId, bucket]));
  const identities = new Map(
    [...buckets].map(([id, bucket]) => [id, buckets.size === 1 ? id : identityOf(bucket, id)]),
  );
  for (const claim of claims) {
    const identity = identities.get(claim.bucket.bucketId) ?? '';
    const group = groups.get(identity);
    if (group) group.push(claim);
    else groups.set(identity, [claim]);
  }
  return [...groups.values()].sort(([a], [b]) => (a.bucket.node.path < b.bucket.node.path ? -1 : 1));
}
