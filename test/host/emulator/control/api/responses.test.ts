import { expect, test } from 'vitest';
import { requireControl } from '../../../../../emulator/control/api/access';
import { journalQuery, journalWait } from '../../../../../emulator/control/api/requests';
import { VERSION } from '../../../../../emulator/version';
import { start, startEmulator } from '../../support';

test.each([
  ['POST', '/reset?by=', undefined, 400, '"by" must not be empty.'],
  ['GET', '/faults?unmet=maybe', undefined, 400, '"unmet" must be one of true, false.'],
  ['DELETE', '/faults/fault-9', undefined, 404, 'There is no fault with the id "fault-9".'],
  ['POST', '/faults/fault-9/release', undefined, 404, 'There is no fault with the id "fault-9".'],
  ['GET', '/journal?headers={', undefined, 400, '"headers" must be JSON.'],
  ['GET', '/journal?body={', undefined, 400, '"body" must be JSON.'],
  ['GET', '/journal/wait?count=0', undefined, 400, '"count" must be an integer from 1 to 10000.'],
  ['GET', '/journal/wait?timeoutMs=60001', undefined, 400, '"timeoutMs" must be an integer from 0 to 60000.'],
  ['POST', '/dashboard-links?to=//evil.test', undefined, 400, '"to" must be the path of a page below /dashboard.'],
  ['PUT', '/snapshot', '{}', 400, 'This is not a snapshot of an emulator.'],
])('%s %s with the body %s: %i, %s', async (method, path, body, status, says) => {
  const { send } = await start();

  const response = await send(method, `/_emulator${path}`, body);

  expect(response.status).toBe(status);
  expect(response.json.error.message).toBe(says);
});

test('health, documents and bytes say what they are', async () => {
  const { emulator, send } = await start();
  const typeOf = async (path: string) => (await send('GET', path)).headers.get('content-type');

  expect((await send('GET', '/_emulator/health')).json).toEqual({
    status: 'ok',
    product: 'coffer-emulator',
    version: VERSION,
  });
  expect((await send('GET', '/_emulator/openapi.json')).json.info.version).toBe(VERSION);
  expect(await typeOf('/_emulator/snapshot')).toBe('application/octet-stream');
  expect(await typeOf('/_emulator/epoch')).toBe('application/json; charset=utf-8');
  expect(emulator.journal.requests()).toEqual([]);
});

test('the epoch tells by what it began, when, and who asked', async () => {
  const { emulator, send } = await start();
  const first = (await send('GET', '/_emulator/epoch')).json;

  const before = Date.now();
  await send('POST', '/_emulator/reset?by=a%20test');
  const second = (await send('GET', '/_emulator/epoch')).json;
  emulator.restore(emulator.snapshot());
  const third = (await send('GET', '/_emulator/epoch')).json;

  expect(first).toEqual({ number: 1 });
  expect(second).toEqual({ number: 2, by: 'reset', at: expect.any(Number), who: 'a test' });
  expect(second.at).toBeGreaterThanOrEqual(before);
  expect(third).toEqual({ number: 3, by: 'restore', at: expect.any(Number) });
  emulator.reset({ by: '' });
  const last = (await send('GET', '/_emulator/epoch')).json;
  expect(last).toEqual({ number: 4, by: 'reset', at: expect.any(Number) });
});

test('a link to the dashboard is a path, to the page that is asked for or the first', async () => {
  const { emulator, send } = await start();
  const follow = async ({ json }: { json: { path: string } }) => {
    expect(json.path).toMatch(/^\/dashboard\/enter\?code=[\w-]{43}$/);
    return (await fetch(emulator.baseUrl + json.path, { redirect: 'manual' })).headers.get('location');
  };

  expect(await follow(await send('POST', '/_emulator/dashboard-links'))).toBe('/dashboard/secrets');
  expect(await follow(await send('POST', '/_emulator/dashboard-links?to=/keys'))).toBe('/dashboard/keys');
});

test('who may not control is told what it takes', () => {
  const elsewhere = { remoteAddress: '192.0.2.7', headers: { host: 'emulator' } };
  const failureOf = (more: object, adminToken?: string) => {
    try {
      requireControl({ ...elsewhere, ...more }, adminToken);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  expect(failureOf({})).toMatchObject({
    ...{ status: 403, code: 'forbidden', headers: {} },
    message: 'Only callers on this machine, by a loopback name, may control an emulator without --admin-token.',
  });
  expect(failureOf({}, 'admin')).toMatchObject({
    ...{ status: 401, code: 'unauthorized', headers: { 'www-authenticate': 'Bearer' } },
    message: 'This needs the admin token of the emulator, or a caller on its machine.',
  });
  expect(failureOf({ headers: { host: 'emulator', 'sec-fetch-site': 'same-site' } }, 'admin')).toMatchObject({
    ...{ status: 403, code: 'forbidden' },
    message: 'Pages of other sites may not control the emulator.',
  });
});

test('queries are read as filters: numbers, JSON, and the rest as it is', () => {
  const query = { operation: 'listSecrets', status: '404', headers: '{"a":"1"}', body: '{"n":9007199254740993}' };

  expect(journalQuery.parse(query)).toEqual({
    ...{ operation: 'listSecrets', status: 404, headers: { a: '1' }, body: { n: 9007199254740993n } },
  });
  expect(journalQuery.parse({ status: 'cut' })).toEqual({ status: 'cut' });
  expect(journalQuery.parse({ status: '4x4' })).toEqual({ status: '4x4' });
  expect(journalQuery.parse({})).toEqual({});
  expect(journalWait.parse({ method: 'GET', count: '2', timeoutMs: '5' })).toEqual({
    ...{ filter: { method: 'GET' }, count: 2, timeoutMs: 5 },
  });
});

test('a project that is made in process has a token of its own', async () => {
  const emulator = await startEmulator();

  const [one, two] = [emulator.newProject(), emulator.newProject()];

  expect(new Set([one.projectId, two.projectId, one.token, two.token]).size).toBe(4);
  expect(emulator.inspect.projects()).toEqual(expect.arrayContaining([one.projectId, two.projectId]));
});
