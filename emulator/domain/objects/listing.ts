import type { ScanStart } from './ports';

/** The parameters of a listing. Keys are ordered by their bytes in UTF-8. */
export interface ObjectQuery {
  readonly prefix: string;
  readonly delimiter: string | undefined;
  /** The listing begins after this key. With a delimiter, it begins after the common prefix that stands for the key, if there is one. */
  readonly after: string;
  /** Largest number of objects and common prefixes together. */
  readonly limit: number;
}

/** An object or a common prefix, in one common order. */
export type Listed<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'prefix'; readonly prefix: string };

export interface Listing<T> {
  readonly entries: readonly Listed<T>[];
  readonly isTruncated: boolean;
}

/**
 * One page of a listing. Reads one entry more than it shows, to know whether it is truncated. Does not read the objects of a common
 * prefix, but continues the scan at the first key without the prefix.
 */
export function listPage<T extends { readonly key: string }>(
  query: ObjectQuery,
  scan: (start: ScanStart) => Iterable<T>,
): Listing<T> {
  // As in S3, a page of at most 0 entries is complete.
  if (query.limit < 1) return { entries: [], isTruncated: false };
  // With a delimiter the page may need fewer rows.
  const expected = query.delimiter ? undefined : query.limit + 1;
  return collect(query, firstStart(query), (start) => scan({ ...start, expected }), startPast);
}

/** The parameters of a listing that ends before the key `before`, or at the end if it is undefined. */
export type QueryBefore = Omit<ObjectQuery, 'after'> & { readonly before: string | undefined };

/**
 * Like {@link listPage} in the other direction: the last entries before a key, in the order of keys. Truncated means that there are earlier entries.
 *
 * @param scan reads downwards from the key before its argument, or from the last key if that is undefined
 */
export function listPageBefore<T extends { readonly key: string }>(
  { before, ...query }: QueryBefore,
  scan: (before: string | undefined) => Iterable<T>,
): Listing<T> {
  const { prefix } = query;
  const isWithin = before === undefined || before.startsWith(prefix);
  if (!isWithin && isBefore(before, prefix)) return { entries: [], isTruncated: false };
  const from = isWithin && before !== undefined ? before : keyPast(prefix);
  const startBefore = (key: string | undefined) => ({ key });
  const { entries, isTruncated } = collect(query, startBefore(from), ({ key }) => scan(key), startBefore);
  return { entries: entries.toReversed(), isTruncated };
}

/** One page, from scans that each end at a common prefix; `past` is the start of the next one, undefined if there is nothing past the prefix. */
function collect<T extends { readonly key: string }, Start>(
  query: Omit<ObjectQuery, 'after'>,
  first: Start | undefined,
  scan: (start: Start) => Iterable<T>,
  past: (prefix: string) => Start | undefined,
): Listing<T> {
  const entries: Listed<T>[] = [];
  for (let start = first; start !== undefined; ) {
    let next: Start | undefined;
    for (const item of scan(start)) {
      if (!item.key.startsWith(query.prefix)) break;
      if (entries.length === query.limit) return { entries, isTruncated: true };
      const common = commonPrefix(item.key, query);
      if (common !== undefined) {
        entries.push({ kind: 'prefix', prefix: common });
        next = past(common);
        break;
      }
      entries.push({ kind: 'item', item });
    }
    start = next;
  }
  return { entries, isTruncated: false };
}

/** The start of a listing; undefined if it is beyond everything that the listing could show. */
function firstStart(query: ObjectQuery): ScanStart | undefined {
  const { prefix, after } = query;
  if (after === '') return { key: prefix, inclusive: true };
  if (!after.startsWith(prefix)) return isBefore(after, prefix) ? { key: prefix, inclusive: true } : undefined;
  const common = commonPrefix(after, query);
  return common === undefined ? { key: after, inclusive: false } : startPast(common);
}

/** The common prefix that stands for the key in the listing; undefined if there is none. */
function commonPrefix(key: string, { prefix, delimiter }: Omit<ObjectQuery, 'after'>): string | undefined {
  if (!delimiter) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

const LAST_CODE_POINT = 0x10ffff;
const BEFORE_SURROGATES = 0xd7ff;
const AFTER_SURROGATES = 0xe000;

function startPast(prefix: string): ScanStart | undefined {
  const key = keyPast(prefix);
  return key === undefined ? undefined : { key, inclusive: true };
}

/** The first key after all that begin with the prefix: its last code point plus one, because UTF-8 sorts by code point. */
export function keyPast(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => Number(character.codePointAt(0)));
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const raised = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1;
  return String.fromCodePoint(...points, raised);
}

const isBefore = (key: string, other: string) => Buffer.compare(Buffer.from(key), Buffer.from(other)) < 0;
