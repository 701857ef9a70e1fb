import { attempt } from '../../contract/formats/attempt';
import type { Listed, Listing } from '../domain/objects/listing';
import type { Objects } from '../domain/objects/objects';
import type { StoredObject } from '../domain/objects/records';
import { toPath } from './layout';
import { compare, PAGE_SIZE, pageOf, readPage, type SortValue } from './list';

/** Slashes in keys make folders, as in the console of Amazon S3. */
export const DELIMITER = '/';

/** Largest number of objects and folders that can be sorted by anything but their names. */
const MOST_SORTED = 10_000;

export type Entry = Listed<StoredObject>;

/** The requested part of a bucket, from the URL. Pages by name begin at a key; other pages have a number. */
export interface ObjectsQuery {
  readonly prefix: string;
  /** The name of an order, with a hyphen before it in reverse. `''`: by name. */
  readonly sort: string;
  readonly after: string;
  readonly before: string;
  readonly isLast: boolean;
  readonly page: number;
}

export const ORDERS: Readonly<Record<string, (entry: Entry) => SortValue>> = {
  size: (entry) => (entry.kind === 'item' ? entry.item.size : -1),
  type: (entry) => (entry.kind === 'item' ? (entry.item.headers['content-type'] ?? '') : ''),
  modified: (entry) => (entry.kind === 'item' ? entry.item.lastModified : -1),
};

/** Reads the query. Ignores values that it does not understand. */
export function readObjectsQuery(query: Readonly<Record<string, string>>): ObjectsQuery {
  const { prefix = '', sort = '', after = '', before = '', last, page } = query;
  const by = sort.replace(/^-/, '');
  return {
    prefix,
    sort: sort === '-name' || by in ORDERS ? sort : '',
    after,
    before: after === '' ? before : '',
    isLast: last !== undefined && after === '' && before === '',
    page: readPage(page, 6),
  };
}

export function toObjectsPath(bucketId: string, query: Partial<ObjectsQuery>): string {
  const { isLast = false, page = 1, prefix = '', sort = '', after = '', before = '' } = query;
  return toPath(`/buckets/${bucketId}`, { prefix, sort, after, before, last: isLast ? 'yes' : '', page });
}

/** A page of entries, and the queries of other pages; undefined if there is none. */
export interface ObjectsPage {
  readonly entries: readonly Entry[];
  /** True if there are too many entries for the requested order, so that they are sorted by name. */
  readonly isTooMuch: boolean;
  readonly pages: Readonly<Partial<Record<'first' | 'previous' | 'next' | 'last', Partial<ObjectsQuery>>>>;
}

/** The name of an entry: a key, or a prefix with its slash. */
export const keyOf = (entry: Entry) => (entry.kind === 'item' ? entry.item.key : entry.prefix);

export function readObjects(objects: Objects, bucketId: string, query: ObjectsQuery): ObjectsPage {
  const order = ORDERS[query.sort.replace(/^-/, '')];
  if (!order) return byName(objects, bucketId, query);
  const { prefix, sort } = query;
  const all = objects.list(bucketId, { prefix, delimiter: DELIMITER, after: '', limit: MOST_SORTED });
  if (all.isTruncated) return { ...byName(objects, bucketId, { ...query, sort: '' }), isTooMuch: true };
  const sign = sort.startsWith('-') ? -1 : 1;
  const sorted = [...all.entries].sort((a, b) => sign * compare(order(a), order(b)));
  const { shown, here: page, pages } = pageOf(sorted, query.page);
  const to = (wanted: number) => ({ prefix, sort, page: wanted });
  return {
    entries: shown,
    isTooMuch: false,
    pages: {
      ...(page > 1 && { first: to(1), previous: to(page - 1) }),
      ...(page < pages && { next: to(page + 1), last: to(pages) }),
    },
  };
}

/** Reads a page by name. The store is sorted by name, so only the entries of the page are read, forwards or backwards from a key. */
function byName(objects: Objects, bucketId: string, query: ObjectsQuery): ObjectsPage {
  const { prefix, sort, after, before, isLast } = query;
  const isDown = sort === '-name';
  const isBack = before !== '' || (after === '' && isDown !== isLast);
  const common = { prefix, delimiter: DELIMITER, limit: PAGE_SIZE };
  const listing: Listing<StoredObject> = isBack
    ? objects.listBefore(bucketId, { ...common, before: before || undefined })
    : objects.list(bucketId, { ...common, after });
  const [lowest, highest] = [listing.entries[0], listing.entries.at(-1)];
  const hasLower = isBack ? listing.isTruncated : after !== '';
  const hasHigher = isBack ? before !== '' : listing.isTruncated;
  const isBackwards = isDown ? after !== '' : before !== '';
  // Paging back to the beginning shows a full page.
  if (isBackwards && !listing.isTruncated && listing.entries.length < PAGE_SIZE) {
    return byName(objects, bucketId, { ...query, after: '', before: '', isLast: false });
  }
  const first = { prefix, sort };
  const lower = hasLower && { ...first, ...(lowest && { before: keyOf(lowest) }) };
  const higher = hasHigher && { ...first, ...(highest && { after: keyOf(highest) }) };
  const [previous, next] = isDown ? [higher, lower] : [lower, higher];
  return {
    entries: isDown ? [...listing.entries].reverse() : listing.entries,
    isTooMuch: false,
    pages: {
      ...(previous && { first, previous }),
      ...(next && { next, last: { ...first, isLast: true } }),
    },
  };
}

/** Decodes a text. Returns it unchanged if it is not encoded. */
export const decode = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;
