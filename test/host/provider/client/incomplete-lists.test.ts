import { describe, expect, test } from 'vitest';
import { Client } from '../../../../provider/client';
import { startServer } from '../../../unit/provider/client/raw-server';
import { failureOf, settingsFor, TestTime } from './fixture';

interface Page {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

const A = { id: 'a', name: 'x' };
const B = { id: 'b', name: 'y' };
const C = { id: 'c', name: 'z' };

/** A server that returns `pages` by request URL, one after another; the last page of each URL repeats. */
async function startPages(pages: Readonly<Record<string, readonly Page[]>>, settings: { trustLists?: boolean } = {}) {
  const asked = new Map<string, number>();
  const server = await startServer(({ url }, response) => {
    const all = pages[url] ?? [];
    const times = asked.get(url) ?? 0;
    asked.set(url, times + 1);
    const page = all[Math.min(times, all.length - 1)];
    for (const [name, value] of Object.entries(page?.headers ?? {})) response.setHeader(name, value);
    response.statusCode = page === undefined ? 404 : (page.status ?? 200);
    response.end(JSON.stringify(page?.body));
  });
  const client = new Client({ ...settingsFor(server.baseUrl, 'token-1', new TestTime()), ...settings });
  return { server, client };
}

const inEnvelope = (beside: object): Page => ({ body: { items: [A, B], ...beside } });
const withHeaders = (headers: Readonly<Record<string, string>>): Page => ({ body: [A, B], headers });

describe('P32: an envelope without a sign of more records is the whole list', () => {
  test.each<[string, Page]>([
    ['a bare list', { body: [A, B] }],
    ['the list alone', inEnvelope({})],
    ['page 1 of 1', inEnvelope({ page: 1, total_pages: 1 })],
    ['page 0 of 1', inEnvelope({ number: 0, totalPages: 1, size: 20, totalElements: 2, last: true, first: true })],
    ['a page number alone', inEnvelope({ page: 1 })],
    ['a page size that is full', inEnvelope({ per_page: 2, page_size: 2, limit: 2, offset: 0 })],
    ['a request id', inEnvelope({ request_id: 'r-1', took: 12, status: 'ok', success: true })],
    ['a total that agrees', inEnvelope({ total: 2 })],
    ['totals as text', inEnvelope({ total_count: '2', count: '2' })],
    ['a count of the page', inEnvelope({ meta: { count: 2, total_items: 2, item_count: 2 } })],
    ['a total that agrees beside a flag that says more', inEnvelope({ total: 2, has_more: true })],
    ['page 1 of 2 with a total that agrees', inEnvelope({ page: 1, pages: 2, total: 2 })],
    ['has_more false', inEnvelope({ has_more: false, cursor: 'abc' })],
    ['an empty next', inEnvelope({ next: null, previous: null })],
    ['an empty cursor', inEnvelope({ next_cursor: '', next_page_token: null, nextToken: '' })],
    ['empty links', inEnvelope({ links: { self: '/secrets', next: null }, _links: { next: { href: null } } })],
    ['a list of links without a next', inEnvelope({ links: [{ rel: 'self', href: '/secrets' }] })],
    ['errors that there are none of', inEnvelope({ errors: [], warnings: [], messages: [] })],
    ['no next page in GraphQL', inEnvelope({ pageInfo: { hasNextPage: false, endCursor: 'abc' } })],
    ['an end cursor alone', inEnvelope({ page_info: { end_cursor: 'abc', has_next_page: false } })],
    ['a quota of the project', inEnvelope({ quota: { total: 100, count: 7 }, limits: { total: 50 } })],
    ['next steps', inEnvelope({ next_steps: 'none', next_rotation: '2027-01-01' })],
    [
      'totals in headers',
      withHeaders({ 'x-total-count': '2', 'x-total-pages': '1', 'x-page': '1', 'x-next-page': '' }),
    ],
    ['a whole range', { ...withHeaders({ 'content-range': 'items 0-1/2' }), status: 206 }],
    ['a link that is not to a next page', withHeaders({ link: '</secrets?page=1>; rel="first", </next>; rel="help"' })],
    ['paging in a header of JSON', withHeaders({ 'x-pagination': '{"TotalCount":2,"TotalPages":1,"CurrentPage":1}' })],
    ['rate limits in headers', withHeaders({ 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '499' })],
  ])('%s', async (_, page) => {
    const { client, server } = await startPages({ '/secrets': [page] });

    expect(await client.secrets.list()).toMatchObject([A, B]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('P32: a sign of more records is followed if possible', () => {
  test.each<[string, Page, string]>([
    ['next_cursor', inEnvelope({ next_cursor: 'n1', has_more: true }), '/secrets?cursor=n1'],
    ['nextCursor one level below', inEnvelope({ meta: { nextCursor: 'n1', total: 3 } }), '/secrets?cursor=n1'],
    ['a number as cursor', inEnvelope({ paging: { next_cursor: 7 } }), '/secrets?cursor=7'],
    ['next as an address', inEnvelope({ next: '/secrets?page=2', count: 3 }), '/secrets?page=2'],
    ['next as a query', inEnvelope({ next: '?page=2' }), '/secrets?page=2'],
    ['links.next', inEnvelope({ links: { next: '/secrets?page=2' } }), '/secrets?page=2'],
    ['_links.next.href', inEnvelope({ _links: { next: { href: '/secrets?page=2' } } }), '/secrets?page=2'],
    ['a list of links', inEnvelope({ links: [{ rel: 'next', href: '/secrets?page=2' }] }), '/secrets?page=2'],
    ['@odata.nextLink', inEnvelope({ '@odata.nextLink': '/secrets?$skip=2' }), '/secrets?$skip=2'],
    ['next_page_url', inEnvelope({ next_page_url: '/secrets?page=2', last_page: 2 }), '/secrets?page=2'],
    ['a Link header', withHeaders({ link: '</secrets?page=2>; rel="next"', 'x-next-page': '2' }), '/secrets?page=2'],
  ])('%s', async (_, page, url) => {
    const { client, server } = await startPages({ '/secrets': [page], [url]: [{ body: { items: [C] } }] });

    expect(await client.secrets.list()).toMatchObject([A, B, C]);
    expect(server.requests.map((request) => request.url)).toEqual(['/secrets', url]);
  });

  test('with pages that are numbered from 0', async () => {
    const page = (items: object[], number: number, next: string | null) => ({
      body: { items, page: { number, totalPages: 2, totalElements: 3 }, links: { next } },
    });
    const { client } = await startPages({
      '/secrets': [page([A, B], 0, '/secrets?page=1')],
      '/secrets?page=1': [page([C], 1, null)],
    });

    expect(await client.secrets.list()).toMatchObject([A, B, C]);
  });
});

describe('P32: any other sign of more records is an error that names it', () => {
  test.each<[string, Page]>([
    ['has_more is true', inEnvelope({ has_more: true })],
    ['has_next is true', inEnvelope({ has_next: true })],
    ['meta.hasMore is true', inEnvelope({ meta: { hasMore: true } })],
    ['pageInfo.hasNextPage is true', inEnvelope({ pageInfo: { hasNextPage: true, endCursor: 'abc' } })],
    ['is_truncated is true', inEnvelope({ is_truncated: true })],
    ['last is false', inEnvelope({ last: false })],
    ['next_page_token is not empty', inEnvelope({ next_page_token: 'abc' })],
    ['nextToken is not empty', inEnvelope({ nextToken: 'abc' })],
    ['next is not empty', inEnvelope({ next: 'abc' })],
    ['next_page is 2', inEnvelope({ page: 1, next_page: 2 })],
    ['next_offset is 2', inEnvelope({ next_offset: 2 })],
    ['cursor is not empty', inEnvelope({ cursor: 'abc' })],
    ['cursor.next is not empty', inEnvelope({ cursor: { next: 'abc' } })],
    ['continuationToken is not empty', inEnvelope({ continuationToken: 'abc' })],
    ['metadata.continue is not empty', inEnvelope({ metadata: { continue: 'abc', remainingItemCount: 2 } })],
    ['num_pages is 2, and this is page 1', inEnvelope({ page: 1, num_pages: 2 })],
    ['the status is 206', { ...withHeaders({}), status: 206 }],
    ['the Link header names a next page', withHeaders({ link: '/secrets?page=2; rel=next' })],
    ['x-next-page header is not empty', withHeaders({ 'x-next-page': '2' })],
    ['x-next-cursor header is not empty', withHeaders({ 'x-next-cursor': 'abc' })],
    ['x-next header is not empty', withHeaders({ 'x-next': '/secrets?page=2' })],
    ['x-has-more header is not empty', withHeaders({ 'x-has-more': 'true' })],
    ['x-total-pages header is 2, and this is page 1', withHeaders({ 'x-total-pages': '2', 'x-page': '1' })],
    [
      'x-pagination.TotalPages header is 2, and this is page 1',
      withHeaders({ 'x-pagination': '{"TotalPages":2,"CurrentPage":1}' }),
    ],
    ['next names a next page that is not a valid address', inEnvelope({ next: 'http://[' })],
  ])('%s', async (words, page) => {
    const { client, server } = await startPages({ '/secrets': [page] });

    const error = await failureOf(client.secrets.list());

    expect(error.message).toContain(`${words}`);
    expect(error.message).toContain('COFFER_TRUST_LISTS=true');
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, Page]>([
    ['total is 4', inEnvelope({ total: 4 })],
    ['meta.totalCount is 4', inEnvelope({ meta: { totalCount: 4 } })],
    ['count is 4', inEnvelope({ count: 4 })],
    ['x-total-count header is 4', withHeaders({ 'x-total-count': '4' })],
    ['the Content-Range header is 4', withHeaders({ 'content-range': 'items 0-1/4' })],
  ])('%s, after the list was read once more', async (words, page) => {
    const { client, server } = await startPages({ '/secrets': [page] });

    const error = await failureOf(client.secrets.list());

    expect(error.message).toContain(`${words} (records read: 2)`);
    expect(server.requests).toHaveLength(2);
  });

  test('on a later page', async () => {
    const { client } = await startPages({
      '/secrets': [inEnvelope({ next_cursor: 'n1' })],
      '/secrets?cursor=n1': [{ body: { items: [C], has_more: true } }],
    });

    expect((await failureOf(client.secrets.list())).message).toContain('has_more is true (records read: 3)');
  });

  test('all of them in one envelope', async () => {
    const { client } = await startPages({
      '/secrets': [inEnvelope({ has_more: true, next_page_token: 'abc', total: 4 })],
    });

    expect((await failureOf(client.secrets.list())).message).toContain('has_more is true (records read: 2)');
  });
});

test('P32: ends the wait for a bucket at once, with a warning that says so', async () => {
  const { client, server } = await startPages({ '/s3/buckets': [inEnvelope({ has_more: true })] });
  const warnings: string[] = [];

  const record = await client.buckets.waitUntil('d', () => true, 60_000, {
    warn: (_, detail) => warnings.push(detail),
  });

  expect(record).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('has_more is true')]);
  expect(server.requests).toHaveLength(1);
});

test('P32: a total that someone changed while the pages were read is compared with a second list', async () => {
  const { client, server } = await startPages({
    '/secrets': [inEnvelope({ total: 3 }), { body: { items: [A, B, C], total: 3 } }],
  });

  expect(await client.secrets.list()).toHaveLength(3);
  expect(server.requests).toHaveLength(2);
});

test('P32: COFFER_TRUST_LISTS makes each sign one warning for the collection', async () => {
  const { client } = await startPages({ '/secrets': [inEnvelope({ has_more: true })] }, { trustLists: true });
  const warnings: string[] = [];
  const call = { warn: (summary: string, detail: string) => warnings.push(`${summary}: ${detail}`) };

  await Promise.all([
    client.secrets.list(call),
    client.secrets.find('a', call),
    client.secrets.search(() => true, call),
  ]);

  expect(await client.secrets.list(call)).toMatchObject([A, B]);
  expect(warnings).toEqual([expect.stringContaining('List may be incomplete: GET /secrets returned')]);
  expect(warnings[0]).toContain('has_more is true');
});
