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

/** Where a listing begins; undefined: past everything that it could show. */
function firstStart(query: ObjectQuery): ScanStart | undefined {
  const { prefix, after } = query;
  if (after === '') return { key: prefix, inclusive: true };
  if (!after.startsWith(prefix)) return isBefore(after, prefix) ? { key: prefix, inclusive: true } : undefined;
  return commonPrefix(after, query) === after ? startPast(after) : { key: after, inclusive: false };
}

/** The common prefix that stands for the key; undefined: it stands for itself. */
function commonPrefix(key: string, { prefix, delimiter }: ObjectQuery): string | undefined {
  if (!delimiter) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

const LAST_CODE_POINT = 0x10ffff;
const BEFORE_SURROGATES = 0xd7ff;
const AFTER_SURROGATES = 0xe000;

/** The first key after all that begin with the prefix: UTF-8 sorts by code point, so the last one is raised by one. */
function startPast(prefix: string): ScanStart | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const raised = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1;
  return { key: String.fromCodePoint(...points, raised), inclusive: true };
}

function isBefore(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(other)) < 0;
}
