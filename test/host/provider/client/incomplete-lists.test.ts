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
    ['a request id', inEnvelope({ request_id: 'r-1', took: 12, status: 'ok', success: true })],
    ['a total that agrees beside a flag that says more', inEnvelope({ total: 2, has_more: true })],
    ['a quota of the project', inEnvelope({ quota: { total: 100, count: 7 }, limits: { total: 50 } })],
  ])('%s', async (_, page) => {
    const { client, server } = await startPages({ '/secrets': [page] });

    expect(await client.secrets.list()).toMatchObject([A, B]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('P32: a sign of more records is followed if possible', () => {
  test.each<[string, Page, string]>([
    ['next_cursor', inEnvelope({ next_cursor: 'n1', has_more: true }), '/secrets?cursor=n1'],
    ['next as an address', inEnvelope({ next: '/secrets?page=2', count: 3 }), '/secrets?page=2'],
    ['a Link header', withHeaders({ link: '</secrets?page=2>; rel="next"', 'x-next-page': '2' }), '/secrets?page=2'],
  ])('%s', async (_, page, url) => {
    const { client, server } = await startPages({ '/secrets': [page], [url]: [{ body: { items: [C] } }] });

    expect(await client.secrets.list()).toMatchObject([A, B, C]);
    expect(server.requests.map((request) => request.url)).toEqual(['/secrets', url]);
  });
});

describe('P32: any other sign of more records is an error that names it', () => {
  test.each<[string, Page]>([
    ['has_more is true', inEnvelope({ has_more: true })],
    ['num_pages is 2, and this is page 1', inEnvelope({ page: 1, num_pages: 2 })],
    ['the status is 206', { ...withHeaders({}), status: 206 }],
    ['the Link header names a next page', withHeaders({ link: '/secrets?page=2; rel=next' })],
  ])('%s', async (words, page) => {
    const { client, server } = await startPages({ '/secrets': [page] });

    const error = await failureOf(client.secrets.list());

    expect(error.message).toContain(`${words}`);
    expect(error.message).toContain('COFFER_TRUST_LISTS=true');
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, Page]>([
    ['total is 4', inEnvelope({ total: 4 })],
    ['x-total-count header is 4', withHeaders({ 'x-total-count': '4' })],
  ])('%s, after the list was read once more', async (words, page) => {
    const { client, server } = await startPages({ '/secrets': [page] });

    const error = await failureOf(client.secrets.list());

    expect(error.message).toContain(`${words} (records read: 2)`);
    expect(server.requests).toHaveLength(2);
  });
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
