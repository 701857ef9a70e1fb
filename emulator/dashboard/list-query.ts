/** The requested part of a list, from the URL. */
export interface ListQuery {
  /** The search text; `''` for everything. */
  readonly q: string;
  /** The name of an order, with a hyphen before it in reverse. `''`: newest first. */
  readonly sort: string;
  /** The number of the page, from 1. */
  readonly page: number;
}

/** Reads the query. Ignores values that it does not understand. */
export function readListQuery(query: Readonly<Record<string, string>>, sortings: readonly string[]): ListQuery {
  const { q = '', sort = '', page = '' } = query;
  return {
    q: q.trim(),
    sort: sortings.includes(sort.replace(/^-/, '')) ? sort : '',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

/** A path with the query. Equal parts have equal paths. */
export function toListPath(path: string, { q, sort, page }: ListQuery): string {
  const pairs = new URLSearchParams({ ...(q && { q }), ...(sort && { sort }), ...(page > 1 && { page: `${page}` }) });
  return pairs.size === 0 ? path : `${path}?${pairs}`;
}

/** A value to sort by: numbers by size, texts in natural order, `file-2` before `file-10`. */
export type SortValue = string | number | bigint;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares in ascending order. */
export function compare(one: SortValue, other: SortValue): number {
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

/** True if one of the texts contains `q`, ignoring case. */
export function contains(texts: readonly (string | null | undefined)[], q: string): boolean {
  const wanted = q.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}
