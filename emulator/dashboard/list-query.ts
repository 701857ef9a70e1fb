/** Which part of a list somebody asks for, as it stands in the URL. */
export interface ListQuery {
  /** What to look for; `''`: everything. */
  readonly q: string;
  /** Name of a sorting; with a hyphen before it in reverse. `''`: newest first. */
  readonly sort: string;
  /** From 1 on. */
  readonly page: number;
}

/** Reads it; what is not understood is as if it was not there. */
export function readListQuery(query: Readonly<Record<string, string>>, sortings: readonly string[]): ListQuery {
  const { q = '', sort = '', page = '' } = query;
  return {
    q: q.trim(),
    sort: sortings.includes(sort.replace(/^-/, '')) ? sort : '',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

/** A path with that query: the same part has the same link, wherever it stands. */
export function toListPath(path: string, { q, sort, page }: ListQuery): string {
  const pairs = new URLSearchParams({ ...(q && { q }), ...(sort && { sort }), ...(page > 1 && { page: `${page}` }) });
  return pairs.size === 0 ? path : `${path}?${pairs}`;
}

/** What things are put in order by: numbers by size, texts as people do, `file-2` before `file-10`. */
export type SortValue = string | number | bigint;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Ascending. */
export function compare(one: SortValue, other: SortValue): number {
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether one of the texts has the words somewhere, in upper or lower case. */
export function contains(texts: readonly (string | null | undefined)[], q: string): boolean {
  const wanted = q.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}
