import type { IConstruct } from 'constructs';
import { identityOf } from '../code/references';
import { isInTree } from '../code/tree';
import { resourceOf } from '../identities/places';
import type { BucketClaim } from './bucket-claims';
import { manyAround } from './bucket-refs';
import { accessOf, type KeyAccess } from './key-access';

/** The keys of each app with their claims, which grow until synthesis. */
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

/** Other keys of the app that open a bucket, alone or with all others of its map, in the order of definition. */
export function othersThatOpen(bucket: BucketClaim['bucket'], key: IConstruct): IConstruct[] {
  const id = idOf(bucket);
  const opens = (claims: readonly BucketClaim[]) => openedBy(claims).partly.has(id) || isOpen(claims, bucket);
  return [...keysAround(key)].flatMap(([other, claims]) =>
    other !== key && isInTree(other) && opens(claims) ? other : [],
  );
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
}

/** The buckets that a key's claims name; undefined if it is not registered. */
export function bucketsOf(key: IConstruct): BucketClaim['bucket'][] | undefined {
  const claims = keysAround(key).get(key);
  return claims && [...new Map(claims.map(({ bucket }) => [idOf(bucket), bucket])).values()];
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
