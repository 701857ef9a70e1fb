import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Arrived, startServer } from '../../../unit/provider/client/raw-server';
import { clientOf } from './client-of';
import { bytes, failureOf } from './fixture';

const redirect = (response: ServerResponse, status: number, location?: string) =>
  response.writeHead(status, location === undefined ? {} : { location }).end();

/** A service that redirects whatever does not end with a slash, as the test says; the rest is responded to by `serve`. */
function startRedirecting(
  bounce: (request: Arrived, response: ServerResponse) => unknown,
  serve: (request: Arrived, response: ServerResponse) => unknown = (_request, response) => response.end('[]'),
) {
  return startServer((request, response) => {
    const isFinal = request.url.split('?')[0]?.endsWith('/');
    (isFinal ? serve : bounce)(request, response);
  });
}

/** Redirects to the same path with a slash at its end; the query stays. */
const toSlash = (status: number) => (request: Arrived, response: ServerResponse) => {
  const [path, query] = request.url.split('?');
  redirect(response, status, `${path}/${query === undefined ? '' : `?${query}`}`);
};

const secret = { projectId: 'p', name: 'db', value: bytes('x') };
const pull = { projectId: 'p', server: 's', username: 'u', password: 'password-1' };
const key = { projectId: 'p', bucketIds: ['b'], permissions: { read: true, write: false, owner: false } };

describe('within the origin', () => {
  test.each([
    [301, '/secrets/'],
    [303, '/secrets/'],
    [307, '/secrets/'],
    [308, '/secrets/'],
    [308, './secrets/?all=true#top'],
    [308, '//HOST/secrets/'],
    [308, '/elsewhere/../secrets/'],
    [308, '\\secrets/'],
  ])('P46: a GET follows %i to %s, with the token', async (status, location) => {
    const server = await startRedirecting(
      ({ headers }, response) => redirect(response, status, location.replace('HOST', String(headers.host))),
      (_request, response) => response.end('[{"id":"s-1","name":"db"}]'),
    );

    const listed = await clientOf(server.baseUrl, { headers: { 'x-gateway': 'g' } }).secrets.list();

    expect(listed).toEqual([{ id: 's-1', name: 'db' }]);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect(server.requests[1]?.url).toMatch(/^\/secrets\/(\?all=true)?$/);
    expect(server.requests[1]?.headers).toMatchObject({ authorization: 'Bearer token-1', 'x-gateway': 'g' });
  });

  test.each([307, 308])('P46: POST, PUT and DELETE follow %i with method, body and key', async (status) => {
    const server = await startRedirecting(
      (request, response) => (request.method === 'GET' ? response.end('[]') : toSlash(status)(request, response)),
      ({ method }, response) => response.end(method === 'POST' ? '{"id":"s-1"}' : ''),
    );
    const client = clientOf(server.baseUrl);

    expect(await client.secrets.create(secret)).toMatchObject({ id: 's-1' });
    await client.secrets.update({ id: 's-1', name: 'db', value: bytes('y') });
    await client.secrets.deleteIfExists('s-1');

    const writes = server.requests.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, url }) => `${method} ${url}`)).toEqual([
      ...['POST /secrets', 'POST /secrets/'],
      ...['PUT /secrets', 'PUT /secrets/'],
      ...['DELETE /secrets/s-1', 'DELETE /secrets/s-1/'],
    ]);
    for (let i = 0; i < writes.length; i += 2) {
      const [first, second] = [writes[i], writes[i + 1]];
      expect(second?.body).toBe(first?.body);
      for (const name of ['authorization', 'content-type', 'idempotency-key'])
        expect(second?.headers[name]).toBe(first?.headers[name]);
    }
    expect(writes[1]?.headers['idempotency-key']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test('P46: five redirects are followed, and a sixth is an error that names its target', async () => {
    const server = await startServer(({ url }, response) => {
      const [, path = '', n = '0'] = /^(\/\w+\/secrets)\/?(\d*)/.exec(url) ?? [];
      if (n === '5' && path === '/five/secrets') return response.end('[]');
      return redirect(response, 302, `${path}/${Number(n) + 1}?cursor=canary`);
    });

    const listed = await clientOf(`${server.baseUrl}/five`).secrets.list();
    const count = server.requests.length;
    const { message } = await failureOf(clientOf(`${server.baseUrl}/six`).secrets.list());

    expect(listed).toEqual([]);
    expect(count).toBe(6);
    expect(server.requests).toHaveLength(12);
    expect(message).toContain('GET /secrets returned 302. The request was redirected 5 times already');
    expect(message).toContain(`${server.baseUrl}/six/secrets/6`);
    expect(message).not.toContain('canary');
  });

  test('P46: further pages are read from the target of the redirects', async () => {
    const pages: Record<string, [string, string?]> = {
      '/v1/all/secrets': ['[{"id":"1","name":"a"}]', '<page2>; rel="next"'],
      '/v1/all/moved2': ['[{"id":"2","name":"b"}]', '</v1/secrets?cursor=3>; rel="next"'],
      '/v1/all/secrets?cursor=3': ['[{"id":"3","name":"c"}]'],
    };
    const server = await startServer(({ url }, response) => {
      if (url.startsWith('/v1/secrets')) return redirect(response, 308, url.replace('/v1/', '/v1/all/'));
      if (url === '/v1/all/page2') return redirect(response, 307, 'moved2');
      const [body = 'null', link] = pages[url] ?? [];
      if (link) response.setHeader('link', link);
      return response.end(body);
    });

    const listed = await clientOf(`${server.baseUrl}/v1`).secrets.list();

    expect(listed.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });
});

describe('to another origin', () => {
  test.each([
    ['another port', 'http://127.0.0.1:PORT/secrets/'],
    ['another host', 'http://localhost:PORT/secrets/'],
    ['no scheme', '//127.0.0.1:PORT/secrets/'],
    ['no scheme and backslashes', '\\\\127.0.0.1:PORT/secrets/'],
    ['a user, a query and a fragment', 'http://canary:canary@127.0.0.1:PORT/secrets/?canary#canary'],
    ['what repeats the token', 'http://127.0.0.1:PORT/token-1/secrets/'],
  ])('P46: %s is an error that names it, and nothing is sent there', async (_what, location) => {
    const elsewhere = await startServer((_request, response) => response.end('[]'));
    const target = location.replace('PORT', String(elsewhere.port));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startRedirecting((_request, response) => redirect(response, status, target));
      const client = clientOf(server.baseUrl);

      const errors = [
        await failureOf(client.secrets.list()),
        await failureOf(client.secrets.update({ id: 's', name: 'db', value: bytes('x') })),
        await failureOf(client.secrets.deleteIfExists('s')),
        await failureOf(client.pullSecrets.create(pull)),
      ];

      expect(server.requests).toHaveLength(4);
      for (const { message, stack, cause } of errors) {
        expect(message).toContain(`returned ${status}`);
        expect(message).toMatch(/points to http:\/\/(127\.0\.0\.1|localhost):\d+\/(\[redacted\]\/)?secrets\/, /);
        expect(message).toContain('set base_url');
        expect(`${message} ${stack} ${String(cause)}`).not.toMatch(/canary|token-1/);
      }
    }
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a redirect without a usable target', () => {
  test.each([
    ['none', undefined, 'names no target'],
    ['an empty one', '', 'names no target'],
    ['one that is no address', 'http://[canary', 'names a target that is not a valid address'],
    ['a page of a program', 'javascript:canary', 'points to an address with javascript:'],
    ['two', ['/a/', '/b/'], 'names two targets'],
  ])('P46: with the Location: %s, is an error that says so', async (_what, location, expected) => {
    const server = await startServer((_request, response) =>
      response.writeHead(302, { ...(location !== undefined && { location: location as string }) }).end(),
    );

    const { message } = await failureOf(clientOf(server.baseUrl).secrets.list());

    expect(message).toContain('GET /secrets returned 302. ');
    expect(message).toContain(expected);
    expect(message).not.toContain('canary');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a redirect that may hide the outcome', () => {
  const found = (list: string) => (request: Arrived, response: ServerResponse, posted: boolean) =>
    request.method === 'GET' ? response.end(posted ? list : '[]') : undefined;

  /** A service whose writes are redirected with this status, and whose list shows `list` after a POST. */
  async function startPosting(status: number, list: string) {
    let posted = false;
    return startServer((request, response) => {
      if (found(list)(request, response, posted)) return;
      posted ||= request.method === 'POST';
      redirect(response, status, '/made/1');
    });
  }

  test.each([302, 303])('P46: a create that returns %i may have taken effect', async (status) => {
    const warnings: string[] = [];
    const call = { warn: (summary: string, detail: string) => warnings.push(`${summary}: ${detail}`) };
    const there = await startPosting(status, '[{"id":"s-1","name":"db"}]');
    const nowhere = await startPosting(status, '[]');
    const keys = await startPosting(
      status,
      '[{"id":"k-1","project_id":"p","access_key_id":"AK","bucket_ids":["b"],"permissions":{"read":true,"write":false,"owner":false}}]',
    );

    const adopted = await clientOf(there.baseUrl).secrets.create(secret, call);
    const lost = await failureOf(clientOf(nowhere.baseUrl).secrets.create(secret));
    const lostKey = await failureOf(clientOf(keys.baseUrl).accessKeys.create(key, call));
    const lostPull = await failureOf(clientOf(nowhere.baseUrl).pullSecrets.create(pull));

    expect(adopted.id).toBe('s-1');
    expect(warnings.join('\n')).toMatch(/"s-1"[\s\S]*k-1/);
    expect(lost).toMatchObject({ name: 'LostError' });
    expect(lost.message).toContain('/made/1');
    expect(lostKey).toMatchObject({ name: 'LostError' });
    expect(lostPull).toMatchObject({ name: 'LostError' });
    // Sending it again would bring the same redirect.
    for (const [server, count] of [
      [there, 1],
      [nowhere, 2],
      [keys, 1],
    ] as const)
      expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(count);
  });

  const page = '<!doctype html><title>Sign in</title>';
  test.each([
    ['markup', {}, page],
    ['text that is told to be HTML', { 'content-type': 'text/html; charset=utf-8' }, 'Sign in'],
  ])('P46: %s behind a redirect is no success and proves nothing', async (_what, headers, body) => {
    for (const status of [200, 404]) {
      const server = await startServer(({ method, url }, response) => {
        if (url === '/login') return response.writeHead(status, headers).end(body);
        return redirect(response, method === 'GET' ? 302 : 307, '/login');
      });
      const client = clientOf(server.baseUrl);

      const listed = await failureOf(client.secrets.list());
      const deleted = await failureOf(client.secrets.deleteIfExists('s'));
      const updated = await failureOf(client.secrets.update({ id: 's', name: 'db', value: bytes('x') }));

      for (const { message } of [listed, deleted, updated])
        expect(message).toContain(status === 200 ? 'a page of markup, to which it was redirected.' : 'returned 404');
    }
  });
});
