import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { memoryMib } from '../../../../scripts/support/process-figures';
import { clientFor } from '../../../host/emulator/s3/support';
import { temporaryFolder } from '../../../host/emulator/support';
import { startProcess } from '../../../support/emulator-process';
import { prepareBucket } from './process-bucket';

/** 1 GiB in full. */
const PIECES = 400;
const PIECE = Buffer.alloc(256 * 1024, 'a piece of a large object, ');
/** 40 MB. */
const MOST_GROWTH_MIB = 38;

/** Sends so many pieces, without more of them in memory than are on their way. Gives the status. */
async function put(url: string, pieces: number): Promise<number | undefined> {
  const outgoing = request(url, { method: 'PUT', headers: { 'content-length': pieces * PIECE.length } });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      incoming.resume();
      incoming.on('end', () => resolve(incoming.statusCode));
    });
  });
  await pipeline(Readable.from(Array.from({ length: pieces }, () => PIECE)), outgoing);
  return answered;
}

/** Gives how many bytes came. */
async function get(url: string): Promise<number> {
  const response = await fetch(url);
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += piece.length;
  return bytes;
}

test('an object of 1 GiB streams in and out, and memory stays', { timeout: 60_000 + 100 * PIECES }, async () => {
  const { emulator, ready } = await startProcess(['--data', temporaryFolder()]);
  const { bucket: Bucket, credentials } = await prepareBucket(ready);
  const client = clientFor(ready, credentials, 'path', { requestChecksumCalculation: 'WHEN_REQUIRED' });
  const Key = 'large';
  const [putUrl, getUrl] = [
    await getSignedUrl(client, new PutObjectCommand({ Bucket, Key })),
    await getSignedUrl(client, new GetObjectCommand({ Bucket, Key })),
  ];
  const resident = () => memoryMib(emulator.pid, 'VmRSS') ?? Number.NaN;
  // What every request needs is loaded by the first.
  await put(putUrl, 4);
  await get(getUrl);

  const resting = resident();
  let peak = resting;
  const watch = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 20);
  const status = await put(putUrl, PIECES);
  const afterPut = peak - resting;
  const bytes = await get(getUrl);
  clearInterval(watch);
  const growth = Math.max(peak, resident()) - resting;

  expect([status, bytes]).toEqual([200, PIECES * PIECE.length]);
  expect({ afterPut, growth }).toEqual({
    afterPut: expect.any(Number),
    growth: expect.toSatisfy((mib) => mib <= MOST_GROWTH_MIB),
  });
  process.stderr.write(`memory grew by ${afterPut.toFixed(1)} MiB in and ${growth.toFixed(1)} MiB in all\n`);
});
