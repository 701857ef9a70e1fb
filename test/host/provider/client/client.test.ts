import { describe, expect, test } from 'vitest';
import { startServer } from '../../../unit/provider/client/raw-server';
import { clientOf } from './client-of';
import { failureOf } from './fixture';

describe('the address', () => {
  test.each(['', '/', '/api/v1', '/api/v1/', '/api/v1//'])(
    'a base URL that ends in %j is put before each path',
    async (end) => {
      const server = await startServer((_request, response) => response.end('[]'));
      const client = clientOf(server.baseUrl + end);

      await client.secrets.list();
      await client.secrets.deleteIfExists('a/b?c');

      const prefix = end.startsWith('/api') ? '/api/v1' : '';
      expect(server.requests.map(({ url }) => url)).toEqual([`${prefix}/secrets`, `${prefix}/secrets/a%2Fb%3Fc`]);
    },
  );

  test.each(['', '.', '..'])('the id %j is refused, because its path would name another resource', async (id) => {
    const server = await startServer((_request, response) => response.end());

    const error = await failureOf(clientOf(server.baseUrl).secrets.deleteIfExists(id));

    expect(error).toMatchObject({ name: 'NotSentError', mayHaveTakenEffect: false });
    expect(error.message).toContain('is not a valid id');
    expect(server.requests).toEqual([]);
  });

  test('every request has token, user agent and media type', async () => {
    const server = await startServer((_request, response) => response.end('[]'));

    await clientOf(server.baseUrl).secrets.list();

    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'user-agent': 'coffer-test',
      accept: 'application/json',
    });
  });
});

describe('limits', () => {
  test('no more requests than allowed are in flight at the same time', async () => {
    let most = 0;
    const held: (() => void)[] = [];
    const server = await startServer((_request, response) => {
      held.push(() => response.end());
      most = Math.max(most, held.length);
      // Gives a fourth request time to arrive.
      if (held.length === 3) setTimeout(() => held.splice(0).map((release) => release()), 20);
    });
    const client = clientOf(server.baseUrl, { maxConcurrentRequests: 3 });

    await Promise.all(Array.from({ length: 9 }, (_, index) => client.secrets.deleteIfExists(`s${index}`)));

    expect(most).toBe(3);
  });

  test('the time limit covers the body too', async () => {
    const server = await startServer((_request, response) => {
      response.write('[');
    });
    const client = clientOf(server.baseUrl, { requestTimeoutMs: 150, maxRetries: 0 });

    const error = await failureOf(client.secrets.list());

    expect(error).toMatchObject({ name: 'TimeoutError', timeoutMs: 150 });
    expect(error.message).toMatch(/^GET \/secrets .*150 ms.*request_timeout/);
  });
});
