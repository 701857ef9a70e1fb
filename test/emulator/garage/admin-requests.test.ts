import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { GarageError, type GarageErrorKind } from '../../../emulator/garage/admin-api';
import { AdminClient, type AdminClientOptions } from '../../../emulator/garage/admin-client';
import { allRows } from './all-rows';

const ID = 'b'.repeat(64);
const KEY = { accessKeyId: 'GK1', secretAccessKey: 'canary', name: 'coffer:k' };
const RIGHTS = { read: true, write: false, owner: true };
const BUCKET = {
  ...{ id: ID, created: '2026-01-02T03:04:05Z', globalAliases: [], quotas: { maxSize: 5 }, objects: 0, bytes: 0 },
  ...{ keys: [], unfinishedUploads: 0 },
};
const STORED = { accessKeyId: 'GK1', name: 'coffer:k', expired: true, buckets: [], secretAccessKey: 'canary' };

/** A server that gives one response, whatever it is asked, and notes what it is sent. */
async function serve(
  response: unknown,
  { status = 200, ...options }: Partial<AdminClientOptions> & { status?: number } = {},
) {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, reply) => {
    seen.push({ request, body: await text(request) });
    reply.writeHead(status).end(typeof response === 'string' ? response : JSON.stringify(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told: [string, 'ok' | GarageErrorKind, boolean][] = [];
  const onCall: AdminClientOptions['onCall'] = (operation, outcome, ms) => told.push([operation, outcome, ms >= 0]);
  const api = new AdminClient({ urls: [`http://${host}`], token: 'token', onCall, ...options });
  const sent = () =>
    seen.map(({ request: { method, url, headers }, body }) => {
      expect(headers.authorization).toBe('Bearer token');
      expect(headers['content-type']).toBe(body === '' ? undefined : 'application/json');
      expect(headers['content-length']).toBe(method === 'POST' ? String(Buffer.byteLength(body)) : undefined);
      return [`${method} ${url}`, ...(body === '' ? [] : [JSON.parse(body)])];
    });
  return { api, sent, host, told };
}

test.each<[response: unknown, call: (api: AdminClient) => Promise<unknown>, route: string, body?: object]>([
  [BUCKET, (api) => api.createBucket('name'), 'POST /v2/CreateBucket', { globalAlias: 'name' }],
  [
    BUCKET,
    (api) => api.createBucket('name', { accessKeyId: 'GK1', alias: 'second' }),
    'POST /v2/CreateBucket',
    { globalAlias: 'name', localAlias: { accessKeyId: 'GK1', alias: 'second' } },
  ],
  [BUCKET, (api) => api.findBucket({ id: ID }), `GET /v2/GetBucketInfo?id=${ID}`],
  [BUCKET, (api) => api.findBucket({ alias: 'a b' }), 'GET /v2/GetBucketInfo?globalAlias=a+b'],
  [
    BUCKET,
    (api) => api.setQuota(ID, 5n),
    `POST /v2/UpdateBucket?id=${ID}`,
    { quotas: { maxSize: 5, maxObjects: null } },
  ],
  [null, (api) => api.deleteBucket(ID), `POST /v2/DeleteBucket?id=${ID}`],
  [
    { uploadsDeleted: 1 },
    (api) => api.cleanUpUploads(ID),
    'POST /v2/CleanupIncompleteUploads',
    { bucketId: ID, olderThanSecs: 0 },
  ],
  [BUCKET, (api) => api.addAlias(ID, 'name'), 'POST /v2/AddBucketAlias', { bucketId: ID, globalAlias: 'name' }],
  [
    BUCKET,
    (api) => api.addLocalAlias(ID, 'GK1', 'second'),
    'POST /v2/AddBucketAlias',
    { bucketId: ID, accessKeyId: 'GK1', localAlias: 'second' },
  ],
  [[], (api) => allRows(api.listBuckets()), 'GET /v2/ListBuckets?limit=1000'],
  [[], (api) => allRows(api.listKeys()), 'GET /v2/ListKeys?limit=1000'],
  [STORED, (api) => api.importKey(KEY), 'POST /v2/ImportKey', KEY],
  [STORED, (api) => api.findKey('GK1'), 'GET /v2/GetKeyInfo?id=GK1'],
  [STORED, (api) => api.findSecret('GK1'), 'GET /v2/GetKeyInfo?id=GK1&showSecretKey=true'],
  [STORED, (api) => api.expireKey('GK1'), 'POST /v2/UpdateKey?id=GK1', { expiration: '2001-01-01T00:00:00Z' }],
  [STORED, (api) => api.renameKey('GK1', 'coffer:k'), 'POST /v2/UpdateKey?id=GK1', { name: 'coffer:k' }],
  [null, (api) => api.deleteKey('GK1'), 'POST /v2/DeleteKey?id=GK1'],
  [
    BUCKET,
    (api) => api.allow(ID, 'GK1', RIGHTS),
    'POST /v2/AllowBucketKey',
    { bucketId: ID, accessKeyId: 'GK1', permissions: RIGHTS },
  ],
  [
    BUCKET,
    (api) => api.deny(ID, 'GK1', RIGHTS),
    'POST /v2/DenyBucketKey',
    { bucketId: ID, accessKeyId: 'GK1', permissions: RIGHTS },
  ],
  [{ nodes: [] }, (api) => api.status(), 'GET /v2/GetClusterStatus'],
])('a call is sent once, as Garage documents it, and counted: %j %s %s', async (response, call, route, body) => {
  const { api, sent, told } = await serve(response);

  await call(api);

  expect(sent()).toEqual([[route, ...(body === undefined ? [] : [body])]]);
  expect(told).toEqual([[/v2\/(\w+)/.exec(route)?.[1], 'ok', true]]);
});

test.each<[says: string, response: unknown, call: (api: AdminClient) => Promise<unknown>, kind: GarageErrorKind]>([
  ['UpdateBucket: asked for a quota of 7, it has 5', BUCKET, (api) => api.setQuota(ID, 7n), 'refused'],
  ['UpdateKey: the key did not expire', { ...STORED, expired: false }, (api) => api.expireKey('GK1'), 'refused'],
  ['UpdateKey: the key did not get its name', STORED, (api) => api.renameKey('GK1', 'other'), 'refused'],
  [
    'ListKeys: 200 with a response that cannot be read: it is not a list',
    {},
    (api) => allRows(api.listKeys()),
    'unknown',
  ],
  ['GetKeyInfo: 200 with a response that cannot be read: it is not JSON', '<a>', (api) => api.findKey('1'), 'unknown'],
  [
    'GetKeyInfo: 200 with a response that cannot be read: key is not an object',
    [],
    (api) => api.findKey('1'),
    'unknown',
  ],
])('a response of 200 can be none that was asked for: %s', async (says, response, call, kind) => {
  const { api } = await serve(response);

  const error = await call(api).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(GarageError);
  expect(error).toMatchObject({ kind, message: expect.stringContaining(says) });
});

test.each<[status: number, response: unknown, detail: string, kind: GarageErrorKind, code?: string]>([
  [400, { code: 'InvalidRequest', message: 'Bad.' }, '400 InvalidRequest Bad.', 'refused', 'InvalidRequest'],
  [400, { code: 5, message: 5 }, '400', 'refused'],
  [400, ['InvalidRequest'], '400', 'refused'],
  [400, null, '400', 'refused'],
  [404, '<html>', '404', 'refused'],
  [499, {}, '499', 'refused'],
  [500, {}, '500', 'unknown'],
  [408, {}, '408', 'unknown'],
  [429, {}, '429', 'unknown'],
  [401, {}, '401', 'denied'],
  [403, { code: 'AccessDenied', message: 'of token' }, '403 AccessDenied of (hidden)', 'denied', 'AccessDenied'],
  [409, { code: 'KeyExists', message: 'canary' }, '409 KeyExists (hidden)', 'conflict', 'KeyExists'],
  [500, { message: 'Internal error: Layout not ready' }, '500 Internal error: Layout not ready', 'not_ready'],
  [400, { message: 'x'.repeat(400) }, `400 ${'x'.repeat(300)}`, 'refused'],
])(
  'a failure says what Garage says, on a line, without secrets: %i %j',
  async (status, response, detail, kind, code) => {
    const { api, told } = await serve(response, { status });

    const error = (await api.importKey(KEY).catch((thrown: unknown) => thrown)) as GarageError;

    expect(error.message).toBe(`ImportKey: ${detail}`);
    expect({ ...error }).toMatchObject({ kind, status, operation: 'ImportKey' });
    expect(error.code).toBe(code);
    expect(told).toEqual([['ImportKey', kind, true]]);
  },
);

test.each([
  ['NoSuchBucket', 404, undefined],
  ['NoSuchAccessKey', 404, undefined],
])('%s is no failure, and counted as none', async (code, status, found) => {
  const { api, told } = await serve({ code, message: 'absent' }, { status });

  expect(await api.findKey('GK1')).toBe(found);
  expect(await api.deleteKey('GK1')).toBe('absent');
  expect(await api.deleteBucket(ID)).toBe('absent');
  expect(await api.expireKey('GK1')).toBe('absent');
  expect(await api.renameKey('GK1', 'name')).toBe('absent');

  expect(new Set(told.map(([, outcome]) => outcome))).toEqual(new Set(['ok']));
});

test('a status other than 404 makes nothing absent', async () => {
  const { api } = await serve({ code: 'NoSuchBucket', message: '' }, { status: 400 });

  await expect(api.findBucket({ id: ID })).rejects.toMatchObject({ kind: 'refused', code: 'NoSuchBucket' });
});

test('a path before the admin API is kept, and a node that does not respond in time is named', async () => {
  const { sent, host } = await serve(null);
  const api = new AdminClient({ urls: [`http://${host}/garage`], token: 'token' });
  await api.deleteKey('GK1');
  expect(sent()).toEqual([['POST /garage/v2/DeleteKey?id=GK1']]);

  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const port = (silent.address() as AddressInfo).port;
  const slow = new AdminClient({ urls: [`http://127.0.0.1:${port}`], token: 'token', timeoutMs: 20 });
  await expect(slow.health()).rejects.toThrow(`GetClusterHealth: 127.0.0.1:${port}: no response within 20 ms`);
});

test('a client needs a node', () => {
  expect(() => new AdminClient({ urls: [], token: 'token' })).toThrow('There is no node to ask.');
});
