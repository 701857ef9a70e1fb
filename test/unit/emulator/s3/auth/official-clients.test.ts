import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3 } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import { openBody } from '../../../../../emulator/s3/body/open-body';
import { S3Error } from '../../../../../emulator/s3/errors';
import type { S3Request } from '../../../../../emulator/s3/request';
import { receive } from '../body/support';
import { context, KEY } from './support';

/** Checks signatures and bodies, and says what it saw: all that the official client needs to be satisfied. */
let server: Server;
let seen: { kind: string; checksum: string | undefined; bytes: Buffer; headers: S3Request['headers'] };
let endpoint: string;

beforeAll(async () => {
  server = createServer(async (message, response) => {
    try {
      const url = new URL(message.url ?? '/', 'http://localhost');
      const rawPath = (message.url ?? '/').replace(/\?.*$/s, '');
      const request: S3Request = {
        method: message.method ?? '',
        rawPath,
        query: [...url.searchParams],
        headers: message.headers,
        body: message,
      };
      const { payload } = authenticate(request, context({ now: Date.now, realNow: Date.now }));
      const { bytes, checksum } = await receive(openBody(request, payload));
      seen = { kind: payload.kind, checksum: checksum?.algorithm, bytes, headers: message.headers };
      response.setHeader('content-type', 'application/xml');
      const xml = '<R><UploadId>1</UploadId></R>';
      response.end(message.method === 'POST' ? xml : '');
    } catch (error) {
      const code = error instanceof S3Error ? error.code : 'InternalError';
      response.statusCode = error instanceof S3Error ? error.status : 500;
      response.end(`<Error><Code>${code}</Code><Message>refused</Message></Error>`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function withClient<T>(act: (client: S3) => Promise<T>, credentials = KEY): Promise<T> {
  const client = new S3({ endpoint, region: 'garage', credentials, forcePathStyle: true, maxAttempts: 1 });
  try {
    return await act(client);
  } finally {
    client.destroy();
  }
}

const BYTES = Buffer.alloc(100_000, 'coffer');
const PUT = { Bucket: 'bucket', Key: "a b/ü+(1)'*&=?#.txt" };

it.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)('a put with %s in a header', async (algorithm) => {
  await withClient((client) => client.putObject({ ...PUT, Body: BYTES, ChecksumAlgorithm: algorithm }));

  expect(seen).toMatchObject({ kind: 'signed', checksum: algorithm, bytes: BYTES });
});

it.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
  'a stream with %s in a trailer',
  async (algorithm) => {
    const pieces = [BYTES.subarray(0, 65536), BYTES.subarray(65536)];

    await withClient((client) =>
      client.putObject({
        ...PUT,
        Body: Readable.from(pieces),
        ContentLength: BYTES.length,
        ChecksumAlgorithm: algorithm,
        Metadata: { note: '  two   words ' },
      }),
    );

    expect(seen).toMatchObject({ kind: 'chunks-unsigned', checksum: algorithm, bytes: BYTES });
  },
);

it('a put with Content-MD5, and one that is wrong', async () => {
  const command = (text: string) =>
    new PutObjectCommand({ ...PUT, Body: BYTES, ContentMD5: createHash('md5').update(text).digest('base64') });

  await withClient((client) => client.send(command(BYTES.toString())));

  expect(seen.bytes.equals(BYTES)).toBe(true);
  await expect(withClient((client) => client.send(command('other')))).rejects.toMatchObject({ name: 'BadDigest' });
});

it('requests without a body, with a query', async () => {
  await withClient((client) => client.getObject({ ...PUT, VersionId: 'a b+c', Range: 'bytes=0-1' }));
  expect(seen.bytes.length).toBe(0);

  await withClient((client) => client.createMultipartUpload({ ...PUT, ContentType: 'text/plain' }));
  expect(seen.bytes.length).toBe(0);
});

it('a wrong secret', async () => {
  const sent = withClient((client) => client.getObject(PUT), { ...KEY, secretAccessKey: 'canary' });

  await expect(sent).rejects.toMatchObject({ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } });
});

describe('presigned URLs', () => {
  it('to read', async () => {
    const url = await withClient((client) => getSignedUrl(client, new GetObjectCommand(PUT), { expiresIn: 60 }));

    expect((await fetch(url)).status).toBe(200);
    expect(await (await fetch(`${url}&more=1`)).text()).toContain('SignatureDoesNotMatch');
  });

  // It carries the checksum of an empty body, since the SDK does not know of another one: S3 does not look at it.
  it('to write', async () => {
    const url = await withClient((client) => getSignedUrl(client, new PutObjectCommand(PUT), { expiresIn: 60 }));

    expect(url).toContain('x-amz-checksum-crc32=AAAAAA');
    expect((await fetch(url, { method: 'PUT', body: BYTES })).status).toBe(200);
    expect(seen).toMatchObject({ kind: 'unsigned', checksum: undefined, bytes: BYTES });
  });

  it('to write, with a checksum that is sent along', async () => {
    const checksum = createHash('sha1').update(BYTES).digest('base64');
    const url = await withClient((client) =>
      getSignedUrl(client, new PutObjectCommand({ ...PUT, ChecksumSHA1: checksum }), {
        expiresIn: 60,
        unhoistableHeaders: new Set(['x-amz-checksum-sha1', 'x-amz-sdk-checksum-algorithm']),
      }),
    );
    const headers = { 'x-amz-checksum-sha1': checksum };

    expect((await fetch(url, { method: 'PUT', body: BYTES, headers })).status).toBe(200);
    expect(seen).toMatchObject({ kind: 'unsigned', checksum: 'SHA1' });
    expect(await (await fetch(url, { method: 'PUT', body: 'other', headers })).text()).toContain('BadDigest');
  });

  it('with a header that has to be sent as it was signed', async () => {
    const url = await withClient((client) =>
      getSignedUrl(client, new GetObjectCommand(PUT), {
        expiresIn: 60,
        unhoistableHeaders: new Set(['x-amz-checksum-mode']),
        signableHeaders: new Set(['host', 'x-amz-checksum-mode']),
      }),
    );

    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('host;x-amz-checksum-mode');
    expect((await fetch(url, { headers: { 'x-amz-checksum-mode': 'ENABLED' } })).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('SignatureDoesNotMatch');
  });
});
