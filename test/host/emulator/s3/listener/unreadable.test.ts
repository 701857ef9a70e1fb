import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { exchange, headerOf, headOf, statusesOf, statusOf } from '../../raw-exchange';
import { startEmulator } from '../../support';
import { signer } from '../raw';
import { startS3 } from '../support';

const OF_OBJECT = 'GET, HEAD, PUT, DELETE, POST';
const TOO_LONG = `x-canary: canary-secret-${'x'.repeat(20_000)}`;
const LENGTHS = headOf('PUT /b/k', 'content-length: 3', 'transfer-encoding: chunked');

test.each<[string, string, number, string, string | undefined, object]>([
  [
    'an unknown method',
    headOf('BREW /b/k?x=canary-secret'),
    405,
    'MethodNotAllowed',
    OF_OBJECT,
    { method: 'BREW', path: '/b/k' },
  ],
  [
    'CONNECT',
    'CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n',
    405,
    'MethodNotAllowed',
    '',
    { method: 'CONNECT', path: '*' },
  ],
  [
    'headers that are too large',
    headOf('GET /b', TOO_LONG),
    400,
    'RequestHeaderSectionTooLarge',
    undefined,
    { path: '/b' },
  ],
  ['both lengths', `${LENGTHS}canary-secret`, 400, 'BadRequest', undefined, { method: 'PUT', path: '/b/k' }],
  ['no HTTP at all', 'canary-secret\r\n\r\n', 400, 'BadRequest', undefined, { method: '' }],
])('%s is an error of S3, with its id in the journal', async (_, text, status, code, allow, entry) => {
  const emulator = await startEmulator();

  const response = await exchange(emulator.s3Endpoint, text);

  const [noted] = emulator.journal.requests();
  expect(statusOf(response)).toBe(status);
  expect(response).toContain(`<Code>${code}</Code>`);
  expect(response).toContain(`<RequestId>${noted?.requestId}</RequestId>`);
  expect(headerOf(response, 'x-amz-request-id')).toBe(noted?.requestId);
  expect(headerOf(response, 'allow')).toBe(allow);
  expect(noted).toMatchObject({ ...entry, status });
  expect(JSON.stringify([emulator.journal.requests(), response])).not.toContain('canary');
});

test('405 has Allow: the methods of the service, of a bucket, of an object', async () => {
  const { Bucket, ask } = await startS3();

  const responses = [
    await ask({ method: 'TRACE', path: '/' }),
    await ask({ method: 'HEAD', path: '/' }),
    await ask({ method: 'PATCH', path: `/${Bucket}` }),
    await ask({ method: 'PROPFIND', path: `/${Bucket}/a/b` }),
    await ask({ method: 'POST', path: `/${Bucket}/a` }),
  ];

  expect(responses.map(({ status, headers }) => [status, headers.allow])).toEqual([
    [405, 'GET'],
    [405, 'GET'],
    [405, 'GET, HEAD, PUT, DELETE, POST'],
    [405, OF_OBJECT],
    [405, OF_OBJECT],
  ]);
});

/** A bucket, and a connection for a signed PUT whose body has another length than it says. */
async function startPut(headers: Readonly<Record<string, string>>) {
  const { emulator, Bucket, bucketRecord, credentials } = await startS3();
  const { host, hostname, port } = new URL(emulator.s3Endpoint);
  const path = `/${Bucket}/k`;
  const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', host, ...headers };
  const request = { method: 'PUT', protocol: 'http:', hostname, port: Number(port), path, headers: unsigned };
  const signed = await signer(credentials).sign(request);
  const lines = Object.entries(signed.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  const closed = once(socket, 'close').then(() => received);
  const keys = () => emulator.inspect.objects(bucketRecord.id).map(({ key }) => key);
  return { emulator, socket, closed, keys, path, head: `PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\n` };
}

const MALFORMED = { code: 'BadRequest', message: 'An error occurred when parsing the HTTP request.' };

test.each<[string, Record<string, string>, string, string?]>([
  ['longer than its length, in one packet', { 'content-length': '5' }, 'helloxxxx'],
  ['longer than its length, in two packets', { 'content-length': '5' }, 'he', 'lloxxxx'],
  [
    'in chunks that end in garbage',
    { 'transfer-encoding': 'chunked', 'content-encoding': 'x' },
    '2\r\nhe\r\n',
    'zz\r\n',
  ],
])('a body %s is malformed: nothing is stored, and it is in the journal once', async (_, headers, first, second) => {
  const length = { 'x-amz-decoded-content-length': '5' };
  const { emulator, socket, closed, keys, path, head } = await startPut({ ...length, ...headers });

  socket.once('data', () => socket.end());
  socket.write(head + first);
  if (second !== undefined) {
    await emulator.journal.waitFor({ operation: 'PutObject' });
    socket.write(second);
  }

  expect(statusesOf(await closed)).toEqual([400]);
  expect(keys()).toEqual([]);
  expect(emulator.journal.requests({ path })).toMatchObject([{ method: 'PUT', status: 400, error: MALFORMED }]);
  expect(emulator.journal.requests({ method: '' })).toEqual([]);
});

test('garbage behind a whole request that a fault holds waits for its response', async () => {
  const { emulator, socket, closed, keys, path, head } = await startPut({ 'content-length': '5' });
  const fault = emulator.faults.add({ operation: 'PutObject', pause: true });
  socket.write(`${head}hello`);
  await fault.whenMet();

  socket.write('xxxx');
  await exchange(emulator.s3Endpoint, headOf('GET /'));
  fault.release();

  expect(statusesOf(await closed)).toEqual([200, 400]);
  expect(keys()).toEqual(['k']);
  expect(emulator.journal.requests({ path })).toMatchObject([
    { operation: 'PutObject', status: 200, error: undefined },
  ]);
  expect(emulator.journal.requests({ method: '' })).toMatchObject([
    { path: '[redacted]', status: 400, error: MALFORMED },
  ]);
});
