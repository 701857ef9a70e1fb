import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VirtualClock } from '../../../../../emulator/system/clock';
import { clientFor, shareS3, startS3 } from '../support';

/** Writes text to the listener, and gives what comes back until the connection ends or has said enough. */
function converse(endpoint: string, text: string, enough: RegExp): Promise<string> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (enough.test(received)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

describe('HTTP', () => {
  const open = shareS3();

  test('the connection goes on after an empty upload, and after a refused one', async () => {
    const { Bucket, emulator, credentials } = await open();
    // Else the URL would carry the checksum of a body that it does not know.
    const client = clientFor(emulator, credentials, 'path', { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const put = async (Key: string, body: string, signed = true) => {
      const url = await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key }));
      const headers = { 'content-length': body.length };
      const outgoing = httpRequest(signed ? url : url.replace(/\?.*/, ''), { method: 'PUT', agent, headers });
      outgoing.end(body);
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      ports.add(incoming.socket.localPort);
      await text(incoming);
      return incoming.statusCode;
    };

    const statuses = [
      await put('a', ''),
      await put('b', 'x'),
      await put('c', 'x'.repeat(1000), false),
      await put('d', ''),
      await put('e', ''),
    ];
    agent.destroy();

    expect(statuses).toEqual([200, 200, 403, 200, 200]);
    expect(ports.size).toBe(1);
    expect(emulator.inspect.buckets().length).toBeGreaterThan(0);
  });

  test('a body that nobody wants is not sent: the error response comes before 100 Continue', async () => {
    const { emulator, Bucket } = await open();

    const text = await converse(
      emulator.s3Endpoint,
      `PUT /${Bucket}/k HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n`,
      /<\/Error>/,
    );

    expect(text).toMatch(/^HTTP\/1\.1 403 /);
    expect(text).toMatch(/connection: close/i);
    expect(text).toContain('<Code>AccessDenied</Code>');
  });

  test('a body that is welcome is asked for', async () => {
    const { client, emulator, Bucket } = await open();
    const url = new URL(await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key: 'k' })));

    const text = await converse(
      emulator.s3Endpoint,
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n`,
      /100 Continue/,
    );

    expect(text).toMatch(/^HTTP\/1\.1 100 Continue/);
  });

  test('an upload without a length is 411', async () => {
    const { client, Bucket, emulator } = await open();
    const url = new URL(await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key: 'k' })));

    const text = await converse(
      emulator.s3Endpoint,
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
      /<\/Error>/,
    );

    expect(text).toMatch(/^HTTP\/1\.1 411 /);
    expect(text).toContain('<Code>MissingContentLength</Code>');
  });

  test.each([
    ['with a length', (outgoing: ClientRequest, body: Buffer) => outgoing.setHeader('content-length', body.length)],
    ['in chunks, whose length nobody announced', (outgoing: ClientRequest) => outgoing.flushHeaders()],
  ])('a large body that is refused does not keep the response from being read: %s', async (_how, prepare) => {
    const { emulator, Bucket } = await open();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const outgoing = httpRequest(`${emulator.s3Endpoint}/${Bucket}/k`, { method: 'PUT', agent });
    const received = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.on('error', () => {});
    const body = Buffer.alloc(20 * 1024 * 1024);
    prepare(outgoing, body);

    outgoing.end(body);
    const [response] = await received;

    expect([response.statusCode, response.headers.connection]).toEqual([403, 'close']);
    expect(await text(response)).toContain('<Code>AccessDenied</Code>');
  });

  test.each<[string, string]>([
    ['two lengths', 'PUT /b/k HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    ['a negative length', 'PUT /b/k HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n'],
  ])('%s is a bad request', async (_name, text) => {
    const { emulator } = await open();

    const response = await converse(emulator.s3Endpoint, text, /<\/Error>/);

    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('<Error>');
  });
});

/** A clock whose second reading from now on fails, as nobody expects of a clock. */
class BrokenClock extends VirtualClock {
  #left = Number.POSITIVE_INFINITY;

  breakSoon(): void {
    this.#left = 2;
  }

  override now(): number {
    this.#left -= 1;
    if (this.#left === 0) throw new Error('CANARY');
    return super.now();
  }
}

test('an error that nobody expected is 500 InternalError, and only the log has its text', async () => {
  const clock = new BrokenClock();
  const said: string[] = [];
  const { client, Bucket } = await startS3('path', { clock, log: (line) => said.push(line) });
  const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'k' }));

  // It is read for the journal, and then to judge whether the URL has expired.
  clock.breakSoon();
  const response = await fetch(url);
  const text = await response.text();

  expect(response.status).toBe(500);
  expect(text).toContain('<Code>InternalError</Code>');
  expect(text).not.toContain('CANARY');
  expect(said).toEqual([expect.stringContaining('CANARY')]);
});

test("E9: virtual-host style, through a resolver of the test's own", async () => {
  const { client, Bucket, emulator } = await startS3('virtual-host');
  const hosts: unknown[] = [];
  client.middlewareStack.add(
    (next) => (args) => {
      hosts.push((args.request as { hostname?: unknown }).hostname);
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );

  await client.putObject({ Bucket, Key: 'k', Body: 'x' });

  expect(hosts).toEqual([`${Bucket}.localhost`]);
  expect(emulator.journal.requests({ operation: 'PutObject' })).toMatchObject([{ status: 200, path: `/${Bucket}/k` }]);
});

test('E6: the public URL is what endpoint says, and its host may stand behind the bucket', async () => {
  const { send: rest, Bucket, ask } = await startS3('path', { s3PublicUrl: 'http://s3.coffer.example:9000/' });

  const { json } = await rest('GET', '/s3/buckets');
  const response = await ask({ method: 'GET', path: '/', headers: { host: `${Bucket}.s3.coffer.example:9000` } });

  expect(json[0].endpoint).toBe('http://s3.coffer.example:9000');
  expect(response.status).toBe(200);
  // The bucket's own list: that of all buckets has its name, too.
  expect(response.text).toMatch(new RegExp(`<ListBucketResult.*<Name>${Bucket}</Name>`, 's'));
});

test('a region that is set is the only one', async () => {
  const { client, Bucket, ask } = await startS3('path', { s3Region: 'eu-test-1' });

  const refused = await ask({ method: 'GET', path: `/${Bucket}` });
  client.config.region = async () => 'eu-test-1';
  const head = await client.headBucket({ Bucket });
  const location = await client.getBucketLocation({ Bucket });

  expect([refused.status, refused.code]).toEqual([400, 'AuthorizationHeaderMalformed']);
  expect([head.BucketRegion, location.LocationConstraint]).toEqual(['eu-test-1', 'eu-test-1']);
});

test('E5: presigned URLs expire by the virtual clock, signatures age by real time', async () => {
  const { client, emulator, Bucket } = await startS3();
  await client.putObject({ Bucket, Key: 'k', Body: 'x' });
  const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'k' }), { expiresIn: 60 });

  const early = await fetch(url);
  emulator.clock.advance(61_000);
  const late = await fetch(url);
  const signed = await client.getObject({ Bucket, Key: 'k' });

  expect([early.status, late.status, signed.$metadata.httpStatusCode]).toEqual([200, 403, 200]);
});

test('stopping ends the connections', async () => {
  const { client, emulator, Bucket } = await startS3();
  await client.headBucket({ Bucket });

  await emulator.stop();

  await expect(fetch(emulator.s3Endpoint)).rejects.toThrow('fetch failed');
});
