import { type IConstruct, RootConstruct } from 'constructs';
import { Bucket } from '../../bucket';
import type { IBucketRef } from '../../bucket-ref';
import type * as l1 from '../../l1';
import type { Permission } from '../../permission';
import type { BucketClaim } from './bucket-claims';
import { lowLevelRef } from './bucket-refs';
import { atMost } from './key-access';
import { accessIn, keysBelow } from './keys-of-app';
import { BucketIndex, idsIn, type OpenedBucket } from './opened-buckets';

/** A bucket that the code opens to a key of ours. */
interface CodedGrant {
  readonly key: IConstruct;
  readonly bucket: IBucketRef;
  readonly permission: Permission;
}

/** The grants in the code of the keys below a scope, in the order of definition. */
export function grantsBelow(scope: IConstruct): CodedGrant[] {
  let index: BucketIndex | undefined;
  return keysBelow(scope).flatMap(([key, claims]) => {
    const access = accessIn(key);
    const permission = access && atMost(access);
    if (!permission) return [];
    index ??= new BucketIndex(scope);
    const found = idsIn(key, access.bucketIds).flatMap((id) => (index as BucketIndex).find(key, id));
    return bucketsOf(found, claims, index).map((bucket) => ({ key, bucket, permission }));
  });
}

/** A reference to each bucket: the one that was claimed, if there is one. Claims come first, in their order. */
function bucketsOf(found: readonly OpenedBucket[], claims: readonly BucketClaim[], index: BucketIndex): IBucketRef[] {
  const nameOf = (bucket: IBucketRef): string | undefined => index.find(bucket, bucket.bucketId)[0]?.name;
  const claimed = new Map(claims.map(({ bucket }) => [nameOf(bucket), bucket]));
  const names = new Set(found.map(({ name }) => name));
  const others = new Map(found.filter(({ name }) => !claimed.has(name)).map((bucket) => [bucket.name, refTo(bucket)]));
  return [...[...claimed].flatMap(([name = '', bucket]) => (names.has(name) ? [bucket] : [])), ...others.values()];
}

/** A reference to a bucket that nobody claimed. One that is no construct is a construct of its own, outside the app. */
function refTo({ element, index, name }: OpenedBucket): IBucketRef {
  if (!element || index !== '') return Bucket.fromBucketId(new RootConstruct(), name, name);
  const owner = element.node.scope as IConstruct & Partial<IBucketRef>;
  return owner.bucketId === undefined ? lowLevelRef(element as l1.Bucket) : (owner as IBucketRef);
}
