import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { ClientSettings } from '../../../../provider/client';
import { S3Connection } from '../../../../provider/s3/s3-connection';
import { startServer } from '../client/raw-server';
import { failureOf, settingsFor, TestTime } from '../client/story-parts';

test.each(['xn--a', 'Capital', 'under_score', '-a', 'a.'])(
  'refuses a bucket that cannot stand before a host: %s',
  (bucket) => {
    const target = {
      ...{ endpoint: new URL('https://s3.example.com'), bucket, region: 'us-east-1', addressing: 'virtual' as const },
      credentials: { accessKeyId: 'GK1', secretAccessKey: 'canary' },
    };

    const connect = () => new S3Connection(target, settingsFor('https://s3.example.com', 'token', new TestTime()));

    expect(connect).toThrow(
      `GET https://s3.example.com/${bucket} was not sent: with s3_addressing = "virtual" the bucket stands before the host of its endpoint, ` +
        'which takes a host name in place of an address, and a bucket of lowercase letters, digits, hyphens and dots. Set s3_addressing = "path".',
    );
  },
);

/** A connection to one bucket, closed when the test ends. */
function connectTo(baseUrl: string, time: TestTime, more: Partial<ClientSettings> = {}): S3Connection {
  const target = {
    ...{ endpoint: new URL(baseUrl), bucket: 'a-bucket', region: 'garage', addressing: 'path' as const },
    credentials: { accessKeyId: 'GK1', secretAccessKey: 'canary' },
  };
  const connection = new S3Connection(target, { ...settingsFor(baseUrl, 'token', time), ...more });
  onTestFinished(() => connection.close());
  return connection;
}

test('a request has the key and the query percent-encoded as S3 wants it, behind the path of the endpoint', async () => {
  const { baseUrl, requests } = await startServer((_, response) => response.writeHead(200).end());
  const connection = connectTo(baseUrl, new TestTime());

  await connection.send({ method: 'DELETE', key: "a!'()*/../ä b~", query: { versionId: "v'1", delete: '' } });
  await connection.send({ method: 'GET', query: {} });
  await connectTo(`${baseUrl}/base//`, new TestTime()).send({ method: 'GET', query: { uploads: '' } });

  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /a-bucket/a%21%27%28%29%2A/../%C3%A4%20b~?versionId=v%271&delete=',
    'GET /a-bucket',
    'GET /base/a-bucket?uploads=',
  ]);
});

test('a request has the hashes of its body, and the type of one that is there', async () => {
  const { baseUrl, requests } = await startServer((_, response) => response.writeHead(200).end());
  const connection = connectTo(baseUrl, new TestTime());

  await connection.send({ method: 'POST', query: { delete: '' }, body: '<Delete/>' });
  await connection.send({ method: 'GET', query: {} });

  const [posted, got] = requests.map(({ headers }) => headers);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(posted).toMatchObject({
    'content-type': 'application/xml',
    'content-md5': createHash('md5').update('<Delete/>').digest('base64'),
    'x-amz-content-sha256': sha256('<Delete/>'),
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=GK1\/20260101\/garage\/s3\/aws4_request, SignedHeaders=content-md5;content-type;host;/,
    ),
  });
  expect(got).toMatchObject({ 'x-amz-content-sha256': sha256('') });
  expect(got).not.toHaveProperty('content-type');
  expect(got).not.toHaveProperty('content-md5');
});

test('an error shows neither the secret key nor a long text in its code and its request id', async () => {
  const long = 'x'.repeat(10_000);
  const { baseUrl } = await startServer((_request, response) => {
    response.setHeader('x-amz-request-id', `of canary ${long}`);
    response
      .writeHead(400)
      .end(`<Error><Code>Code canary ${long}</Code><Message>Words canary ${long}</Message></Error>`);
  });
  const connection = connectTo(baseUrl, new TestTime());

  const { message } = await failureOf(connection.send({ method: 'GET', query: {} }));

  expect(message).toMatch(
    /returned 400 Code \[redacted\] x+…: Words \[redacted\] x+… \(request id of \[redacted\] x+…\)/,
  );
  expect(message).not.toContain('canary');
  expect(message.length).toBeLessThan(2_000);
});

const HOUR_MS = 3_600_000;

/** Sends one request with a clock `behindMs` behind the server's, to a server that refuses signatures outside of `windowMs`. */
async function sendLate(
  behindMs: number,
  [status, code, words]: readonly [number, string, string],
  windowMs = 15 * 60_000,
) {
  const time = new TestTime();
  const dates: (string | undefined)[] = [];
  const serverTime = () => time.now() + behindMs;
  const { baseUrl } = await startServer((request, response) => {
    const signed = String(request.headers['x-amz-date']);
    dates.push(signed);
    const at = Date.parse(signed.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    const isOld = Math.abs(at - serverTime()) > windowMs || code === 'AccessDenied for ever';
    response.setHeader('date', new Date(serverTime()).toUTCString());
    if (isOld) response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${words}</Message></Error>`);
    else response.writeHead(200).end('<ListBucketResult/>');
  });
  const connection = connectTo(baseUrl, time, { maxRetries: 0 });
  const outcome = await connection.send({ method: 'GET', query: { 'list-type': '2' } }).then(
    () => 'done',
    (error: Error) => error.message,
  );
  return { outcome, requests: dates.length };
}

test.each<[status: number, code: string, words: string]>([
  [403, 'RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.'],
  [400, 'InvalidRequest', 'Bad request: Date is too old'],
])('signs by the clock of a server that refuses ours with %s %s', async (...refusal) => {
  expect(await sendLate(25 * HOUR_MS, refusal)).toEqual({ outcome: 'done', requests: 2 });
  expect(await sendLate(-HOUR_MS, refusal)).toEqual({ outcome: 'done', requests: 2 });
});

test('the clock of a server that also rejects its own time is adopted once', async () => {
  const skewed = [403, 'RequestTimeTooSkewed', 'too late'] as const;

  expect(await sendLate(0, skewed, -1)).toMatchObject({
    requests: 2,
    outcome: expect.stringContaining('returned 403'),
  });
});

test('an error that is not about the clock is not sent again', async () => {
  const denied = await sendLate(60_000, [403, 'AccessDenied for ever', 'no']);

  expect(denied).toMatchObject({ requests: 1, outcome: expect.stringContaining('returned 403') });
});

test('cancelled before it is sent again, a deletion may have taken effect', async () => {
  const cancelled = new AbortController();
  const time = new TestTime(() => cancelled.abort());
  const { baseUrl } = await startServer((_, response) => response.writeHead(503).end());
  const connection = connectTo(baseUrl, time);

  const sent = connection.send({ method: 'DELETE', key: 'one', query: {}, signal: cancelled.signal });

  await expect(sent).rejects.toMatchObject({
    message: `DELETE ${baseUrl}/a-bucket was cancelled before it was sent again.`,
    mayHaveTakenEffect: true,
  });
});
