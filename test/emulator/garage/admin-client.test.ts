import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { GarageError } from '../../../emulator/garage/admin-api';
import { AdminClient } from '../../../emulator/garage/admin-client';
import { closedPort } from '../../../scripts/support/closed-port';
import { allRows } from './all-rows';
import { FakeCluster, type FakeFailure } from './fake-cluster';

const TIMEOUT_MS = 10_000;
/** Long enough for a request to arrive on a machine with eight other things to do. */
const SHORT_MS = 3_000;

test.each<[FakeFailure, Partial<GarageError>]>([
  ['lost-before', { kind: 'unknown', status: undefined }],
  ['lost-after', { kind: 'unknown', status: undefined }],
  ['500', { kind: 'unknown', status: 500, code: 'InternalError' }],
  ['503-after-effect', { kind: 'unknown', status: 503, code: 'ServiceUnavailable' }],
  ['half', { kind: 'unknown', status: 503, code: 'ServiceUnavailable' }],
])('%s is an unknown outcome, and nothing is repeated', async (how, error) => {
  const { cluster, api } = await start();
  cluster.failNext('CreateBucket', how);

  const failure = await api.createBucket('calm-otter').catch((thrown) => thrown);

  expect(failure).toBeInstanceOf(GarageError);
  expect(failure).toMatchObject({ operation: 'CreateBucket', ...error });
  expect(failure.message).not.toContain(cluster.token);
  expect(cluster.calls).toEqual(['CreateBucket']);
});

test.each<FakeFailure>(['timeout', 'late'])('%s: there is a time limit, and the outcome is unknown', async (how) => {
  const { cluster } = await start();
  const api = new AdminClient({ urls: [cluster.url], token: cluster.token, timeoutMs: SHORT_MS });
  cluster.failNext('CreateBucket', how);

  await expect(api.createBucket('calm-otter')).rejects.toMatchObject({ kind: 'unknown', status: undefined });

  expect(cluster.calls).toEqual(['CreateBucket']);
  expect(cluster.state().buckets).toEqual([]);
  cluster.arriveLate();
  expect(cluster.state().buckets).toHaveLength(how === 'late' ? 1 : 0);
});

test('a cluster without a layout is not ready', async () => {
  const { cluster, api } = await start();
  cluster.ready = false;

  await expect(api.createBucket('calm-otter')).rejects.toMatchObject({ kind: 'not_ready', status: 500 });
});

test.each([
  [404, '<html>no such page</html>', 'refused'],
  [404, '{"code":"NoSuchPage","message":"?"}', 'refused'],
  [301, '', 'refused'],
  [429, '', 'unknown'],
  [502, '<html>bad gateway</html>', 'unknown'],
  [200, '<html>welcome</html>', 'unknown'],
  [200, '{"id":"only"}', 'unknown'],
  [401, '', 'denied'],
])('%i %s, which is not of Garage, makes nothing absent', async (status, body, kind) => {
  const url = await serve((_request, response) => response.writeHead(status).end(body));
  const api = new AdminClient({ urls: [url], token: 'token' });

  await expect(api.findBucket({ id: 'a' })).rejects.toMatchObject({ kind, status });
  if (status !== 200) await expect(api.deleteKey('a')).rejects.toMatchObject({ kind, status });
});

test('a message that repeats token and secret is told without them', async () => {
  const url = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (body) => {
      const message = `${request.headers.authorization} ${body}`;
      response.writeHead(400).end(JSON.stringify({ code: 'InvalidRequest', message }));
    });
  });
  const api = new AdminClient({ urls: [url], token: 'canary-token' });
  const key = { accessKeyId: 'GK1', secretAccessKey: 'canary-secret', name: 'shown' };

  const error = await api.importKey(key).catch((thrown: Error) => thrown);

  expect(String(error)).toContain('shown');
  expect(String(error)).not.toContain('canary');
});

test('a denied call is repeated once with a token that is new, and neither token is told', async () => {
  const sent: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    sent.push(request.headers.authorization);
    const isNew = request.headers.authorization === 'Bearer canary-new';
    response.writeHead(isNew && sent.length < 4 ? 200 : 403);
    response.end(
      isNew ? 'null' : JSON.stringify({ code: 'AccessDenied', message: String(request.headers.authorization) }),
    );
  });
  let token = 'canary-old';
  const api = new AdminClient({ urls: [url], token, readToken: () => token });

  const denied = await api.deleteKey('GK1').catch((thrown: Error) => thrown);
  token = 'canary-new';
  await api.deleteKey('GK1');
  const again = await api.deleteKey('GK1').catch((thrown: Error) => thrown);

  expect(sent.map((each) => each?.replace('Bearer canary-', ''))).toEqual(['old', 'old', 'new', 'new']);
  for (const error of [denied, again]) {
    expect(error).toMatchObject({ kind: 'denied' });
    expect(String(error)).not.toContain('canary');
  }
});

test('a response of 200 that Garage does not give is no success', async () => {
  const url = await serve((_request, response) => response.writeHead(200).end('{"please":"sign in"}'));
  const api = new AdminClient({ urls: [url], token: 'token' });
  const key = { accessKeyId: 'GK1', secretAccessKey: 'secret', name: 'name' };

  for (const call of [
    () => api.deleteKey('GK1'),
    () => api.deleteBucket('id'),
    () => api.cleanUpUploads('id'),
    () => api.importKey(key),
    () => api.addAlias('id', 'alias'),
  ]) {
    await expect(call()).rejects.toMatchObject({ kind: 'unknown', status: 200 });
  }
});

test('what an error says is one line of bounded length, its code without the token, too', async () => {
  const url = await serve((request, response) => {
    const code = `${request.headers.authorization}\nanother line`;
    response.writeHead(400).end(JSON.stringify({ code, message: `a\r\n\u001b[2J\u2028${'b'.repeat(10_000)}` }));
  });
  const api = new AdminClient({ urls: [url], token: 'canary' });

  const message = await api.findBucket({ id: 'a' }).catch((thrown: Error) => thrown.message);

  expect(message).toContain('400 Bearer (hidden) another line a [2J bbb');
  expect(message).not.toContain('canary');
  expect(String(message).length).toBeLessThan(400);
});

test('an error of a call without a secret is told as it is', async () => {
  const url = await serve((_, response) =>
    response.writeHead(400).end(JSON.stringify({ code: 'undefined', message: '' })),
  );

  await expect(new AdminClient({ urls: [url], token: 'canary' }).findBucket({ id: 'a' })).rejects.toThrow(
    '400 undefined',
  );
});

test('a node that switches to another protocol ends the call', async () => {
  const url = await serve(
    () => undefined,
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  );
  const api = new AdminClient({ urls: [url], token: 'token', timeoutMs: TIMEOUT_MS });

  await expect(api.findBucket({ id: 'a' })).rejects.toMatchObject({ kind: 'unknown', status: undefined });
});

test('a response without an end is cut off before it fills the memory', async () => {
  let sent = 0;
  const url = await serve((_request, response) => {
    const mebibyte = Buffer.alloc(2 ** 20, ' ');
    const send = () => {
      while (response.write(mebibyte)) sent += 1;
      sent += 1;
      response.once('drain', send);
    };
    send();
  });
  const api = new AdminClient({ urls: [url], token: 'token', timeoutMs: 60_000 });

  await expect(api.findBucket({ id: 'a' })).rejects.toMatchObject({ message: expect.stringContaining('more than') });

  expect(sent).toBeLessThan(100);
});

test('lists go on over pages, each of which begins with the row before', async () => {
  const { cluster, api } = await start();
  for (let made = 0; made < 2_001; made++) cluster.tables.foreignKey(`coffer:${made}`);

  const listed = await allRows(api.listKeys());

  expect(listed).toHaveLength(2_001);
  expect(new Set(listed.map(({ accessKeyId }) => accessKeyId)).size).toBe(2_001);
  expect(cluster.calls).toEqual(['ListKeys', 'ListKeys', 'ListKeys']);
});

test('the next node is asked when nothing listens at the first, and the first again once it is well', async () => {
  const { cluster: second } = await start();
  const port = await closedPort();
  const urls = [`http://127.0.0.1:${port}`, second.url];
  const api = new AdminClient({ urls, token: second.token, timeoutMs: TIMEOUT_MS });
  await api.createBucket('calm-otter');
  expect(second.calls).toEqual(['CreateBucket']);

  const first = await FakeCluster.start({ token: second.token, port });
  onTestFinished(() => first.stop());

  await expect
    .poll(async () => {
      await api.health();
      return first.calls;
    })
    .toContain('GetClusterHealth');
});

test('no other node is asked while the first one is well, however often it fails', async () => {
  const { first, second, api } = await startTwo();

  for (const how of ['500', 'lost-after', 'lost-before'] as const) {
    first.failNext('CreateBucket', how);
    await expect(api.createBucket('calm-otter')).rejects.toMatchObject({
      kind: expect.stringMatching(/unknown|conflict/),
    });
  }

  expect(second.calls).toEqual([]);
});

test('a node that reaches no quorum is left for the next one, although it says that it is healthy', async () => {
  const { first, second, api } = await startTwo();
  first.failNext('CreateBucket', '503-after-effect');
  await expect(api.createBucket('calm-otter')).rejects.toMatchObject({ kind: 'unknown', status: 503 });

  for (const alias of ['calm-otter', 'brave-heron', 'quiet-finch']) await api.createBucket(alias);

  expect(first.calls).toEqual(['CreateBucket']);
  expect(second.calls).toHaveLength(3);
});

test('when no node reaches a quorum, each gets its turn', async () => {
  const { first, second, api } = await startTwo();
  for (const cluster of [first, second, first]) {
    cluster.failNext('CreateBucket', '503-after-effect');
    await expect(api.createBucket(`calm-otter-${cluster.calls.length}`)).rejects.toMatchObject({ status: 503 });
  }

  await api.createBucket('brave-heron');

  expect(first.calls).toHaveLength(2);
  expect(second.calls).toHaveLength(2);
});

test('a node without a quorum is left for one that has it', async () => {
  const { first, second, api } = await startTwo();
  first.ready = false;
  first.failNext('CreateBucket', 'lost-before');
  await expect(api.createBucket('calm-otter')).rejects.toMatchObject({ kind: 'unknown' });

  await api.createBucket('calm-otter');

  expect(second.calls).toEqual(['CreateBucket']);
});

test('calls to one node come to an end before another node is asked', async () => {
  const { first, second, api } = await startTwo(SHORT_MS);
  first.failNext('ListKeys', 'timeout');
  const open = allRows(api.listKeys()).catch(() => [...second.calls]);
  await expect.poll(() => first.calls).toEqual(['ListKeys']);
  first.ready = false;
  first.failNext('CreateBucket', 'lost-before');
  await expect(api.createBucket('calm-otter')).rejects.toMatchObject({ kind: 'unknown' });

  await api.createBucket('calm-otter');

  expect(await open).toEqual([]);
  expect(second.calls).toEqual(['CreateBucket']);
});

test('what is closed ends its calls, and says that it was stopped', async () => {
  const { cluster, api } = await start();
  cluster.failNext('CreateBucket', 'timeout');
  const open = api.createBucket('calm-otter').catch((thrown: Error) => thrown);
  await expect.poll(() => cluster.calls).toEqual(['CreateBucket']);

  api.close();

  expect(await open).toMatchObject({ kind: 'unknown', message: expect.stringContaining('stopped') });
});

async function start(token?: string): Promise<{ cluster: FakeCluster; api: AdminClient }> {
  const cluster = await FakeCluster.start(token === undefined ? {} : { token });
  onTestFinished(() => cluster.stop());
  return { cluster, api: new AdminClient({ urls: [cluster.url], token: cluster.token, timeoutMs: TIMEOUT_MS }) };
}

/** Two nodes, the first of which is asked unless something is wrong with it. */
async function startTwo(timeoutMs = TIMEOUT_MS) {
  const { cluster: first } = await start();
  const { cluster: second } = await start(first.token);
  return { first, second, api: new AdminClient({ urls: [first.url, second.url], token: first.token, timeoutMs }) };
}

/** A server that is not Garage. `onConnection`: what it does on the wire, instead of HTTP. */
async function serve(listener: RequestListener, onConnection?: (socket: Socket) => void): Promise<string> {
  const server = onConnection ? createTcpServer(onConnection) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
