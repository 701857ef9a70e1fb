import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, onTestFinished, test } from 'vitest';
import { shareS3 } from './support';

const MIB = 2 ** 20;
const open = shareS3();

/** Downloads reuse memory: a slow reader must not see the bytes of a later download. */
test('downloads that stop for a while, or are given up, do not disturb the others', async () => {
  const { client, Bucket } = await open();
  // In some of them the last piece waits in the emulator, whatever the system holds of it.
  const sizes = Array.from({ length: 14 }, (_, at) => (at + 1) * MIB + at);
  const stored = new Map<string, string>();
  for (const [at, size] of sizes.entries()) {
    const Body = randomBytes(size);
    stored.set(`of-${at}`, digestOf([Body]));
    await client.putObject({ Bucket, Key: `of-${at}`, Body });
  }
  const keys = [...stored.keys()];
  const download = async (Key: string) => (await client.getObject({ Bucket, Key })).Body as unknown as IncomingMessage;
  const digest = async (Key: string) => digestOf(await (await download(Key)).toArray());

  // They are answered, and not read.
  const held = new Map<string, IncomingMessage>();
  for (const key of keys) held.set(key, await download(key));
  for (const [at, key] of keys.entries()) {
    if (at % 3 === 0) (await download(key)).destroy();
    else expect(await digest(key), key).toBe(stored.get(key));
  }

  for (const [key, body] of held) expect(digestOf(await body.toArray()), key).toBe(stored.get(key));
  expect(await Promise.all(keys.map(digest))).toEqual([...stored.values()]);
});

/** Smaller objects are read at once, into memory that is used again when they have been sent, and not before. */
test('responses that wait for a client that does not read keep their bytes', async () => {
  const { client, Bucket } = await open();
  const keys = Array.from({ length: 32 }, (_, at) => `waiting-${at}`);
  const stored = keys.map((_, at) => randomBytes(400_000 + at));
  for (const [at, Body] of stored.entries()) {
    await client.putObject({ Bucket, Key: `waiting-${at}`, Body });
  }
  const urls = await Promise.all(
    keys.map(async (Key) => new URL(await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key })))),
  );
  const [{ hostname, port, host }] = urls as [URL, ...URL[]];
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());

  // All requests at once on one connection, whose responses are more than the system holds.
  for (const [at, { pathname, search }] of urls.entries()) {
    const end = at === urls.length - 1 ? 'Connection: close\r\n' : '';
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${end}\r\n`);
  }
  for (const [at, Key] of keys.entries()) {
    const { Body } = await client.getObject({ Bucket, Key });
    expect(digestOf([(await Body?.transformToByteArray()) ?? Buffer.alloc(0)]), Key).toBe(
      digestOf(stored.slice(at, at + 1)),
    );
  }

  let received = Buffer.concat(await socket.toArray());
  for (const [at, bytes] of stored.entries()) {
    const begin = received.indexOf('\r\n\r\n') + 4;
    expect(digestOf([received.subarray(begin, begin + bytes.length)]), keys[at]).toBe(digestOf([bytes]));
    received = received.subarray(begin + bytes.length);
  }
});

/** A byte of one upload, then all of the next: memory that was made for the byte is too small for what comes later. */
test('an object of one small and one large piece of others comes whole', async () => {
  const { client, Bucket } = await open();
  const parts = [randomBytes(5 * MIB), randomBytes(5 * MIB)];
  const upload = async (Key: string, send: (UploadId: string) => Promise<(string | undefined)[]>) => {
    const { UploadId = '' } = await client.createMultipartUpload({ Bucket, Key });
    const Parts = (await send(UploadId)).map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
    await client.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
  };
  await upload('whole', (UploadId) => {
    const put = (Body: Buffer, at: number) =>
      client.uploadPart({ Bucket, Key: 'whole', UploadId, PartNumber: at + 1, Body });
    return Promise.all(parts.map(async (part, at) => (await put(part, at)).ETag));
  });
  await upload('part', async (UploadId) => {
    const range = { CopySource: `${Bucket}/whole`, CopySourceRange: `bytes=${5 * MIB - 1}-${10 * MIB - 1}` };
    const copied = await client.uploadPartCopy({ Bucket, Key: 'part', UploadId, PartNumber: 1, ...range });
    return [copied.CopyPartResult?.ETag];
  });

  const { Body } = await client.getObject({ Bucket, Key: 'part' });

  expect(digestOf([(await Body?.transformToByteArray()) ?? Buffer.alloc(0)])).toBe(
    digestOf([Buffer.concat(parts).subarray(5 * MIB - 1)]),
  );
});

function digestOf(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
