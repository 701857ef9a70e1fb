import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { Server } from '../../../../emulator/probe/server';
import { listen } from '../../support/listen';

async function serve(respond: RequestListener) {
  const seen: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = [];
  const listener = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body });
    respond(request, response);
  });
  return { baseUrl: `http://127.0.0.1:${await listen(listener)}/v1`, seen };
}

const target = (baseUrl: string) => new Server({ baseUrl, token: 'canary', timeoutMs: 30_000 });

test('sends token and body, or neither, and follows no redirect', async () => {
  const { baseUrl, seen } = await serve((_, response) =>
    response.writeHead(302, { location: '/elsewhere' }).end('{"a":1}'),
  );
  const server = target(baseUrl);

  const response = await server.send('POST', '/secrets', { name: 'a' }, undefined, { 'x-more': '1' });
  await server.send('GET', '/secrets', undefined, null);

  expect(response).toMatchObject({ status: 302, text: '{"a":1}', json: { a: 1 } });
  expect(seen).toMatchObject([
    { method: 'POST', url: '/v1/secrets', body: '{"name":"a"}' },
    { method: 'GET', url: '/v1/secrets', body: '' },
  ]);
  expect(seen[0]?.headers).toMatchObject({
    ...{ authorization: 'Bearer canary', 'content-type': 'application/json', 'x-more': '1' },
  });
  expect(seen[1]?.headers).not.toHaveProperty('authorization');
  expect(seen[1]?.headers).not.toHaveProperty('content-type');
});

test.each([
  [1, 2, 200],
  [4, 5, 200],
  [5, 5, 429],
])(
  '%i responses that ask to slow down are followed by other attempts: %i requests, then %i',
  async (refusals, all, status) => {
    const { baseUrl, seen } = await serve((_, response) => {
      if (seen.length <= refusals) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.end('text');
    });

    expect(await target(baseUrl).send('GET', '/')).toMatchObject({ status, json: undefined });
    expect(seen).toHaveLength(all);
  },
);

test('links lead to pages of the same server, and nowhere else', () => {
  const server = target('http://localhost:1/v1');

  expect(server.toPath('http://localhost:1/v1/secrets?page=2', '/secrets')).toBe('/secrets?page=2');
  expect(server.toPath('?page=2', '/secrets')).toBe('/secrets?page=2');
  for (const link of [
    'http://localhost:2/v1/secrets',
    'http://localhost:1/v2/secrets',
    'http://localhost:1/v10',
    '/secrets',
  ]) {
    expect(() => server.toPath(link, '/secrets')).toThrow('The list /secrets links to a page on another server');
  }
});
