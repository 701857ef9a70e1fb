import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import type { S3Operation } from '../../../../emulator/domain/s3-operation';
import { type Bench, clientFor, routeError, shareS3 } from './support';

const SIZE = 100 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024, 'x');

/** What ends a request: by REST, as a user does it. */
const ENDS: readonly [string, (bench: Bench) => Promise<unknown>][] = [
  ['the key is deleted', ({ send, credentials }) => send('DELETE', `/s3/keys/${credentials.id}`)],
  ['the bucket is deleted', ({ send, bucketRecord }) => send('DELETE', `/s3/buckets/${bucketRecord.id}`)],
];

/** Status and body of the response. */
async function responseTo(outgoing: ClientRequest): Promise<{ status: number | undefined; text: string }> {
  // A piece that is written later may meet an end of the connection.
  outgoing.on('error', () => undefined);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, text: await text(incoming) };
}

describe('100 MiB', () => {
  const open = shareS3('path', { knobs: { deleteNonEmpty: 'delete' } });

  test.each(ENDS)(
    'an upload ends no later than its next piece when %s, and nothing of it stays',
    async (_name, end) => {
      const bench = await open();
      const { client, Bucket, emulator, bucketRecord } = bench;
      const url = await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key: 'big' }), {
        unhoistableHeaders: new Set(),
      });
      const outgoing = httpRequest(url, { method: 'PUT', headers: { 'content-length': SIZE }, agent: false });
      const response = responseTo(outgoing);
      // It is under way, its key known, before that is deleted; one piece comes after: never all of them.
      outgoing.write(PIECE);
      const known = () => emulator.journal.requests({ operation: 'PutObject' }).at(-1)?.accessKeyId;
      await expect.poll(known).toBe(bench.credentials.accessKeyId);
      await end(bench);
      outgoing.write(PIECE);

      const { status, text } = await response;
      outgoing.destroy();
      const next = await routeError(client.listObjectsV2({ Bucket }));

      expect([403, 404]).toContain(status);
      expect(text).toMatch(/InvalidAccessKeyId|NoSuchBucket/);
      expect(['InvalidAccessKeyId', 'NoSuchBucket']).toContain(next.code);
      expect(emulator.inspect.buckets().filter(({ id }) => id === bucketRecord.id).length).toBeLessThanOrEqual(1);
    },
  );

  test.each(ENDS)('a download ends no later than its next piece when %s', async (_name, end) => {
    const bench = await open();
    const { client, Bucket } = bench;
    await client.putObject({ Bucket, Key: 'big', Body: Buffer.alloc(SIZE, 'x') });
    const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'big' }));

    const received = await new Promise<{ bytes: number; complete: boolean }>((resolve, reject) => {
      httpRequest(url, { agent: false }, (incoming) => {
        let bytes = 0;
        const finish = () => resolve({ bytes, complete: incoming.complete });
        incoming.on('error', () => undefined);
        incoming.on('close', finish);
        incoming.once('data', (first: Buffer) => {
          bytes += first.length;
          incoming.pause();
          void end(bench).then(() => {
            incoming.on('data', (chunk: Buffer) => {
              bytes += chunk.length;
            });
            incoming.resume();
          }, reject);
        });
      })
        .on('error', reject)
        .end();
    });

    expect(received.complete).toBe(false);
    // What was in the buffers of the connection still comes.
    expect(received.bytes).toBeLessThan(SIZE / 2);
    expect((await routeError(client.headBucket({ Bucket }))).status).toBeGreaterThanOrEqual(403);
  });
});

describe('at the end of a request', () => {
  const open = shareS3();

  /** Sends all but the end of a request, deletes the key once it is under way, and sends the rest. */
  async function revokeBeforeTheEnd(bench: Bench, url: string, method: string, body: string, operation: S3Operation) {
    const { emulator, credentials, send } = bench;
    const outgoing = httpRequest(url, { method, headers: { 'content-length': body.length }, agent: false });
    const response = responseTo(outgoing);
    outgoing.write(body.slice(0, -1));
    await emulator.journal.waitFor({ operation, objectId: bench.bucketRecord.id });
    await send('DELETE', `/s3/keys/${credentials.id}`);
    outgoing.end(body.slice(-1));
    return response;
  }

  const keysIn = ({ emulator, bucketRecord }: Bench) => emulator.inspect.objects(bucketRecord.id).map(({ key }) => key);

  test('a PUT whose key is deleted before its last byte is refused with it', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    const url = await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key: 'k' }));

    const { status, text } = await revokeBeforeTheEnd(bench, url, 'PUT', 'hello', 'PutObject');

    expect([status, text]).toEqual([403, expect.stringContaining('InvalidAccessKeyId')]);
    expect(keysIn(bench)).toEqual([]);
  });

  test('an upload in parts whose key is deleted is not completed, also when the request had begun', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    const at = { Bucket, Key: 'k' };
    const { UploadId = '' } = await client.createMultipartUpload(at);
    const { ETag } = await client.uploadPart({ ...at, UploadId, PartNumber: 1, Body: 'hello' });
    const url = await getSignedUrl(client, new s3.CompleteMultipartUploadCommand({ ...at, UploadId }));
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${ETag}</ETag></Part></CompleteMultipartUpload>`;

    const { status, text } = await revokeBeforeTheEnd(bench, url, 'POST', body, 'CompleteMultipartUpload');

    expect([status, text]).toEqual([403, expect.stringContaining('InvalidAccessKeyId')]);
    expect(keysIn(bench)).toEqual([]);
  });
});

describe('quota', () => {
  const open = shareS3();

  test('E8: over it is 403 AccessDenied with limit and use in the text, and nothing is stored', async () => {
    const { bucket, key, emulator } = await open();
    const small = await bucket(10);
    const client = clientFor(emulator, await key([small], { read: true, write: true }));
    await client.putObject({ Bucket: small.alias, Key: 'a', Body: '12345678' });

    const refused = await routeError(client.putObject({ Bucket: small.alias, Key: 'b', Body: '123' }));

    expect(refused).toMatchObject({ code: 'AccessDenied', status: 403 });
    expect(refused.message).toMatch(/10\b.*8\b/);
    expect((await client.listObjectsV2({ Bucket: small.alias })).KeyCount).toBe(1);
  });
});
