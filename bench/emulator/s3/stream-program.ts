import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { memoryMib } from '../../support/memory';
import { told } from '../../support/told';
import type { Growth, Stream } from './messages';
import { type Signed, Signer } from './signed';

const PIECE = Buffer.alloc(256 * 1024, 'one piece of a large object, ');
const LOOK_EVERY_MS = 20;

const stream = told<Stream>();

void main();

async function main(): Promise<void> {
  const signer = new Signer(stream);
  const pool = new Pool(stream.endpoint, { connections: 1, pipelining: 1, bodyTimeout: 0, headersTimeout: 0 });
  const put = await signer.sign('PUT', 'streamed', Buffer.alloc(0), 'unsigned');
  const get = await signer.sign('GET', 'streamed');
  const send = (pieces: number) => {
    const headers = { ...put.headers, 'content-length': String(pieces * PIECE.length) };
    return exchange(pool, { ...put, headers }, Readable.from(Array.from({ length: pieces }, () => PIECE)));
  };
  // The first requests load what every request needs.
  await send(1);
  await exchange(pool, get);

  const pieces = Math.ceil(stream.bytes / PIECE.length);
  const inMib = await growthDuring(() => send(pieces));
  const outMib = await growthDuring(async () => {
    const length = await exchange(pool, get);
    if (length !== pieces * PIECE.length) throw new Error(`The object has ${length} bytes.`);
  });
  await pool.close();
  process.stdout.write(`${JSON.stringify({ inMib, outMib } satisfies Growth)}\n`);
}

/** Peak growth of the server's resident memory during the work. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const resting = memoryMib(stream.pid, 'VmRSS') ?? Number.NaN;
  let peak = resting;
  const look = () => {
    peak = Math.max(peak, memoryMib(stream.pid, 'VmRSS') ?? Number.NaN);
  };
  const watch = setInterval(look, LOOK_EVERY_MS);
  await work();
  clearInterval(watch);
  look();
  return peak - resting;
}

/** Sends a request and returns the length of the response body. Throws unless the response is a success. */
function exchange(
  pool: Pool,
  { method, path, headers }: Omit<Signed, 'head'>,
  body: Uint8Array | Readable | null = null,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let [status, length, text] = [0, 0, ''];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_, chunk) => {
        length += chunk.length;
        if (status >= 300) text += chunk.toString('utf8');
      },
      onResponseEnd: () => {
        if (status < 300) resolve(length);
        else reject(new Error(`${method} ${path} answered ${status}: ${text}`));
      },
      onResponseError: (_, error) => reject(error),
    };
    pool.dispatch({ method, path, headers, body }, handler);
  });
}
