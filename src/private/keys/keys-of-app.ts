import type { IConstruct } from 'constructs';
import { isInTree } from '../code/tree';
import { resourceOf } from '../identities/places';
import type { BucketClaim } from './bucket-claims';
import { accessOf, type KeyAccess } from './key-access';

/** The keys of each app with their claims, which grow until synthesis. */
const keysOfApps = new WeakMap<IConstruct, Map<IConstruct, readonly BucketClaim[]>>();

const keysAround = ({ node }: IConstruct): ReadonlyMap<IConstruct, readonly BucketClaim[]> =>
  keysOfApps.get(node.root) ?? new Map();

/** Registers an access key and its claims; the same array is read at synthesis. */
export function registerKey(key: IConstruct, claims: readonly BucketClaim[]): void {
  const keys = keysOfApps.get(key.node.root) ?? new Map<IConstruct, readonly BucketClaim[]>();
  keysOfApps.set(key.node.root, keys);
  keys.set(key, claims);
}

export const isRegistered = (key: IConstruct): boolean => keysAround(key).has(key);

/** The buckets that the code of a key opens; undefined if it is not one of ours. */
export function accessIn(key: IConstruct): KeyAccess | undefined {
  const resource = isRegistered(key) ? resourceOf(key) : undefined;
  return resource && accessOf(resource);
}

/** All keys below a scope with their claims, in the order of definition. */
export function keysBelow(scope: IConstruct): (readonly [key: IConstruct, claims: readonly BucketClaim[]])[] {
  return [...keysAround(scope)].filter(([key]) => key.node.scopes.includes(scope) && isInTree(key));
}
