/** An emulator with a bucket full of objects, in a separate process: started by `index.ts`. */
import { Emulator } from '../../emulator';
import type { Emptied, Filled, Order } from './messages';

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
      const emptied: Emptied = { objects, requests: emulator.journal.count() };
      return emptied;
    }
  }
}

async function make(maxSize: number): Promise<Filled> {
  const { baseUrl, token, projectId, s3Endpoint } = emulator;
  const send = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as Record<string, string>;
  };
  const { id = '' } = await send('/s3/buckets', { project_id: projectId, max_size: maxSize });
  const key = await send('/s3/keys', {
    project_id: projectId,
    bucket_ids: [id],
    permissions: { read: true, write: true, owner: true },
  });
  bucketId = id;
  const { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '' } = key;
  return { s3Endpoint, alias: emulator.inspect.buckets()[0]?.alias ?? '', accessKeyId, secretAccessKey };
}
