/** An emulator with a bucket full of objects, as a process: run by `index.ts`. */
import { Emulator } from '../../emulator';
import type { Filled, Filling } from './messages';

process.on('message', (filling) => void serve(filling as Filling));

async function serve({ latencyMs, maxSize }: Filling): Promise<void> {
  const emulator = await Emulator.start();
  const { baseUrl, token, projectId, s3Endpoint } = emulator;
  const send = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const { id = '' } = await send('/s3/buckets', { project_id: projectId, max_size: maxSize });
  const key = await send('/s3/keys', {
    project_id: projectId,
    bucket_ids: [id],
    permissions: { read: true, write: true, owner: true },
  });
  const { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '' } = key;
  const alias = emulator.inspect.buckets()[0]?.alias ?? '';
  const filled: Filled = { s3Endpoint, alias, accessKeyId, secretAccessKey };
  process.send?.(filled);
  // Every message after this asks for the latency, once the bucket is full.
  process.on('message', () => {
    emulator.journal.clear();
    if (latencyMs > 0) emulator.faults.add({ operation: '*', delayMs: latencyMs });
    process.send?.({ objects: emulator.inspect.contents(id).objects });
  });
}
