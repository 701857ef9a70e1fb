import { describe, expect, test } from 'vitest';
import { failureOf } from './fixture';
import { startSmallService } from './small-service';

const record = (n: number) => ({ id: `s-${n}`, name: `n-${n}` });
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => record(from + at));

/** A service whose pages are what `pageOf` returns for the number in the query; undefined for the first page, which is asked for without one. */
async function startNumbered(pageOf: (page: number | undefined, asked: number) => object, trustLists = false) {
  const service = await startSmallService({ trustLists });
  let asked = 0;
  service.when('GET /secrets', () => {
    const url = service.server.requests.at(-1)?.url ?? '';
    const page = new URLSearchParams(url.split('?')[1]).get('page');
    return { body: pageOf(page === null ? undefined : Number(page), ++asked) };
  });
  return service;
}

describe('P50: page numbers are followed', () => {
  test.each([
    ['page of total_pages', (page = 1) => ({ items: items(page * 2 - 1, page * 2), page, total_pages: 3 })],
    [
      'currentPage of lastPage',
      (page = 1) => ({ items: items(page * 2 - 1, page * 2), currentPage: page, lastPage: 3 }),
    ],
    ['one level down', (page = 1) => ({ data: items(page * 2 - 1, page * 2), meta: { current_page: page, pages: 3 } })],
    ['from 0', (page = 0) => ({ items: items(page * 2 + 1, page * 2 + 2), number: page, totalPages: 3 })],
    ['as texts', (page = 1) => ({ items: items(page * 2 - 1, page * 2), page: `${page}`, total_pages: '3' })],
    ['a total in place of numbers', (page = 1) => ({ items: items(page * 2 - 1, page * 2), pages: 3, total: 6 })],
  ])('%s', async (_, pageOf) => {
    const { client, sent } = await startNumbered(pageOf);

    expect((await client.secrets.list()).map(({ id }) => id)).toEqual(items(1, 6).map(({ id }) => id));
    expect(sent('GET')).toHaveLength(3);
  });

  test('a page that ignores the number is an error that names the field', async () => {
    const { client, sent } = await startNumbered(() => ({ items: items(1, 2), page: 1, total_pages: 3 }));

    const { message } = await failureOf(client.secrets.list());

    expect(message).toContain('total_pages is 3, and page=2 holds only records that were on earlier pages');
    expect(sent('GET')).toHaveLength(2);
  });

  test('a page that does not say its number is an error, unless the total is reached', async () => {
    const { client } = await startNumbered((page = 1) => ({ items: items(page * 2 - 1, page * 2), total_pages: 2 }));

    expect((await failureOf(client.secrets.list())).message).toContain('page=2 does not say that it is that page');
  });

  test('a list that moves meanwhile is read once more from the start', async () => {
    const { client, sent } = await startNumbered((page = 1, asked) => ({
      items: page === 1 ? items(1, 2) : items(asked === 2 ? 2 : 3, 4),
      page,
      total_pages: 2,
    }));

    expect(await client.secrets.list()).toHaveLength(4);
    expect(sent('GET').map(({ url }) => url)).toEqual(['/secrets', '/secrets?page=2', '/secrets', '/secrets?page=2']);
  });
});

test.each([
  ['null', { body: null }],
  ['{"secrets": null}', { body: { secrets: null } }],
  ['a 204', { status: 204 }],
])('P50: %s is an empty list, and a create goes on', async (_, given) => {
  const { client, when } = await startSmallService();
  when('GET /secrets', () => given);

  expect(await client.secrets.list()).toEqual([]);
  expect(await client.secrets.create({ projectId: 'p', name: 'n', value: new Uint8Array([1]) })).toEqual({
    id: 'obj-1',
  });
});
