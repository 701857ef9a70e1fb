import { expect, it } from 'vitest';
import { useEmulator } from '../../../../emulator/testing/vitest';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host } from '../../../support/host';

const emulator = useEmulator();

const changes: readonly (readonly [type: string, before: ObjectValue, after: ObjectValue])[] = [
  [
    'coffer_secret',
    { name: 'a', value_wo: 'v', value_wo_version: '1' },
    { name: 'b', value_wo: 'w', value_wo_version: '2' },
  ],
  ['coffer_bucket', { max_size: 1000 }, { max_size: 2000, description: 'x' }],
  [
    'coffer_pull_secret',
    { server: 's', username: 'u', password_wo: 'p', password_expires_at: '2020-01-01T00:00:00Z' },
    { server: 't', username: 'u', password_wo: 'p', password_expires_at: '2020-01-01T00:00:00Z' },
  ],
  [
    'coffer_access_key',
    { bucket_ids: ['b'], permissions: { read: true }, store_in: { secret_name: 'k' } },
    { bucket_ids: ['b'], permissions: { read: true }, store_in: { secret_name: 'l', format: 'json' } },
  ],
  [
    'coffer_rotating_access_key',
    { bucket_ids: ['b'], permissions: { read: true } },
    { bucket_ids: ['b'], permissions: { write: true }, overlap: '1h' },
  ],
  [
    'coffer_secret',
    { name: 'c', value_wo: 'v', change_detection: 'fingerprint' },
    { name: 'c', value_wo: 'w', change_detection: 'fingerprint' },
  ],
];

it.each(changes)('P17: a plan of %s depends only on the request of Terraform', async (type, before, after) => {
  const { kept } = await (await Host.start(emulator)).apply(type, before);
  const early = await Host.start(emulator, { clock: { now: 0 } });
  const late = await Host.start(emulator, { clock: { now: 4e12 } });
  emulator.journal.clear();

  for (const [config, prior] of [
    [before, null],
    [after, kept],
  ] as const) {
    const plan = await late.plan(type, config, prior);

    expect(plan).toEqual(await early.plan(type, config, prior));
    expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  expect(emulator.journal.requests()).toEqual([]);
});
