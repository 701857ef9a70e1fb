/** The load generator, in a separate process. Receives a `Load`; prints `Results`. An error response ends it. */
import { cpuMsOfAll } from '../../support/cpu';
import { told } from '../../support/told';
import type { Taken } from '../messages';
import { Connection } from './connection';
import type { Kind, Load, Requests, Results } from './messages';
import { type Signed, Signer } from './signed';

/** Fraction of the work that runs before the measurement, as a warm-up. */
const WARM_UP = 0.2;

const load = told<Load>();
const signer = new Signer(load);

void main();

async function main(): Promise<void> {
  const results: Partial<Record<Kind, Taken>> = {};
  for (const kind of load.kinds) results[kind] = await measure(kind);
  process.stdout.write(`${JSON.stringify(results satisfies Results)}\n`);
}

async function measure(kind: Kind): Promise<Taken> {
  const size = kind.split(' ', 1)[0] ?? '';
  const of = load.sizes[size];
  if (!of) throw new RangeError(`The load has no size "${size}".`);
  const { bytes, connections } = of;
  const body = kind.endsWith('put') ? Buffer.alloc(bytes, 'a body of the usual length, ') : null;
  const isList = kind.endsWith('list');
  const signed = isList ? await signLists(of) : await signObjects(kind, size, of, body);
  const requests = signed.length;
  const open = Array.from({ length: connections }, () => new Connection(load.endpoint));
  const act = async (connection: Connection, request: Signed) => {
    const length = await connection.exchange(request, body);
    if (!body && !isList && length !== bytes) throw new Error(`${request.path} has ${length} bytes, not ${bytes}.`);
  };
  await inParallel(signed.slice(0, Math.ceil(requests * WARM_UP)), open, act);
  const pids = load.pids ?? [load.pid];
  const before = cpuMsOfAll(pids);
  const began = performance.now();
  await inParallel(signed, open, act);
  const tookMs = performance.now() - began;
  const after = cpuMsOfAll(pids);
  for (const connection of open) connection.close();
  return {
    perSecond: (requests * 1000) / tookMs,
    cpuMs: Number.isNaN(after - before) ? undefined : (after - before) / requests,
  };
}

async function signObjects(
  kind: Kind,
  size: string,
  { requests }: Requests,
  body: Buffer<ArrayBuffer> | null,
): Promise<Signed[]> {
  const signed: Signed[] = [];
  for (let index = 0; index < requests; index += 1) {
    const key = `${size}-${index}`;
    if (body) signed.push(await signer.sign('PUT', key, body, kind === 'large put' ? 'unsigned' : 'signed'));
    else signed.push(await signer.sign('GET', key));
  }
  return signed;
}

async function signLists({ requests, lists = requests }: Requests): Promise<Signed[]> {
  const signed: Signed[] = [];
  for (let index = 0; index < lists; index += 1) signed.push(await signer.signList());
  return signed;
}

async function inParallel(
  requests: readonly Signed[],
  connections: readonly Connection[],
  act: (connection: Connection, request: Signed) => Promise<void>,
): Promise<void> {
  const left = requests.values();
  const use = async (connection: Connection) => {
    for (const request of left) await act(connection, request);
  };
  await Promise.all(connections.map(use));
}
