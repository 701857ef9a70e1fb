import { createHash } from 'node:crypto';
import { Agent, request as connect, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { PayloadSigning } from '../../../../../emulator/s3/auth/authenticate';
import { openBody } from '../../../../../emulator/s3/body/open-body';
import { S3Error } from '../../../../../emulator/s3/errors';
import { put, receive, refusalOf, UNSIGNED, UNSIGNED_CHUNKS } from './support';

const TEXT = '123456789';
const hashOf = (algorithm: string, text = TEXT) => createHash(algorithm).update(text);
const SIGNED: PayloadSigning = { kind: 'signed', sha256: hashOf('sha256').digest('hex') };

// Source: the check values of the catalogue of parametrised CRC algorithms.
const CHECKSUMS = [
  ['CRC32', Buffer.from('cbf43926', 'hex').toString('base64')],
  ['CRC32C', Buffer.from('e3069283', 'hex').toString('base64')],
  ['CRC64NVME', Buffer.from('ae8b14860a799888', 'hex').toString('base64')],
  ['SHA1', hashOf('sha1').digest('base64')],
  ['SHA256', hashOf('sha256').digest('base64')],
] as const;

it('passes a plain body on and computes its MD5', async () => {
  const incoming = openBody(put({ 'content-length': '9' }, '1234', '56789'), UNSIGNED);

  expect(incoming.length).toBe(9);
  expect(await receive(incoming)).toEqual({
    bytes: Buffer.from(TEXT),
    etag: hashOf('md5').digest('hex'),
    checksum: undefined,
  });
});

it('takes an empty body', async () => {
  const { bytes, etag } = await receive(openBody(put({ 'content-length': '0' }), UNSIGNED));

  expect(bytes.length).toBe(0);
  expect(etag).toBe('d41d8cd98f00b204e9800998ecf8427e');
});

it('takes a body whose length nobody announced', async () => {
  const incoming = openBody(put({}, TEXT), UNSIGNED);

  expect(incoming.length).toBeUndefined();
  expect((await receive(incoming)).bytes.toString()).toBe(TEXT);
});

it('has no digest before the last chunk', async () => {
  const incoming = openBody(put({ 'content-length': '9' }, '1234', '56789'), UNSIGNED);

  for await (const _ of incoming.chunks) expect(() => incoming.digest()).toThrow('There is no digest');

  expect(incoming.digest().etag).toBe(hashOf('md5').digest('hex'));
});

describe('what was announced', () => {
  it.each(CHECKSUMS)('compares %s in a header', async (algorithm, value) => {
    const headers = { 'content-length': '9', [`x-amz-checksum-${algorithm.toLowerCase()}`]: value };

    const { checksum } = await receive(openBody(put(headers, TEXT), SIGNED));

    expect(checksum).toEqual({ algorithm, type: 'FULL_OBJECT', value });
    expect(await refusalOf(put(headers, '123456780'), UNSIGNED)).toMatchObject({
      code: 'BadDigest',
      message: `The ${algorithm} you specified did not match the calculated checksum.`,
    });
  });

  it.each(CHECKSUMS)('compares %s in a trailer', async (algorithm, value) => {
    const name = `x-amz-checksum-${algorithm.toLowerCase()}`;
    const headers = {
      'x-amz-decoded-content-length': '9',
      'x-amz-trailer': name,
      'x-amz-sdk-checksum-algorithm': algorithm,
    };
    const framed = (text: string) => `9\r\n${text}\r\n0\r\n${name}:${value}\r\n\r\n`;

    const incoming = openBody(put(headers, framed(TEXT)), UNSIGNED_CHUNKS);

    expect(incoming.length).toBe(9);
    expect(await receive(incoming)).toMatchObject({ checksum: { algorithm, type: 'FULL_OBJECT', value } });
    expect((await refusalOf(put(headers, framed('123456780')), UNSIGNED_CHUNKS)).code).toBe('BadDigest');
  });

  it('refuses trailers that are not the announced one', async () => {
    const headers = { 'x-amz-decoded-content-length': '9', 'x-amz-trailer': 'x-amz-checksum-crc32' };
    const routeError = (trailers: string) =>
      refusalOf(put(headers, `9\r\n${TEXT}\r\n0\r\n${trailers}\r\n`), UNSIGNED_CHUNKS);

    expect((await routeError('')).code).toBe('MalformedTrailerError');
    expect((await routeError('x-amz-checksum-crc32c:4waSgw==\r\n')).code).toBe('MalformedTrailerError');
    expect((await routeError('x-amz-checksum-crc32:y/Q5Jg==\r\nx-amz-meta-a:b\r\n')).code).toBe(
      'MalformedTrailerError',
    );
    expect(await routeError('x-amz-checksum-crc32:no\r\n')).toMatchObject({
      code: 'InvalidRequest',
      message: 'Value for x-amz-checksum-crc32 trailing header is invalid.',
    });
  });

  it('compares Content-MD5', async () => {
    const headers = { 'content-length': '9', 'content-md5': hashOf('md5').digest('base64') };

    expect((await receive(openBody(put(headers, TEXT), UNSIGNED))).etag).toBe(hashOf('md5').digest('hex'));
    expect(await refusalOf(put(headers, '123456780'), UNSIGNED)).toMatchObject({
      code: 'BadDigest',
      details: {
        ExpectedDigest: headers['content-md5'],
        CalculatedDigest: hashOf('md5', '123456780').digest('base64'),
      },
    });
    expect(() => openBody(put({ ...headers, 'content-md5': 'abc' }), UNSIGNED)).toThrow(S3Error);
  });

  it('compares the signed SHA-256', async () => {
    expect((await receive(openBody(put({ 'content-length': '9' }, TEXT), SIGNED))).bytes.toString()).toBe(TEXT);
    expect(await refusalOf(put({ 'content-length': '9' }, '123456780'), SIGNED)).toMatchObject({
      code: 'XAmzContentSHA256Mismatch',
      details: { S3ComputedContentSHA256: hashOf('sha256', '123456780').digest('hex') },
    });
  });

  it('leaves checksums in a presigned URL alone, as S3 does', async () => {
    const query = Object.entries({ 'X-Amz-Signature': 'x', 'x-amz-checksum-crc32': 'AAAAAA==' });

    const { checksum } = await receive(openBody({ ...put({ 'content-length': '9' }, TEXT), query }, UNSIGNED));

    expect(checksum).toBeUndefined();
  });

  it('computes a checksum that nobody announced, when it is asked for', async () => {
    const headers = { 'content-length': '9' };

    const { checksum } = await receive(openBody(put(headers, TEXT), UNSIGNED, { checksumAlgorithm: 'CRC32' }));

    expect(checksum).toEqual({ algorithm: 'CRC32', type: 'FULL_OBJECT', value: 'y/Q5Jg==' });
    const other = put({ ...headers, 'x-amz-checksum-crc32c': '4waSgw==' }, TEXT);
    expect(await refusalOf(other, UNSIGNED, { checksumAlgorithm: 'CRC32' })).toMatchObject({
      code: 'InvalidRequest',
      message: 'Checksum Type mismatch occurred, expected checksum Type: crc32, actual checksum Type: crc32c',
    });
  });

  it('leaves checksums alone that speak of something else', async () => {
    const request = put({ 'content-length': '9', 'x-amz-checksum-sha1': 'of the object-3' }, TEXT);

    const { checksum } = await receive(openBody(request, UNSIGNED, { ignoreChecksumHeaders: true }));

    expect(checksum).toBeUndefined();
  });
});

describe('length', () => {
  it.each(['12345678', '1234567890'])('refuses another one than announced: %s', async (text) => {
    expect(await refusalOf(put({ 'content-length': '9' }, text), UNSIGNED)).toMatchObject({
      code: 'IncompleteBody',
      status: 400,
    });
  });

  it('asks for x-amz-decoded-content-length', async () => {
    expect(await refusalOf(put({ 'content-length': '9' }), UNSIGNED_CHUNKS)).toMatchObject({
      code: 'MissingContentLength',
      status: 411,
    });
  });

  it.each(['', '-1', '1e3', '9007199254740993'])('refuses "%s" as a length', async (length) => {
    const routeError = await refusalOf(put({ 'x-amz-decoded-content-length': length }), UNSIGNED_CHUNKS);

    expect(routeError.code).toBe('InvalidArgument');
  });

  it('refuses too much at once when it is announced, else as soon as it comes', async () => {
    const options = { maxLength: 8 };
    const tooLarge = { code: 'EntityTooLarge', details: { ProposedSize: '9', MaxSizeAllowed: '8' } };

    expect(() => openBody(put({ 'content-length': '9' }), UNSIGNED, options)).toThrow(
      expect.objectContaining(tooLarge),
    );
    expect(await refusalOf(put({}, '1234', '56789', 'never looked at'), UNSIGNED, options)).toMatchObject(tooLarge);
    expect((await receive(openBody(put({}, '12345678'), UNSIGNED, options))).bytes.length).toBe(8);
  });
});

describe('over a connection', () => {
  const open: { server: Server; agent: Agent }[] = [];

  afterEach(async () => {
    for (const { server, agent } of open.splice(0)) {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** Responds with the code of the error, or `OK`; stops reading after some bytes. */
  async function start(payload: PayloadSigning, stopAfter = Number.POSITIVE_INFINITY) {
    const server = createServer(async (message, response) => {
      let [outcome, bytes] = ['OK', 0];
      try {
        const incoming = openBody(
          { method: 'PUT', rawPath: '/', query: [], headers: message.headers, body: message },
          payload,
        );
        for await (const chunk of incoming.chunks) {
          bytes += chunk.length;
          if (bytes >= stopAfter) break;
        }
      } catch (error) {
        outcome = error instanceof S3Error ? error.code : String(error);
      }
      server.emit('answered', outcome);
      response.end(JSON.stringify({ outcome, port: message.socket.remotePort }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    open.push({ server, agent });
    const { port } = server.address() as AddressInfo;
    return { server, send: () => connect({ agent, port, host: '127.0.0.1', method: 'PUT' }) };
  }

  async function send(outgoing: ReturnType<typeof connect>, body: Buffer): Promise<{ outcome: string; port: number }> {
    const outcome = new Promise<{ outcome: string; port: number }>((resolve, reject) => {
      outgoing
        .on('error', reject)
        .on('response', (response) => json(response).then((it) => resolve(it as never), reject));
    });
    outgoing.end(body);
    return outcome;
  }

  it.each([
    ['whoever reads stops early', UNSIGNED, 1],
    ['the body is refused', UNSIGNED_CHUNKS, Number.POSITIVE_INFINITY],
  ])('can be used again when %s', async (_, payload, stopAfter) => {
    const { send: connectTo } = await start(payload, stopAfter);
    const put = async () => {
      const outgoing = connectTo();
      outgoing.setHeader('x-amz-decoded-content-length', 5_000_000);
      return send(outgoing, Buffer.alloc(5_000_000));
    };

    const [first, second] = [await put(), await put()];

    expect(first.outcome).toBe(payload === UNSIGNED ? 'OK' : 'IncompleteBody');
    expect(second).toEqual(first);
  });

  it('is refused as incomplete when the sender is gone', async () => {
    const { server, send: connectTo } = await start(UNSIGNED);
    const answered = new Promise((resolve) => server.once('answered', resolve));
    const outgoing = connectTo().on('error', () => {});
    outgoing.setHeader('content-length', 1_000_000);
    await new Promise((resolve) => outgoing.write(Buffer.alloc(1000), resolve));

    outgoing.destroy();

    expect(await answered).toBe('IncompleteBody');
  });

  it('takes no more than whoever reads asks for', async () => {
    let produced = 0;
    const body = new Readable({
      read() {
        produced += 65536;
        this.push(produced > 100 * 65536 ? null : Buffer.alloc(65536));
      },
    });
    const incoming = openBody({ ...put({}), body }, UNSIGNED);

    let producedMeanwhile = Number.POSITIVE_INFINITY;
    for await (const _ of incoming.chunks) {
      // Let whatever reads ahead do so.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      producedMeanwhile = produced;
      break;
    }

    expect(producedMeanwhile).toBeLessThan(10 * 65536);
  });
});
