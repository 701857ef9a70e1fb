/**
 * How long emptying a bucket takes, eight batches side by side and one after another, in one run:
 *
 *     npx tsx bench/emptying/index.ts [--objects 100000] [--latency 100]
 *
 * `--latency` adds so many milliseconds to each request. Without it the emulator, which has one thread, is what takes the time.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { BucketContents } from '../../provider/s3/bucket-contents';
import { Emptied, SIDE_BY_SIDE } from '../../provider/s3/emptying';
import { S3Connection } from '../../provider/s3/s3-connection';
import { main } from '../../scripts/support/main';
import { inRoot } from '../../scripts/support/paths';
import { Signer } from '../emulator/s3/signed';
import type { Filled } from './messages';

/** Objects that are put at the same time. */
const PUTS = 32;

main(async () => {
  const { values } = parseArgs({ options: { objects: { type: 'string' }, latency: { type: 'string' } } });
  const [objects, latencyMs] = [Number(values.objects ?? 100_000), Number(values.latency ?? 0)];
  const one = await emptyingMs(objects, latencyMs, 1);
  const eight = await emptyingMs(objects, latencyMs, SIDE_BY_SIDE);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `${objects} objects, ${latencyMs} ms per request: one after another ${seconds(one)}, ${SIDE_BY_SIDE} side by side ` +
      `${seconds(eight)}: ${(eight / one).toFixed(2)} ×`,
  );
});

/** Fills a bucket of an emulator of its own, and empties it. */
async function emptyingMs(objects: number, latencyMs: number, sideBySide: number): Promise<number> {
  const child = fork(inRoot('bench/emptying/emulator-program.ts'), [], { execArgv: ['--import', 'tsx'] });
  try {
    child.send({ latencyMs, maxSize: 10 ** 12 });
    const [filled] = (await once(child, 'message')) as [Filled];
    await fill(filled, objects);
    child.send('full');
    const [counted] = (await once(child, 'message')) as [{ objects: number }];
    if (counted.objects !== objects) throw new Error(`There are ${counted.objects} objects instead of ${objects}.`);
    return await timeEmptying(filled, objects, sideBySide);
  } finally {
    child.kill();
  }
}

async function fill(bucket: Filled, objects: number): Promise<void> {
  const { s3Endpoint: endpoint, alias, accessKeyId, secretAccessKey } = bucket;
  const signer = new Signer({ endpoint, bucket: alias, accessKeyId, secretAccessKey, pid: 0 });
  const dispatcher = new Agent({ connections: PUTS });
  const body = Buffer.from('x');
  let next = 0;
  const put = async () => {
    for (let at = next++; at < objects; at = next++) {
      const key = `logs/2026/${String(at).padStart(7, '0')}.json`;
      const { path, headers } = await signer.sign('PUT', key, body);
      const { statusCode, body: answer } = await request(endpoint + path, { method: 'PUT', headers, body, dispatcher });
      await answer.dump();
      if (statusCode !== 200) throw new Error(`An object was answered ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: PUTS }, put));
  await dispatcher.close();
}

async function timeEmptying(bucket: Filled, objects: number, sideBySide: number): Promise<number> {
  const { s3Endpoint, alias, accessKeyId, secretAccessKey } = bucket;
  const target = {
    ...{ endpoint: new URL(s3Endpoint), bucket: alias, region: 'us-east-1', addressing: 'path' as const },
    credentials: { accessKeyId, secretAccessKey },
  };
  const connection = new S3Connection(target, {
    ...{ baseUrl: target.endpoint, token: '', userAgent: 'coffer-bench', trustLists: false, listConfirmationMs: 0 },
    ...{ requestTimeoutMs: 60_000, maxRetries: 0, retryWaitMinMs: 1, retryWaitMaxMs: 1, maxConcurrentRequests: 16 },
  });
  const emptied = new Emptied();
  const began = performance.now();
  await new BucketContents(connection, undefined).empty(emptied, sideBySide);
  const ms = performance.now() - began;
  await connection.close();
  if (emptied.objects !== objects) throw new Error(`${emptied.objects} objects were deleted instead of ${objects}.`);
  return ms;
}
