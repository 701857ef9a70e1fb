import { expect, test } from 'vitest';
import { Client } from '../../../../../provider/client';
import { startServer } from '../../../../unit/provider/client/raw-server';
import { bytes, failureOf, settingsFor, startService, TestTime } from '../fixture';

test.each(['array_link', 'envelope_link', 'envelope_cursor'] as const)(
  'P6: pages are joined, in the shape %s, with one request each',
  async (listShape) => {
    const { client, emulator, projectId } = await startService({ knobs: { listShape, pageSize: 10 } });
    const names = Array.from({ length: 25 }, (_, index) => `name-${index}`);
    await Promise.all(names.map((name) => client.secrets.create({ projectId, name, value: bytes('x') })));
    emulator.journal.clear();

    const listed = await client.secrets.list();

    expect(new Set(listed.map(({ name }) => name))).toEqual(new Set(names));
    expect(emulator.journal.count({ operation: 'listSecrets' })).toBe(3);
  },
);

/** A server that returns `pages` by request URL. */
async function startPages(pages: Record<string, { body: string; link?: string }>, prefix = '') {
  const server = await startServer(({ url }, response) => {
    const page = pages[url];
    if (page?.link !== undefined) response.setHeader('link', page.link);
    response.statusCode = page === undefined ? 404 : 200;
    response.end(page?.body);
  });
  const client = new Client(settingsFor(server.baseUrl + prefix, 'token-1', new TestTime()));
  return { server, client };
}

test('P6: an id on two pages is one record', async () => {
  const { client } = await startPages({
    '/secrets': { body: '{"data":[{"id":"a","name":"x"},{"id":"b","name":"y"}],"next_cursor":"2"}' },
    '/secrets?cursor=2': { body: '{"data":[{"id":"b","name":"z"},{"id":"c","name":"w"}]}' },
  });

  const listed = await client.secrets.list();

  expect(listed.map(({ id, name }) => id + name)).toEqual(['ax', 'bz', 'cw']);
});

test('P6: pages that lead back to each other are an error', async () => {
  const { client, server } = await startPages({
    '/secrets': { body: '[]', link: '</secrets?page=2>; rel="next"' },
    '/secrets?page=2': { body: '[]', link: '</secrets>; rel="next"' },
  });

  const error = await failureOf(client.secrets.list());

  expect(error.message).toContain('lead back');
  expect(server.requests).toHaveLength(2);
});

test('P6: the token never goes to another host', async () => {
  const elsewhere = await startServer((_request, response) => response.end('[]'));
  const { client } = await startPages({
    '/secrets': { body: '[]', link: `<${elsewhere.baseUrl}/secrets?page=2>; rel="next"` },
  });

  const error = await failureOf(client.secrets.list());

  expect(error.message).toContain('another host');
  expect(elsewhere.requests).toEqual([]);
});

test('a relative link is resolved against its page, below the prefix of the base URL', async () => {
  const { client, server } = await startPages(
    {
      '/api/v1/secrets': { body: '[]', link: '<?page=2>; rel="next"' },
      '/api/v1/secrets?page=2': { body: '[{"id":"a","name":"x"}]' },
    },
    '/api/v1/',
  );

  expect(await client.secrets.list()).toHaveLength(1);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer token-1'));
});
