/** The load generator, in a separate process. Is told a `Load`; prints each work with its `Taken`. An error response ends it. */
import { cpuMs } from '../../../scripts/support/process-figures';
import { told } from '../../support/program-message';
import type { Taken } from '../load-program';
import { Connection } from './connection';
import type { Load, Requests } from './messages';
import { type Signed, Signer } from './signed';

/** Fraction of the work that runs before the measurement, as a warm-up. */
const WARM_UP = 0.2;

const load = told<Load>();
const signer = new Signer(load);

void main();

async function main(): Promise<void> {
  const taken: (Requests & Taken)[] = [];
  for (const work of load.works) taken.push({ ...work, ...(await measure(work)) });
  process.stdout.write(`${JSON.stringify(taken)}\n`);
}

async function measure({ act, bytes, connections, requests, isUnsigned }: Requests): Promise<Taken> {
  const body = act === 'PUT' ? Buffer.alloc(bytes, 'a body of the usual length, ') : undefined;
  const signed: Signed[] = [];
  for (let index = 0; index < requests; index += 1) {
    if (act === 'LIST') signed.push(await signer.sign('GET', '', { query: { 'list-type': '2' } }));
    else signed.push(await signer.sign(act, `/${bytes}-${index}`, { body, isUnsigned }));
  }
  const open = Array.from({ length: connections }, () => new Connection(load.endpoint));
  const sendAll = async (all: readonly Signed[]) => {
    const left = all.values();
    const use = async (connection: Connection) => {
      for (const request of left) {
        const length = await connection.exchange(request, body);
        if (act === 'GET' && length !== bytes) throw new Error(`${request.path} has ${length} bytes, not ${bytes}.`);
      }
    };
    await Promise.all(open.map(use));
  };
  await sendAll(signed.slice(0, Math.ceil(requests * WARM_UP)));
  const before = cpuMs(...load.pids);
  const began = performance.now();
  await sendAll(signed);
  const tookMs = performance.now() - began;
  const after = cpuMs(...load.pids);
  for (const connection of open) connection.close();
  return { perSecond: (requests * 1000) / tookMs, cpuMs: (after - before) / requests };
}
