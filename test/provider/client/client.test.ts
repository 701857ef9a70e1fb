import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Client, type ClientSettings } from '../../../provider/client';
import { closedPort } from '../../../scripts/support/closed-port';
import { pendingTimers } from '../../support/pending-timers';
import { localhostCertificate } from './certificate';
import { bytes, failureOf, settingsFor, startService, TestTime } from './fixture';
import { startServer } from './raw-server';

function clientOf(baseUrl: string, settings: Partial<ClientSettings> = {}): Client {
  const client = new Client({ ...settingsFor(baseUrl, 'token-1', new TestTime()), ...settings });
  onTestFinished(() => client.close());
  return client;
}

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

  test.each(['', '.', '..'])('the id %j is refused, because its path would mean something else', async (id) => {
    const server = await startServer((_request, response) => response.end());

    const error = await failureOf(clientOf(server.baseUrl).secrets.deleteIfExists(id));

    expect(error.message).toContain('is no id');
    expect(server.requests).toEqual([]);
  });

  test('every request carries token, user agent and the media type', async () => {
    const server = await startServer((_request, response) => response.end('[]'));

    await clientOf(server.baseUrl).secrets.list();

    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'user-agent': 'coffer-test',
      accept: 'application/json',
    });
  });

  test.each([301, 302, 303, 307, 308])('a redirect with %i is an error that says where it points', async (status) => {
    const elsewhere = await startServer((_request, response) => response.end('[]'));
    const server = await startServer((_request, response) => {
      response.writeHead(status, { location: `${elsewhere.baseUrl}/secrets` }).end();
    });

    const error = await failureOf(clientOf(server.baseUrl).secrets.list());

    expect(error).toMatchObject({ name: 'ApiError', status });
    expect(error.message).toContain(`${elsewhere.baseUrl}/secrets`);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('repetition', () => {
  test.each([429, 502, 503, 504])('what is answered %i is asked again', async (status) => {
    const { client, emulator, time } = await startService();
    emulator.faults.add({ operation: 'listSecrets', status, times: 2 });

    expect(await client.secrets.list()).toEqual([]);
    expect(emulator.journal.count({ operation: 'listSecrets' })).toBe(3);
    expect(time.slept.length).toBeGreaterThanOrEqual(2);
  });

  test.each(['updateSecret', 'deleteSecret'] as const)(
    'P1: %s has the same effect twice, so it is sent again',
    async (operation) => {
      const { client, emulator, projectId } = await startService();
      const { id } = await client.secrets.create({ projectId, name: 'db', value: bytes('x') });
      emulator.faults.add({ operation, cut: 'after-commit', times: 1 });

      if (operation === 'updateSecret') await client.secrets.update({ id, name: 'cache', value: bytes('y') });
      else await client.secrets.deleteIfExists(id);

      expect(emulator.journal.count({ operation })).toBe(2);
      const names = (await client.secrets.list()).map(({ name }) => name);
      expect(names).toEqual(operation === 'updateSecret' ? ['cache'] : []);
    },
  );

  test('ends after so many', async () => {
    const { client, emulator } = await startService({}, { maxRetries: 2 });
    emulator.faults.add({ operation: 'listSecrets', status: 503 });

    const error = await failureOf(client.secrets.list());

    expect(error).toMatchObject({ name: 'ApiError', status: 503 });
    expect(emulator.journal.count()).toBe(3);
  });

  test('other refusals are final', async () => {
    const { client, emulator } = await startService();
    emulator.faults.add({ operation: 'listSecrets', status: 501 });

    expect(await failureOf(client.secrets.list())).toMatchObject({ name: 'ApiError', status: 501 });
    expect(emulator.journal.count()).toBe(1);
  });

  test('P1: a POST answered 429 is sent again, and makes one object', async () => {
    const { client, emulator, projectId } = await startService();
    emulator.faults.add({ operation: 'createPullSecret', status: 429, times: 3 });

    const { id } = await client.pullSecrets.create({ projectId, server: 's', username: 'u', password: 'p' });

    expect(id).not.toBe('');
    expect(emulator.journal.count({ operation: 'createPullSecret' })).toBe(4);
  });

  test('P1: a POST that was refused before the first byte is sent again', async () => {
    const server = await startServer((_request, response) => response.end('{"id":"pull-1"}'));
    const port = await closedPort();
    const sleeps: number[] = [];
    // The service comes up on that port while the client waits for its next try.
    const sleep = async (ms: number) => {
      sleeps.push(ms);
      if (sleeps.length < 2) return;
      server.server.closeAllConnections();
      await new Promise((resolve) => server.server.close(resolve));
      await new Promise<void>((resolve) => server.server.listen(port, '127.0.0.1', resolve));
    };
    const client = clientOf(`http://127.0.0.1:${port}`, { environment: { sleep, random: () => 0, variables: {} } });

    const { id } = await client.pullSecrets.create({ projectId: 'p', server: 's', username: 'u', password: 'p' });

    expect(id).toBe('pull-1');
    expect(server.requests).toHaveLength(1);
    expect(sleeps).toHaveLength(2);
  });

  test('a Retry-After in seconds is obeyed, by every request of the client', async () => {
    const { client, emulator, time } = await startService();
    emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 7, times: 1 });
    const began = time.now();
    const limited = client.secrets.list();
    while (emulator.journal.count({ status: 429 }) === 0 || time.slept.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }

    await client.buckets.list();
    await limited;

    expect(emulator.journal.requests({ operation: 'listSecrets' })[1]?.at).toBeDefined();
    expect(time.now() - began).toBeGreaterThanOrEqual(7_000);
    expect(time.slept[0]).toBe(7_000);
  });

  test('a Retry-After as a date is obeyed, also beside another status', async () => {
    const { client, emulator, time } = await startService();
    const retryAfter = new Date(time.now() + 5_000).toUTCString();
    emulator.faults.add({ operation: 'listSecrets', status: 503, retryAfter, times: 1 });

    await client.secrets.list();

    expect(time.slept[0]).toBe(5_000);
  });

  test('P42: a Retry-After is obeyed beyond the longest wait of our own', async () => {
    const { client, emulator, time } = await startService({}, { retryWaitMaxMs: 2_000 });
    emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 120, times: 1 });

    await client.secrets.list();

    expect(time.slept[0]).toBe(120_000);
  });

  test('P42: a Retry-After beyond what is left of the operation is an error before any wait', async () => {
    const { client, emulator, time } = await startService();
    emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 3_600 });

    const errors = await Promise.all([client.secrets.list(), client.secrets.list()].map(failureOf));

    for (const { message } of errors) {
      expect(message).toContain('The service asks to wait 3600 s, and 300 s are left for this operation.');
    }
    expect(time.slept).toEqual([]);
    expect(emulator.journal.count()).toBe(1);
  });

  test('a rate limit is survived by many requests at once', async () => {
    let budget = 5;
    const time = new TestTime((ms) => {
      budget = Math.min(5, budget + ms / 50);
    });
    const server = await startServer((request, response) => {
      if (budget >= 1) budget -= 1;
      else response.statusCode = 429;
      response.end(request.method === 'DELETE' ? '' : '[]');
    });
    const client = new Client({ ...settingsFor(server.baseUrl, 'token-1', time), maxRetries: 8 });
    onTestFinished(() => client.close());

    await Promise.all(Array.from({ length: 60 }, (_, index) => client.secrets.deleteIfExists(`s${index}`)));

    expect(server.requests.length).toBeGreaterThanOrEqual(60);
  });
});

describe('limits', () => {
  test('no more requests than allowed are on their way at once', async () => {
    let most = 0;
    const held: (() => void)[] = [];
    const server = await startServer((_request, response) => {
      held.push(() => response.end());
      most = Math.max(most, held.length);
      // Time for a fourth to arrive, if there is one.
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

describe('messages', () => {
  test('P2: a server that echoes token, value, password or their base64 does not get them into an error', async () => {
    const server = await startServer((request, response) => {
      if (request.method === 'GET') return response.end('[]');
      response.statusCode = 400;
      const { value, password } = JSON.parse(request.body);
      const plain = Buffer.from(value ?? '', 'base64').toString();
      return response.end(
        JSON.stringify({ error: { message: `bad ${request.headers.authorization} ${value ?? password} ${plain}` } }),
      );
    });
    const client = clientOf(server.baseUrl);

    const errors = await Promise.all(
      [
        client.secrets.create({ projectId: 'p', name: 'db', value: bytes('canary-value') }),
        client.secrets.update({ id: 's', name: 'db', value: bytes('canary-value') }),
        client.pullSecrets.create({ projectId: 'p', server: 's', username: 'u', password: 'canary-password' }),
      ].map(failureOf),
    );

    for (const error of errors) {
      const everything = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      expect(everything).toContain('bad Bearer [redacted] [redacted]');
      expect(everything).not.toMatch(/token-1|canary/);
      expect(everything).not.toContain(Buffer.from('canary-value').toString('base64'));
    }
  });

  test('say method, path, status, the server’s words, its request id, and what to do', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(403, { 'x-request-id': 'req-7' }).end('{"error":{"message":"not yours"}}');
    });

    const error = await failureOf(clientOf(server.baseUrl).buckets.list());

    expect(error).toMatchObject({ method: 'GET', path: '/s3/buckets', status: 403, requestId: 'req-7' });
    expect(error.message).toBe(
      'GET /s3/buckets returned 403: not yours (request id req-7). Check that the token may do this in this project.',
    );
  });

  test('a request that was answered leaves no timer behind', async () => {
    const { client } = await startService();
    await client.accessKeys.listNow();
    const before = pendingTimers();

    for (let n = 0; n < 20; n += 1) await client.accessKeys.listNow();

    expect(pendingTimers()).toBeLessThan(before + 10);
  });

  test('an unreachable service names the cause', async () => {
    const error = await failureOf(clientOf(`http://127.0.0.1:${await closedPort()}`).secrets.list());

    expect(error).toMatchObject({ name: 'NetworkError', code: 'ECONNREFUSED', sent: false });
    expect(error.cause).toBeInstanceOf(Error);
  });

  test('a token that no header can carry is an error that does not repeat it', async () => {
    const server = await startServer((_request, response) => response.end('[]'));
    const client = clientOf(server.baseUrl, { token: 'canary\ntoken' });

    const error = await failureOf(client.secrets.list());

    expect(error.name).toBe('NetworkError');
    expect(`${error.stack} ${String(error.cause)}`).not.toContain('canary');
  });

  test('what is no HTTP at all is an error that repeats nothing of it', async () => {
    const server = createTcpServer((socket) => socket.resume().end('canary-bytes\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;

    const error = await failureOf(clientOf(`http://127.0.0.1:${port}`, { maxRetries: 0 }).secrets.list());

    expect(error.name).toBe('NetworkError');
    expect(`${JSON.stringify(error)} ${JSON.stringify(error.cause)}`).not.toContain('canary');
  });

  test('the log never holds a secret, and says what is going on', async () => {
    const lines: string[] = [];
    const log: ClientSettings['log'] = (level, message, fields) => {
      lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
    };
    const { client, emulator, projectId } = await startService({}, { log });
    emulator.faults.add({ operation: 'createSecret', status: 429, times: 1 });

    await client.secrets.create({ projectId, name: 'db', value: bytes('canary-value') });

    expect(lines.join('\n')).toContain('POST');
    expect(lines.some((line) => line.startsWith('info repeating'))).toBe(true);
    expect(lines.join('\n')).not.toMatch(/canary/);
    expect(lines.join('\n')).not.toContain(emulator.token);
  });

  test('a pull secret without an id in the answer is named, and never sent again', async () => {
    const server = await startServer((_request, response) => response.end());

    const error = await failureOf(
      clientOf(server.baseUrl).pullSecrets.create({
        projectId: 'p',
        server: 'ghcr.io',
        username: 'octo',
        password: 'canary',
      }),
    );

    expect(error).toMatchObject({ name: 'LostError', created: true });
    expect(error.message).toMatch(/exists at the service.*ghcr\.io.*octo/);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the way there', () => {
  test('goes through the proxy of the environment, which gets the whole address', async () => {
    const proxy = await startServer((_request, response) => response.end('[]'));
    const variables = { HTTP_PROXY: proxy.baseUrl };
    const client = clientOf('http://coffer.test/api', { environment: { variables } });

    await client.secrets.list();

    expect(proxy.requests.map(({ url }) => url)).toEqual(['http://coffer.test/api/secrets']);
  });

  test('trusts the authority it is given, and no other', async () => {
    const { key, cert } = localhostCertificate();
    const server = createTlsServer({ key, cert }, (_request, response) => response.end('[]'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;

    const refused = await failureOf(clientOf(baseUrl).secrets.list());

    expect(refused.message).toContain('ca_cert_pem');
    expect(await clientOf(baseUrl, { caCertPem: cert }).secrets.list()).toEqual([]);
  });
});
