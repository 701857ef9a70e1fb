import { expect, test } from 'vitest';
import { exchange, headerOf, headOf, statusOf } from '../../raw-exchange';
import { startEmulator } from '../../support';
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
