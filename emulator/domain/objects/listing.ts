import type { ScanStart } from './ports';

/** What a listing asks for. Keys are ordered by the bytes of their UTF-8. */
export interface ObjectQuery {
  readonly prefix: string;
  readonly delimiter: string | undefined;
  /** Begin after this key; with a delimiter, a common prefix given here is skipped whole. */
  readonly after: string;
  /** Objects and common prefixes together. */
  readonly limit: number;
}

/** An object, or a common prefix: in one order. */
export type Listed<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'prefix'; readonly prefix: string };

export interface Listing<T> {
  readonly entries: readonly Listed<T>[];
  readonly isTruncated: boolean;
}

/**
 * One page of a listing. Reads what it shows and one entry more, which tells whether it is truncated; what a common prefix
 * stands for is not read but skipped, by scanning on from the first key that no longer has it.
 */
export function listPage<T extends { readonly key: string }>(
  query: ObjectQuery,
  scan: (start: ScanStart) => Iterable<T>,
): Listing<T> {
  const { prefix, limit } = query;
  // As S3 has it: a page of nothing is complete.
  if (limit < 1) return { entries: [], isTruncated: false };
  const entries: Listed<T>[] = [];
  // With a delimiter few rows may stand for the page.
  const expected = query.delimiter ? undefined : limit + 1;
  for (let start = firstStart(query); start !== undefined; ) {
    let next: ScanStart | undefined;
    for (const item of scan({ ...start, expected })) {
      if (!item.key.startsWith(prefix)) break;
      if (entries.length === limit) return { entries, isTruncated: true };
      const common = commonPrefix(item.key, query);
      if (common === undefined) {
        entries.push({ kind: 'item', item });
      } else {
        entries.push({ kind: 'prefix', prefix: common });
        next = startPast(common);
        break;
      }
    }
    start = next;
  }
  return { entries, isTruncated: false };
}

/** What a listing towards the beginning asks for: what lies before this key, nearest last; `undefined`: the end. */
export type QueryBefore = Omit<ObjectQuery, 'after'> & { readonly before: string | undefined };

/**
 * The same in the other direction: the last entries before a key, in the order of keys. Truncated: others lie before them.
 *
 * @param scan from the key before `before` downwards; undefined: from the last one
 */
export function listPageBefore<T extends { readonly key: string }>(
  { before, ...query }: QueryBefore,
  scan: (before: string | undefined) => Iterable<T>,
): Listing<T> {
  const { prefix, limit } = query;
  const entries: Listed<T>[] = [];
  const isWithin = before === undefined || before.startsWith(prefix);
  if (!isWithin && isBefore(before, prefix)) return { entries, isTruncated: false };
  let from = isWithin && before !== undefined ? before : keyPast(prefix);
  for (let next: string | undefined; ; from = next) {
    next = undefined;
    for (const item of scan(from)) {
      if (!item.key.startsWith(prefix)) break;
      if (entries.length === limit) return { entries: entries.reverse(), isTruncated: true };
      const common = commonPrefix(item.key, query);
      if (common === undefined) {
        entries.push({ kind: 'item', item });
      } else {
        entries.push({ kind: 'prefix', prefix: common });
        next = common;
        break;
      }
    }
    if (next === undefined) return { entries: entries.reverse(), isTruncated: false };
  }
}

/** Where a listing begins; undefined: past everything that it could show. */
function firstStart(query: ObjectQuery): ScanStart | undefined {
  const { prefix, after } = query;
  if (after === '') return { key: prefix, inclusive: true };
  if (!after.startsWith(prefix)) return isBefore(after, prefix) ? { key: prefix, inclusive: true } : undefined;
  return commonPrefix(after, query) === after ? startPast(after) : { key: after, inclusive: false };
}

/** The common prefix that stands for the key; undefined: it stands for itself. */
function commonPrefix(
  key: string,
  { prefix, delimiter }: Pick<ObjectQuery, 'prefix' | 'delimiter'>,
): string | undefined {
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

/** The first key after all that begin with the prefix: UTF-8 sorts by code point, so the last one is raised by one. */
export function keyPast(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const raised = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1;
  return String.fromCodePoint(...points, raised);
}

function isBefore(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(other)) < 0;
}
