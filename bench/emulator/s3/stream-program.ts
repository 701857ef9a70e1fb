/** Streams a large object in and out. Is told a `Stream`; prints a `Growth`. */
import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { memoryMib } from '../../../scripts/support/process-figures';
import { told } from '../../support/program-message';
import type { Target } from './messages';
import { type Signed, Signer } from './signed';

/** Task of the streaming program: put an object of this many bytes in one piece, then get it. */
export interface Stream extends Target {
  readonly bytes: number;
}

/** Growth of the server's memory during the upload and the download, in MiB above its idle level. */
export interface Growth {
  readonly inMib: number;
  readonly outMib: number;
}

const PIECE = Buffer.alloc(256 * 1024, 'one piece of a large object, ');
const LOOK_EVERY_MS = 20;

const stream = told<Stream>();
const pool = new Pool(stream.endpoint, { connections: 1, pipelining: 1, bodyTimeout: 0, headersTimeout: 0 });

void main();

async function main(): Promise<void> {
  const signer = new Signer(stream);
  const put = await signer.sign('PUT', '/streamed', { isUnsigned: true });
  const get = await signer.sign('GET', '/streamed');
  const send = (pieces: number) => {
    const headers = { ...put.headers, 'content-length': String(pieces * PIECE.length) };
    return exchange({ ...put, headers }, Readable.from(Array.from({ length: pieces }, () => PIECE)));
  };
  // The first requests load what every request needs.
  await send(1);
  await exchange(get);

  const pieces = Math.ceil(stream.bytes / PIECE.length);
  const inMib = await growthDuring(() => send(pieces));
  const outMib = await growthDuring(async () => {
    const length = await exchange(get);
    if (length !== pieces * PIECE.length) throw new Error(`The object has ${length} bytes.`);
  });
  await pool.close();
  process.stdout.write(`${JSON.stringify({ inMib, outMib } satisfies Growth)}\n`);
}

/** Peak growth of the server's resident memory during the work. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const resident = () => memoryMib(stream.pids[0] ?? 0, 'VmRSS') ?? Number.NaN;
  const resting = resident();
  let peak = resting;
  const look = () => {
    peak = Math.max(peak, resident());
  };
  const watch = setInterval(look, LOOK_EVERY_MS);
  await work();
  clearInterval(watch);
  look();
  return peak - resting;
}

/** Sends a request and returns the length of the response body. Throws unless the response is a success. */
async function exchange({ method, path, headers }: Omit<Signed, 'head'>, body?: Readable): Promise<number> {
  const response = await pool.request({ method, path, headers, body: body ?? null });
  if (response.statusCode >= 300) {
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${await response.body.text()}`);
  }
  let length = 0;
  for await (const chunk of response.body) length += (chunk as Buffer).length;
  return length;
}
