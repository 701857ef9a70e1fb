import { describe, expect, test } from 'vitest';
import { closedPort } from '../../../../scripts/support/closed-port';
import { startServer } from '../../../unit/provider/client/raw-server';
import { clientOf } from './client-of';
import { bytes, failureOf, startService, TestTime } from './fixture';

describe('a retry', () => {
  test.each([429, 502, 503, 504])('a request that returns %i is retried', async (status) => {
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

  test('is not repeated beyond max_retries', async () => {
    const { client, emulator } = await startService({}, { maxRetries: 2 });
    emulator.faults.add({ operation: 'listSecrets', status: 503 });

    const error = await failureOf(client.secrets.list());

    expect(error).toMatchObject({ name: 'ApiError', status: 503 });
    expect(emulator.journal.count()).toBe(3);
  });

  test('P47: a 429 does not count as a retry after a failure, and a create is sent until it is its turn', async () => {
    const { client, emulator, projectId } = await startService();
    emulator.faults.add({ operation: 'createSecret', status: 429, retryAfter: 1, times: 30 });
    emulator.faults.add({ operation: 'listSecrets', status: 503, times: 4 });
    emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 1, times: 6 });

    const { id } = await client.secrets.create({ projectId, name: 'db', value: bytes('x') });

    expect(emulator.inspect.secrets().map((secret) => secret.id)).toEqual([id]);
    expect(emulator.journal.count({ operation: 'createSecret' })).toBe(31);
  });

  test.each([
    [0, 1],
    [1, 11],
  ])('P47: a 429 that never ends is an error: with max_retries %i after %i requests', async (maxRetries, requests) => {
    const { client, emulator } = await startService({}, { maxRetries });
    emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 1 });

    const error = await failureOf(client.secrets.list());

    expect(error).toMatchObject({ name: 'ApiError', status: 429 });
    expect(emulator.journal.count()).toBe(requests);
  });

  test('P1: a POST whose connection was refused before the first byte is sent again', async () => {
    const server = await startServer((_request, response) => response.end('{"id":"pull-1"}'));
    const port = await closedPort();
    const sleeps: number[] = [];
    // The service starts on that port while the client waits for its next attempt.
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

  test.each([
    ['is right', 0, true],
    ['is ahead', 3_600_000, true],
    ['is not told', 0, false],
  ])('a Retry-After with a date is by the clock of the server, which %s', async (_how, aheadMs, isTold) => {
    const time = new TestTime();
    const at = (ms: number) => new Date(time.now() + aheadMs + ms).toUTCString();
    const server = await startServer((_request, response) => {
      if (server.requests.length > 1) return response.end('[]');
      response.sendDate = false;
      return response.writeHead(503, { ...(isTold && { date: at(0) }), 'retry-after': at(5_000) }).end();
    });
    const client = clientOf(server.baseUrl, { environment: { now: time.now, sleep: time.sleep, variables: {} } });

    await client.secrets.list();

    expect(time.slept[0]).toBe(5_000);
  });

  test('P42: a Retry-After that is longer than our longest wait is obeyed', async () => {
    const { client, emulator, time } = await startService({}, { retryWaitMaxMs: 2_000 });
    emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 120, times: 1 });

    await client.secrets.list();

    expect(time.slept[0]).toBe(120_000);
  });

  test('P42: a Retry-After beyond the remaining time of the operation is an error before any wait', async () => {
    const { client, emulator, time } = await startService();
    emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 3_600 });

    const errors = await Promise.all([client.secrets.list(), client.secrets.list()].map(failureOf));

    for (const { message } of errors) {
      expect(message).toContain('The service asks to wait 3600 s, and 300 s are left for this operation.');
    }
    expect(time.slept).toEqual([]);
    expect(emulator.journal.count()).toBe(1);
  });
});
