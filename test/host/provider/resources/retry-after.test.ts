import { beforeEach, expect, it } from 'vitest';
import type { Operation } from '../../../../contract';
import { useEmulator } from '../../../../emulator/testing/vitest';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host } from '../../../support/host';

const emulator = useEmulator({ dialect: 'extended' });
let host: Host;
beforeEach(async () => {
  host = await Host.start(emulator, { settings: { pull_secret_api: 'full' } });
});

/** Two requests of the operation are each told to wait 200 seconds, together more than its five minutes. */
const askTwice = (first: Operation, second: Operation) => {
  for (const operation of [first, second])
    emulator.faults.add({ operation, status: 429, retryAfter: 200, times: 1, ...(first === second && { times: 2 }) });
};

const SECRET = { name: 'db', value_wo: 'one', value_wo_version: '1' };
const PULL = { server: 'ghcr.io', username: 'octo', password_wo: 'one', password_wo_version: '1' };
const BUCKET = { max_size: 1000 };

const TOO_LONG = /asks to wait 200 s, and 100 s are left for this operation/;

it.each<[string, ObjectValue, ObjectValue | undefined, Operation, Operation]>([
  ['coffer_secret', SECRET, undefined, 'listSecrets', 'createSecret'],
  ['coffer_secret', SECRET, { ...SECRET, value_wo: 'two', value_wo_version: '2' }, 'updateSecret', 'updateSecret'],
  ['coffer_pull_secret', PULL, undefined, 'listPullSecrets', 'createPullSecret'],
  ['coffer_bucket', BUCKET, undefined, 'listBuckets', 'createBucket'],
  ['coffer_bucket', BUCKET, { max_size: 2000 }, 'updateBucket', 'updateBucket'],
])(
  'P42: %s: what its requests ask to wait counts together, and beyond five minutes it is an error',
  async (typeName, before, after, first, second) => {
    const kept = after ? (await host.apply(typeName, before)).kept : null;
    host.clock.now += 60_000;
    askTwice(first, second);
    const began = host.clock.now;

    const { diagnostics } = await host.apply(typeName, after ?? before, kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', detail: expect.stringMatching(TOO_LONG) }]);
    expect(host.clock.now - began).toBeLessThan(201_000);
  },
);

it('P42: timeouts.create of a bucket is the limit of its create', async () => {
  askTwice('listBuckets', 'createBucket');

  const { kept, diagnostics } = await host.apply('coffer_bucket', { ...BUCKET, timeouts: { create: '10m' } });

  expect(diagnostics).toEqual([]);
  expect(kept?.state).toMatchObject({ max_size: 1_000n });
});
