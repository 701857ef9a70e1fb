/** An emulator with a bucket, in a separate process: started by `index.ts`. Responds to every order with a {@link Filled}. */
import { Emulator } from '../../emulator';
import type { Target } from '../emulator/s3/messages';

/** Restores the objects that were there at the first such order, and adds this latency to each request; an empty order does nothing. */
export interface Order {
  readonly latencyMs?: number;
}

/** The bucket and a key for it, its objects, and the number of requests since they were restored. */
export interface Filled extends Omit<Target, 'pids'> {
  readonly objects: number;
  readonly requests: number;
}

const BUCKET = 'bench';

void serve();

async function serve(): Promise<void> {
  const emulator = await Emulator.start({ buckets: [BUCKET] });
  const { s3Endpoint: endpoint, inspect, journal, faults, awsEnvironment = {} } = emulator;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = awsEnvironment;
  const [{ id = '' } = {}] = inspect.buckets();
  let full: Uint8Array | undefined;
  process.on('message', ({ latencyMs }: Order) => {
    if (latencyMs !== undefined) {
      full ??= emulator.snapshot();
      emulator.restore(full);
      faults.clear();
      journal.clear();
      if (latencyMs > 0) faults.add({ operation: '*', delayMs: latencyMs });
    }
    const target = { endpoint, bucket: BUCKET, accessKeyId, secretAccessKey };
    process.send?.({ ...target, objects: inspect.contents(id).objects, requests: journal.count() } satisfies Filled);
  });
}
