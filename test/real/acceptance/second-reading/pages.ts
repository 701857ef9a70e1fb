import type { Collection } from './collection';

/** A response, before it is written. */
export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const PAGE_SIZE = 2;

/** The parameter of the query that says which page is asked for. */
const PARAMETER: Readonly<Record<string, string>> = { '/secrets': 'from', '/s3/buckets': 'page', '/s3/keys': 'offset' };

/** A page of a list. Each collection pages in another way: by a link in the envelope, by a relative query, by a `Link` header. */
export function pageOf(route: string, collection: Collection, query: URLSearchParams): Reply {
  const number = Number(query.get(PARAMETER[route] ?? '') ?? 1);
  // Further pages are of the list that the first one was of.
  const all = number === 1 ? collection.list() : collection.lastList;
  const records = all.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const isLast = number >= pages;
  switch (route) {
    case '/secrets': {
      const secrets = records.map(({ id, name, status }) => ({ id, name, status }));
      const next = isLast ? {} : { next: { href: `/cloud/v7/secrets?from=${number + 1}` } };
      return { status: 200, json: { _links: { self: { href: '/cloud/v7/secrets' }, ...next }, secrets } };
    }
    case '/s3/buckets': {
      const pagination = { page: number, pages, next: isLast ? null : `?page=${number + 1}` };
      return { status: 200, json: { pagination, items: records, warnings: [] } };
    }
  }
  const link = `</cloud/v7/s3/keys?offset=${number + 1}>; title="more"; rel="next"`;
  return { status: 200, json: records, ...(!isLast && { headers: { link } }) };
}
