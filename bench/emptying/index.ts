import { setTimeout as delay } from 'node:timers/promises';
import { BucketContents } from '../../provider/s3/bucket-contents';
import { Emptied, SIDE_BY_SIDE } from '../../provider/s3/emptying';
import { S3Connection } from '../../provider/s3/s3-connection';
import { cpuMs } from '../../scripts/support/process-figures';
import { Connection } from '../emulator/s3/connection';
import { Signer } from '../emulator/s3/signed';
import type { Options } from '../options';
import { Figures } from '../report/figures';
import { formatNumber } from '../report/table';
import { converse } from '../support/server';
import { takingTurns } from '../support/turns';
import type { Filled, Order } from './emulator-program';

const OBJECTS = 100_000;

/** Added to every request, in milliseconds. Without any, the single-threaded emulator is the bottleneck. */
const LATENCIES_MS = [100, 50, 20, 0];

/** Batches of deletions at the same time. */
const CONTENDERS = [
  { label: 'one after another', sideBySide: 1 },
  { label: 'side by side', sideBySide: SIDE_BY_SIDE },
];

/** Number of objects uploaded concurrently. */
const PUTS = 32;

/** Empties the same bucket with several batches side by side, as the provider does, and with one after another. Throws unless all objects go. */
export async function benchEmptying({ rounds = 1 }: Options): Promise<Figures> {
  const figures = new Figures(CONTENDERS.map(({ label }) => label));
  await using emulator = converse<Order, Filled>('emptying/emulator-program.ts');
  const bucket = await emulator.exchange({});
  await fill(bucket);
  for (const latencyMs of LATENCIES_MS) {
    const name = `${formatNumber(OBJECTS)} objects at ${latencyMs} ms per request`;
    for (const { contender } of takingTurns(name, CONTENDERS, rounds)) {
      await emulator.exchange({ latencyMs });
      const add = (work: string, unit: string, sample: number, budget?: string) =>
        figures.add({ name: `${name}${work}`, unit, budget }, contender.label, sample);
      const used = () => [process.pid, emulator.pid].map((pid) => cpuMs(pid));
      const before = used();
      add('', 's', (await timeEmptying(bucket, contender.sideBySide)) / 1000, '≤ 0.25 ×');
      const [ofProvider = Number.NaN, ofEmulator = Number.NaN] = used().map((now, at) => now - (before[at] ?? now));
      add(': CPU of the provider', 's', ofProvider / 1000);
      add(': CPU of the emulator', 's', ofEmulator / 1000);
      const { objects, requests } = await emulator.exchange({});
      if (objects !== 0) throw new Error(`There are ${objects} objects left.`);
      add(': requests', 'requests', requests);
    }
  }
  return figures;
}

async function fill(bucket: Filled): Promise<void> {
  const signer = new Signer(bucket);
  const body = Buffer.from('x');
  let next = 0;
  const put = async () => {
    const connection = new Connection(bucket.endpoint);
    for (let at = next++; at < OBJECTS; at = next++) {
      const key = `/logs/2026/${String(at).padStart(7, '0')}.json`;
      await connection.exchange(await signer.sign('PUT', key, { body }), body);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: PUTS }, put));
}

async function timeEmptying(filled: Filled, sideBySide: number): Promise<number> {
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
  if (emptied.objects !== OBJECTS) throw new Error(`${emptied.objects} objects were deleted instead of ${OBJECTS}.`);
  return ms;
}
