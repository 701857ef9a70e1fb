/** An emulator with a bucket full of objects, in a separate process: started by `index.ts`. */
import { Emulator } from '../../emulator';
import type { Target } from '../emulator/s3/messages';

/** Requests to the process, one at a time; each gets a response. */
export type Order =
  /** Creates a bucket; the response is a {@link Filled}. */
  | { readonly kind: 'make'; readonly maxSize: number }
  /** Saves the stored objects, once the bucket is full. */
  | { readonly kind: 'keep' }
  /** Restores the saved objects, and adds this latency to each request. */
  | { readonly kind: 'fill'; readonly latencyMs: number }
  /** Reads the result of the emptying; the response is an {@link Emptied}. */
  | { readonly kind: 'look' };

/** Location of the bucket, and a key for it. */
export type Filled = Omit<Target, 'pids'>;

/** The remaining objects, and the number of requests that the emulator received since the bucket was full. */
export interface Emptied {
  readonly objects: number;
  readonly requests: number;
}

let emulator: Emulator;
let bucketId = '';
let full: Uint8Array;

process.on('message', async (order) => {
  process.send?.(await obey(order as Order));
});

async function obey(order: Order): Promise<object> {
  switch (order.kind) {
    case 'make':
      emulator = await Emulator.start();
      return make(order.maxSize);
    case 'keep':
      full = emulator.snapshot();
      return {};
    case 'fill':
      emulator.restore(full);
      emulator.faults.clear();
      emulator.journal.clear();
      if (order.latencyMs > 0) emulator.faults.add({ operation: '*', delayMs: order.latencyMs });
      return {};
    case 'look': {
      const { objects } = emulator.inspect.contents(bucketId);
      return { objects, requests: emulator.journal.count() } satisfies Emptied;
    }
  }
}

async function make(maxSize: number): Promise<Filled> {
  const { baseUrl, token, projectId, s3Endpoint: endpoint } = emulator;
  const send = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as Record<string, string>;
  };
  const { id = '' } = await send('/s3/buckets', { project_id: projectId, max_size: maxSize });
  bucketId = id;
  const permissions = { read: true, write: true, owner: true };
  const key = await send('/s3/keys', { project_id: projectId, bucket_ids: [id], permissions });
  const { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '' } = key;
  return { endpoint, bucket: emulator.inspect.buckets()[0]?.alias ?? '', accessKeyId, secretAccessKey };
}
