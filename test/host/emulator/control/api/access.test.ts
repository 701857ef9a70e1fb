import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { requireControl } from '../../../../../emulator/control/api/access';
import { start } from '../../support';

const LOCAL = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:4280' } };
const ELSEWHERE = { remoteAddress: '192.0.2.7', headers: { host: 'emulator:4280' } };

const statusOf = (caller: Parameters<typeof requireControl>[0], adminToken?: string) => {
  try {
    requireControl(caller, adminToken);
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

test.each([
  ['127.0.0.1', { host: 'localhost' }],
  ['127.9.9.9', { host: '127.0.0.1:4280' }],
  ['::1', { host: '[::1]:4280' }],
  ['::ffff:127.0.0.1', { host: 'LOCALHOST:1' }],
  ['127.0.0.1', { ...LOCAL.headers, origin: 'http://localhost:4280', 'sec-fetch-site': 'same-origin' }],
])('lets a caller on this machine through, and a page of the emulator: %s with %j', (remoteAddress, headers) => {
  expect(statusOf({ remoteAddress, headers })).toBe(200);
});

test.each([
  ['a name that was made to resolve to loopback', { host: 'rebound.example:4280' }],
  ['a name that only begins like loopback', { host: '127.0.0.1.example' }],
  ['no name', {}],
  ['a page of another site', { ...LOCAL.headers, origin: 'http://elsewhere.example' }],
  ['a page of another port', { ...LOCAL.headers, origin: 'http://localhost:3000' }],
  ['a page without an origin of its own', { ...LOCAL.headers, origin: 'null' }],
  ['an image on a page of another site', { ...LOCAL.headers, 'sec-fetch-site': 'cross-site' }],
  ['a proxy on this machine', { ...LOCAL.headers, 'x-forwarded-for': '192.0.2.7' }],
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip'].map(
    (name): [string, Record<string, string>] => [`a proxy that adds ${name}`, { ...LOCAL.headers, [name]: '' }],
  ),
])('refuses on loopback: %s', (_says, headers) => {
  expect(statusOf({ ...LOCAL, headers })).toBe(403);
});

test.each(['10.127.0.1', '126.255.255.255', '128.0.0.1', '::ffff:10.0.0.1', 'fe80::1', undefined])(
  'refuses another machine: %s',
  (remoteAddress) => {
    expect(statusOf({ ...LOCAL, remoteAddress })).toBe(403);
  },
);

test.each([
  [undefined, undefined, 403],
  [undefined, 'Bearer anything', 403],
  ['admin', undefined, 401],
  ['admin', 'Bearer wrong', 401],
  ['admin', 'Bearer admin2', 401],
  ['admin', 'Basic admin', 401],
  ['admin', 'Bearer admin', 200],
])('from elsewhere, with the admin token %s and the header %s: %i', (adminToken, authorization, status) => {
  expect(statusOf({ ...ELSEWHERE, headers: { ...ELSEWHERE.headers, authorization } }, adminToken)).toBe(status);
});

test('the admin token opens nothing to pages of other sites', () => {
  const headers = { ...ELSEWHERE.headers, authorization: 'Bearer admin', origin: 'http://elsewhere.example' };

  expect(statusOf({ ...ELSEWHERE, headers }, 'admin')).toBe(403);
});

test('every call asks, and the token of the service is none', async () => {
  const { emulator, send } = await start({ dialect: 'minimal', adminToken: 'admin' });
  const { paths } = (await send('GET', '/_emulator/openapi.json')).json;
  const calls = Object.entries(paths as object).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => ({ method: method.toUpperCase(), path })),
  );

  const responses = await Promise.all(calls.map((call) => byName(emulator.baseUrl, call, emulator.token)));

  expect(calls.length).toBeGreaterThan(15);
  expect(responses.map(({ status }) => status)).toEqual(calls.map(() => 401));
  expect(JSON.parse(responses[0]?.text ?? '')).toMatchObject({ error: { code: 'unauthorized' } });
});

/** Sent as by a page whose name was made to resolve to loopback. */
async function byName(baseUrl: string, { method, path }: { method: string; path: string }, token: string) {
  const headers = { host: 'rebound.example', authorization: `Bearer ${token}` };
  const sent = request(baseUrl + path, { method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}
