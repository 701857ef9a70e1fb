import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { exchange, headerOf, headOf, statusesOf, statusOf } from '../raw-exchange';
import { base64, start } from '../support';

const allowOf = (response: string) => headerOf(response, 'allow');

test.each(['TRACE', 'OPTIONS', 'HEAD', 'BREW'])(
  '%s is 405 with Allow on every path, and 404 where there is none',
  async (method) => {
    const { emulator } = await start();
    const paths: readonly (readonly [string, string | undefined])[] = [
      ['/secrets', 'POST, GET, PUT'],
      ['/secrets/some-id', 'DELETE'],
      ['/secrets/pull', 'POST'],
      ['/s3/buckets?cursor=1', 'POST, GET, PUT'],
      ['/_emulator/health', 'GET'],
      ['/_emulator/reset', 'POST'],
      ['/_emulator/faults', 'GET, POST, DELETE'],
      ['/_emulator/faults/f-1', 'DELETE'],
      ['/openapi.json', 'GET'],
      ['/dashboard', 'GET'],
      ['/dashboard/sign-in', 'GET, POST'],
      ['/nowhere', undefined],
      ['/_emulator/nowhere', undefined],
      ['/dashboard/nowhere', undefined],
      ['/secrets/a/b', undefined],
    ];

    const responses = await Promise.all(paths.map(([path]) => exchange(emulator.baseUrl, headOf(`${method} ${path}`))));

    expect(responses.map((response) => [statusOf(response), allowOf(response)])).toEqual(
      paths.map(([, allow]) => [allow === undefined ? 404 : 405, allow]),
    );
  },
);

const TOO_LONG = `x-canary: canary-secret-${'x'.repeat(20_000)}`;

const MALFORMED = 'The request is malformed: it cannot be read as HTTP/1.1.';
const BOTH = `${headOf('POST /secrets', 'content-length: 3', 'transfer-encoding: chunked')}canary-secret`;

/** What is sent, and its status, code, method and path. */
const UNREADABLE: readonly (readonly [text: string, number, code: string, method: string, path: string])[] = [
  [headOf('BREW /secrets?token=canary-secret'), 405, 'method_not_allowed', 'BREW', '/secrets'],
  [headOf('GET /secrets', TOO_LONG), 431, 'too_large', 'GET', '/secrets'],
  [BOTH, 400, 'invalid', 'POST', '/secrets'],
  [headOf('POST /secrets', 'content-length: x'), 400, 'invalid', 'POST', '/secrets'],
  ['canary-secret\r\n\r\n', 400, 'invalid', '', '[redacted]'],
  ['CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n', 405, 'method_not_allowed', 'CONNECT', '*'],
  [headOf('GET /secrets', 'expect: something'), 417, 'invalid', 'GET', '/secrets'],
];

test.each(UNREADABLE)(
  '%j is an error of the dialect, and in the journal: %i',
  async (text, status, code, method, path) => {
    const started = await Promise.all(
      (['conventional', 'enveloped', 'minimal'] as const).map((dialect) => start({ dialect })),
    );

    const [inJson = '', asProblem = '', withoutBody = ''] = await Promise.all(
      started.map(({ emulator }) => exchange(emulator.baseUrl, text)),
    );

    const bodyOf = (response: string) => response.slice(response.indexOf('\r\n\r\n') + 4);
    const requests = started[0]?.emulator.journal.requests();
    expect([inJson, asProblem, withoutBody].map(statusOf)).toEqual([status, status, status]);
    expect(JSON.parse(bodyOf(inJson))).toEqual({ error: { code, message: expect.any(String) } });
    expect(asProblem).toContain('content-type: application/problem+json');
    expect(JSON.parse(bodyOf(asProblem))).toMatchObject({ type: 'about:blank', title: STATUS_CODES[status], status });
    expect(bodyOf(withoutBody)).toBe('');
    expect(inJson).toContain('x-coffer-assumption: errorBody');
    expect(requests).toMatchObject([{ method, path, status }]);
    expect(JSON.stringify([requests, inJson])).not.toContain('canary');
  },
);

const postOf = ({ token, projectId }: { readonly token: string; readonly projectId: string }) => {
  const body = JSON.stringify({ project_id: projectId, name: 'a', value: base64('x'), note: 'äöü' });
  const type = 'content-type: application/json';
  return (cut: number) => {
    const length = `content-length: ${Buffer.byteLength(body) - cut}`;
    return `${headOf('POST /secrets', `authorization: Bearer ${token}`, type, length)}${body}`;
  };
};

/** A connection for what no client sends, and all that has come back on it. */
function open({ baseUrl }: { readonly baseUrl: string }) {
  const socket = connectPlain(Number(new URL(baseUrl).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const received: string[] = [];
  socket.on('data', (data) => void received.push(String(data)));
  return { socket, received, closed: once(socket, 'close').then(() => received.join('')) };
}

test('garbage behind a request that is carried out waits for its response, and has an entry of its own', async () => {
  const { emulator } = await start();
  const post = postOf(emulator)(0);
  const fault = emulator.faults.add({ operation: 'createSecret', pause: true });
  const { socket, received, closed } = open(emulator);
  socket.write(post);
  await fault.whenMet();

  socket.write('zz\r\n\r\n');
  await exchange(emulator.baseUrl, headOf('GET /openapi.json'));
  const early = received.join('');
  fault.release();

  expect(statusesOf(await closed)).toEqual([201, 400]);
  expect(early).toBe('');
  expect(emulator.journal.requests({ path: '/secrets' })).toMatchObject([
    { operation: 'createSecret', status: 201, error: undefined },
  ]);
  expect(emulator.journal.requests({ method: '' })).toMatchObject([{ status: 400, error: { message: MALFORMED } }]);
});

const READ_ALREADY = ['garbage', 'GET /s3/keys HTTP/1.1\r\nBad Header'];

test.each(
  READ_ALREADY.flatMap((behind) => [
    ['GET /secrets', 200, behind] as const,
    ['PATCH /secrets', 405, behind] as const,
    ['BREW /secrets', 405, behind] as const,
  ]),
)('%s is in the journal once, whatever is behind it in the same packet (%i, %j)', async (line, status, behind) => {
  const { emulator } = await start();
  const { socket, closed } = open(emulator);

  socket.write(`${headOf(line, `authorization: Bearer ${emulator.token}`)}${behind}\r\n\r\n`);

  const [method] = line.split(' ');
  const isRead = method !== 'BREW';
  expect(statusesOf(await closed)).toEqual(isRead ? [status, 400] : [status]);
  const unknown = { method: '', path: '[redacted]', status: 400, error: { message: MALFORMED } };
  expect(emulator.journal.requests()).toMatchObject([
    { method, path: '/secrets', status },
    ...(isRead ? [unknown] : []),
  ]);
});

test('a body that is longer than its length is malformed, and no method that its path does not have', async () => {
  const { emulator } = await start();

  const response = await exchange(emulator.baseUrl, postOf(emulator)(3));

  expect(response).toContain(MALFORMED);
  expect(response).not.toContain('is not a method of');
  expect(emulator.journal.requests()).toMatchObject([{ status: 400, error: { code: 'invalid', message: MALFORMED } }]);
});

test.each([
  ['without a token', 'POST /secrets', () => undefined],
  ['with a token', 'POST /secrets', (token: string) => `authorization: Bearer ${token}`],
  ['of no operation', 'POST /nowhere', () => undefined],
])('a request %s in an unknown coding has the response in its entry that was sent', async (_, line, authorize) => {
  const { emulator } = await start();
  const headers = [authorize(emulator.token) ?? 'x-none: 1', 'transfer-encoding: x'];

  const response = await exchange(emulator.baseUrl, headOf(line, ...headers));

  expect(statusOf(response)).toBe(400);
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(emulator.journal.requests()).toMatchObject([
    { status: 400, error: { code: 'invalid', message: expect.stringContaining('length of the body') } },
  ]);
});

test('over TLS too', async () => {
  const { emulator } = await start({ tls: true });
  const { port } = new URL(emulator.baseUrl);

  const response = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port: Number(port), host: 'localhost', ca: emulator.caCertPem });
    onTestFinished(() => void socket.destroy());
    socket.on('data', (data) => resolve(String(data)));
    socket.on('error', reject);
    socket.write(headOf('BREW /secrets'));
  });

  expect([statusOf(response), allowOf(response)]).toEqual([405, 'POST, GET, PUT']);
});
