import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../bucket-ref';
import type { Permission } from '../permission';
import { homeOf, identityOf, providerOf } from './resource';

/** Somebody's wish that a key opens a bucket. */
export interface BucketClaim {
  readonly bucket: IBucketRef;
  /** Undefined: with the permission of the key, which has declared none. */
  readonly permission: Permission | undefined;
  /** Made by a grant of the bucket; else the bucket was given to the key. */
  readonly isGrant: boolean;
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
  const path = `AccessKey "${key.node.path}"`;
  if (claims.length === 0) {
    return [`${path} opens no bucket: pass "permission" and "buckets", or use grantRead and its sisters of a bucket`];
  }
  return [
    ...missingPermission(path, declared, claims),
    ...widened(path, claims),
    ...foreignProviders(key, path, claims),
    ...foreignHomes(key, path, claims),
  ];
}

function missingPermission(path: string, declared: Permission | undefined, claims: readonly BucketClaim[]): string[] {
  const given = claims.filter(({ isGrant }) => !isGrant).map(({ bucket }) => `"${bucket.node.path}"`);
  if (declared || given.length === 0) return [];
  return [
    `${path} was given bucket ${given.join(', ')} but no "permission": set it, or use grantRead and its sisters of the bucket`,
  ];
}

/** The permission belongs to the key: if two buckets are claimed differently, one gets more than was asked for it (C2). */
function widened(path: string, claims: readonly BucketClaim[]): string[] {
  const total = permissionOf(claims);
  const perBucket = groupByBucket(claims.filter(({ permission }) => permission));
  if (!total || perBucket.every((claimed) => permissionOf(claimed)?._equals(total))) return [];
  const wishes = perBucket.map((claimed) => {
    const by = claimed.some(({ isGrant }) => isGrant) ? 'grant' : '"buckets" or addBucket';
    return `${permissionOf(claimed)} on "${claimed[0].bucket.node.path}" (${by})`;
  });
  return [
    `${path} has one permission for all its buckets, but they were opened to it differently: ${wishes.join('; ')}. ` +
      `All of them would get "${total}". Use one AccessKey per permission, or declare the wider one on purpose: ` +
      'new AccessKey(…, { permission, buckets }) with key.addBucket instead of grants.',
  ];
}

/** A key is made by its own provider, perhaps in another project, where the bucket does not exist (C7). */
function foreignProviders(key: IConstruct, path: string, claims: readonly BucketClaim[]): string[] {
  const stack = TerraformStack.of(key);
  const own = providerOf(key);
  return groupByBucket(claims)
    .map(([{ bucket }]) => ({ bucket, provider: providerOf(bucket) }))
    .filter(({ bucket, provider }) => provider && provider !== own && TerraformStack.of(bucket) === stack)
    .map(
      ({ bucket, provider }) =>
        `${path} is managed by provider "${own}", but bucket "${bucket.node.path}" by "${provider}": ` +
        'use one AccessKey per provider, or give both the same "provider"',
    );
}

/** Two stacks each have a provider of their own, and a project can be named beside the provider: what counts is where they lead (C7). */
function foreignHomes(key: IConstruct, path: string, claims: readonly BucketClaim[]): string[] {
  const differs = (own: string | undefined, other: string | undefined) =>
    own !== undefined && other !== undefined && own !== other;
  const home = homeOf(key);
  return groupByBucket(claims).flatMap(([{ bucket }]) => {
    const other = homeOf(bucket);
    const what = differs(home.baseUrl, other.baseUrl)
      ? `is made at ${home.baseUrl}, but bucket "${bucket.node.path}" is at ${other.baseUrl}`
      : differs(home.projectId, other.projectId)
        ? `is made in project "${home.projectId}", but bucket "${bucket.node.path}" is in project "${other.projectId}"`
        : undefined;
    return what === undefined ? [] : [`${path} ${what}: use one AccessKey per service and project`];
  });
}

function groupByBucket(claims: readonly BucketClaim[]): Claimed[] {
  const groups = new Map<string, [BucketClaim, ...BucketClaim[]]>();
  for (const claim of claims) {
    const identity = identityOf(claim.bucket, claim.bucket.bucketId);
    const group = groups.get(identity);
    if (group) group.push(claim);
    else groups.set(identity, [claim]);
  }
  return [...groups.values()].sort(([a], [b]) => (a.bucket.node.path < b.bucket.node.path ? -1 : 1));
}
