/**
 * Measures how long emptying a bucket takes, with eight concurrent batches and with one at a time, in one run:
 *
 *     npx tsx bench/emptying/index.ts [--objects 100000] [--latency 0,50,100] [--rounds 1]
 *
 * Each latency, in milliseconds, is added to every request. Without one, the single-threaded emulator is the bottleneck; the output
 * includes the CPU time of both processes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BucketContents } from '../../provider/s3/bucket-contents';
import { Emptied, SIDE_BY_SIDE } from '../../provider/s3/emptying';
import { S3Connection } from '../../provider/s3/s3-connection';
import { main } from '../../scripts/support/main';
import { Connection } from '../emulator/s3/connection';
import { Signer } from '../emulator/s3/signed';
import { cpuMs } from '../support/process';
import { converse } from '../support/server';
import type { Filled, Order } from './emulator-program';

/** Number of objects uploaded concurrently. */
const PUTS = 32;

main(async () => {
  const { values } = parseArgs({
    options: {
      objects: { type: 'string', default: '100000' },
      latency: { type: 'string', default: '0' },
      rounds: { type: 'string', default: '1' },
    },
  });
  const objects = Number(values.objects);
  const latencies = values.latency.split(',').map(Number);
  await using emulator = converse<Order, Filled>('emptying/emulator-program.ts');
  const filled = await emulator.exchange({});
  await fill(filled, objects);
  const timed = async (latencyMs: number, sideBySide: number) => {
    await emulator.exchange({ latencyMs });
    const used = () => [process.pid, emulator.pid].map((pid) => cpuMs(pid));
    const before = used();
    const ms = await timeEmptying(filled, objects, sideBySide);
    const [ofProvider, ofEmulator] = used().map((now, index) => seconds(now - (before[index] ?? Number.NaN)));
    const { objects: left, requests } = await emulator.exchange({});
    if (left !== 0) throw new Error(`There are ${left} objects left.`);
    const cost = `CPU of provider ${ofProvider}, of emulator ${ofEmulator}; ${requests} requests`;
    return { ms, says: `${seconds(ms)} (${cost})` };
  };
  for (const latencyMs of Array.from({ length: Number(values.rounds) }, () => latencies).flat()) {
    const [one, eight] = [await timed(latencyMs, 1), await timed(latencyMs, SIDE_BY_SIDE)];
    console.log(
      `${objects} objects, ${latencyMs} ms per request: one after another ${one.says}, ${SIDE_BY_SIDE} side by side ` +
        `${eight.says}: ${(eight.ms / one.ms).toFixed(2)} ×`,
    );
  }
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function fill(bucket: Filled, objects: number): Promise<void> {
  const signer = new Signer(bucket);
  const body = Buffer.from('x');
  let next = 0;
  const put = async () => {
    const connection = new Connection(bucket.endpoint);
    for (let at = next++; at < objects; at = next++) {
      const key = `/logs/2026/${String(at).padStart(7, '0')}.json`;
      await connection.exchange(await signer.sign('PUT', key, { body }), body);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: PUTS }, put));
}

async function timeEmptying(filled: Filled, objects: number, sideBySide: number): Promise<number> {
  const { bucket, accessKeyId, secretAccessKey } = filled;
  const endpoint = new URL(filled.endpoint);
  const credentials = { accessKeyId, secretAccessKey };
  const connection = new S3Connection(
    { endpoint, bucket, region: 'us-east-1', addressing: 'path', credentials },
    {
      ...{ baseUrl: endpoint, token: '', userAgent: 'coffer-bench', trustLists: false, listConfirmationMs: 0 },
      ...{ requestTimeoutMs: 60_000, maxRetries: 0, retryWaitMinMs: 1, retryWaitMaxMs: 1, maxConcurrentRequests: 16 },
      environment: { sleep: (ms) => delay(ms) },
    },
  );
  const emptied = new Emptied();
  const began = performance.now();
  await new BucketContents(connection, undefined).empty(emptied, sideBySide);
  const ms = performance.now() - began;
  await connection.close();
  if (emptied.objects !== objects) throw new Error(`${emptied.objects} objects were deleted instead of ${objects}.`);
  return ms;
}
