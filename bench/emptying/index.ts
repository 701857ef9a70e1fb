/**
 * Measures how long emptying a bucket takes, with eight concurrent batches and with one at a time, in one run:
 *
 *     npx tsx bench/emptying/index.ts [--objects 100000] [--latency 0,50,100] [--rounds 1]
 *
 * Each latency, in milliseconds, is added to every request. Without one, the single-threaded emulator is the bottleneck; the output
 * includes the CPU time of both processes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { BucketContents } from '../../provider/s3/bucket-contents';
import { Emptied, SIDE_BY_SIDE } from '../../provider/s3/emptying';
import { S3Connection } from '../../provider/s3/s3-connection';
import { main } from '../../scripts/support/main';
import { inRoot } from '../../scripts/support/paths';
import { Signer } from '../emulator/s3/signed';
import { cpuMs } from '../support/cpu';
import type * as messages from './messages';

/** Number of objects uploaded concurrently. */
const PUTS = 32;

/** Result of one emptying. */
interface Timed {
  readonly ms: number;
  readonly providerCpuMs: number;
  readonly emulatorCpuMs: number;
  readonly requests: number;
}

main(async () => {
  const { values } = parseArgs({
    options: { objects: { type: 'string' }, latency: { type: 'string' }, rounds: { type: 'string' } },
  });
  const objects = Number(values.objects ?? 100_000);
  const latencies = (values.latency ?? '0').split(',').map(Number);
  const child = fork(inRoot('bench/emptying/emulator-program.ts'), [], { execArgv: ['--import', 'tsx'] });
  const tell = async <T = unknown>(order: messages.Order): Promise<T> => {
    child.send(order);
    const [response] = (await once(child, 'message')) as [T];
    return response;
  };
  try {
    const filled = await tell<messages.Filled>({ kind: 'make', maxSize: 10 ** 12 });
    await fill(filled, objects);
    await tell({ kind: 'keep' });
    for (const latencyMs of Array.from({ length: Number(values.rounds ?? 1) }, () => latencies).flat()) {
      const [one, eight] = [await timed(1), await timed(SIDE_BY_SIDE)];
      console.log(
        `${objects} objects, ${latencyMs} ms per request: one after another ${describe(one)}, ${SIDE_BY_SIDE} side by side ` +
          `${describe(eight)}: ${(eight.ms / one.ms).toFixed(2)} ×`,
      );

      async function timed(sideBySide: number): Promise<Timed> {
        await tell({ kind: 'fill', latencyMs });
        const used = () => [process.pid, child.pid ?? 0].map((pid) => cpuMs(pid) ?? Number.NaN);
        const [provider = 0, emulator = 0] = used();
        const ms = await timeEmptying(filled, objects, sideBySide);
        const [providerNow = 0, emulatorNow = 0] = used();
        const { objects: left, requests } = await tell<messages.Emptied>({ kind: 'look' });
        if (left !== 0) throw new Error(`There are ${left} objects left.`);
        return { ms, providerCpuMs: providerNow - provider, emulatorCpuMs: emulatorNow - emulator, requests };
      }
    }
  } finally {
    child.kill();
  }
});

const describe = ({ ms, providerCpuMs, emulatorCpuMs, requests }: Timed) =>
  `${seconds(ms)} (CPU of provider ${seconds(providerCpuMs)}, of emulator ${seconds(emulatorCpuMs)}; ${requests} requests)`;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function fill(bucket: messages.Filled, objects: number): Promise<void> {
  const { s3Endpoint: endpoint, alias, accessKeyId, secretAccessKey } = bucket;
  const signer = new Signer({ endpoint, bucket: alias, accessKeyId, secretAccessKey, pid: 0 });
  const dispatcher = new Agent({ connections: PUTS });
  const body = Buffer.from('x');
  let next = 0;
  const put = async () => {
    for (let at = next++; at < objects; at = next++) {
      const key = `logs/2026/${String(at).padStart(7, '0')}.json`;
      const { path, headers } = await signer.sign('PUT', key, body);
      const { statusCode, body: response } = await request(endpoint + path, {
        method: 'PUT',
        headers,
        body,
        dispatcher,
      });
      await response.dump();
      if (statusCode !== 200) throw new Error(`An object was answered ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: PUTS }, put));
  await dispatcher.close();
}

async function timeEmptying(bucket: messages.Filled, objects: number, sideBySide: number): Promise<number> {
  const { s3Endpoint, alias, accessKeyId, secretAccessKey } = bucket;
  const target = {
    ...{ endpoint: new URL(s3Endpoint), bucket: alias, region: 'us-east-1', addressing: 'path' as const },
    credentials: { accessKeyId, secretAccessKey },
  };
  const connection = new S3Connection(target, {
    ...{ baseUrl: target.endpoint, token: '', userAgent: 'coffer-bench', trustLists: false, listConfirmationMs: 0 },
    ...{ requestTimeoutMs: 60_000, maxRetries: 0, retryWaitMinMs: 1, retryWaitMaxMs: 1, maxConcurrentRequests: 16 },
    environment: { sleep: (ms) => delay(ms) },
  });
  const emptied = new Emptied();
  const began = performance.now();
  await new BucketContents(connection, undefined).empty(emptied, sideBySide);
  const ms = performance.now() - began;
  await connection.close();
  if (emptied.objects !== objects) throw new Error(`${emptied.objects} objects were deleted instead of ${objects}.`);
  return ms;
}
