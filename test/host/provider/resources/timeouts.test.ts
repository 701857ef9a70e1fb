import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { Diagnostic } from '../../../../framework/diagnostic';
import { formatPath } from '../../../../framework/values/path';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';
import { clientFor, planeOf } from '../../emulator/s3/support';
import { connectHost } from '../support/in-process';

/** The effect of `timeouts` on each kind of object (P4), with a clock that advances by each wait. */

let emulator: Emulator;
let host: Host;
beforeEach(async () => {
  emulator = await Emulator.start({ dialect: 'extended' });
  host = await Host.start(emulator, { settings: { pull_secret_api: 'full', max_retries: 100 }, rereads: false });
});
afterEach(() => emulator.stop());

const LIMITS = { create: '20s', read: '21s', update: '22s', delete: '23s' };

/** `change` holds the arguments of an update in place. */
type Kind = readonly [typeName: string, config: (bucketId: string) => ObjectValue, change: ObjectValue | undefined];

const KEY = (bucketId: string) => ({
  bucket_ids: [bucketId],
  permissions: { read: true, write: null, owner: null },
});

const KINDS: readonly Kind[] = [
  [
    'coffer_secret',
    () => ({ name: 'db', value_wo: 'one', value_wo_version: '1' }),
    { value_wo: 'two', value_wo_version: '2' },
  ],
  [
    'coffer_pull_secret',
    () => ({ server: 'ghcr.io', username: 'octo', password_wo: 'one', password_wo_version: '1' }),
    { password_wo: 'two', password_wo_version: '2' },
  ],
  ['coffer_bucket', () => ({ max_size: 1000n }), { max_size: 2000n }],
  ['coffer_access_key', KEY, undefined],
  [
    'coffer_rotating_access_key',
    (id) => ({ ...KEY(id), rotation_trigger: { a: '1' } }),
    { rotation_trigger: { a: '2' } },
  ],
];

/** Puts objects into a bucket as another user, whose key remains. */
async function put({ state }: Kept, keys: readonly string[]): Promise<void> {
  const bucket = { id: String(state.id), alias: String(state.alias) };
  const s3 = clientFor(emulator, await planeOf(emulator).key([bucket], { write: true }));
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key, Body: 'x' }));
}

/** Makes the service fail every request from now on. */
const fail = () => emulator.faults.add({ operation: '*', status: 503 });

const bucketId = async () => String((await host.apply('coffer_bucket', { max_size: 1 })).kept?.state.id);

async function make([typeName, config]: Kind): Promise<readonly [ObjectValue, Kept]> {
  const full = { ...config(await bucketId()), timeouts: LIMITS };
  const { kept, diagnostics } = await host.apply(typeName, full);
  expect(diagnostics).toEqual([]);
  return [full, kept as Kept];
}

const isOver = (operation: keyof typeof LIMITS) => ({
  severity: 'error',
  detail: expect.stringContaining(`The time limit was reached: ${LIMITS[operation]}, by timeouts.${operation}.`),
});

const placesOf = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ path }) => path && formatPath(path));

describe.each(KINDS)('P4: %s', (...kind) => {
  const [typeName, config, change] = kind;

  it('ends a create', async () => {
    const full = { ...config(await bucketId()), timeouts: LIMITS };
    fail();

    const { kept, diagnostics } = await host.apply(typeName, full);

    expect(kept).toBeNull();
    expect(diagnostics).toMatchObject([isOver('create')]);
    expect(diagnostics[0]?.detail).toContain('503');
    expect(placesOf(diagnostics)).toEqual(['timeouts.create']);
  });

  it('ends an update, a refresh and a destroy, and the state stays', async () => {
    const [full, kept] = await make(kind);
    host.clock.now += 60_000; // lists fetched by the create are too old now
    fail();

    const refreshed = await host.refresh(typeName, kept);
    const updated = change && (await host.apply(typeName, { ...full, ...change }, kept));
    const destroyed = await host.destroy(typeName, kept);

    if (updated)
      expect(updated.diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([isOver('update')]);
    expect(refreshed.diagnostics).toMatchObject([isOver('read')]);
    expect(destroyed.diagnostics).toMatchObject([isOver('delete')]);
    expect(refreshed.kept?.state).toEqual(kept.state);
    expect(destroyed.kept?.state).toEqual(kept.state);
  });
});

it('an operation without a limit of its own ends after five minutes', async () => {
  fail();
  const began = host.clock.now;

  const { diagnostics } = await host.apply('coffer_secret', { name: 'db', value: 'x' });

  expect(diagnostics[0]?.detail).toContain('The time limit was reached: 5m, by timeouts.create.');
  expect(host.clock.now - began).toBeLessThan(340_000);
});

it.each([
  ['30 seconds without it', {}, false],
  ['as long as it says', { timeouts: { ...LIMITS, create: '2m' } }, true],
])('P4: a key waits for a bucket that was just made: %s', async (_, more, succeeds) => {
  const bucket_ids = [await bucketId()];
  emulator.faults.add({ operation: 'createAccessKey', status: 404, times: 14 });
  const permissions = { read: true, write: null, owner: null };

  const { kept } = await host.apply('coffer_access_key', { bucket_ids, permissions, ...more });

  expect(kept !== null).toBe(succeeds);
});

it('a bucket is in state even if its list is delayed until the limit is over', async () => {
  const create = emulator.faults.add({ operation: 'createBucket', pause: true });
  const applying = host.apply('coffer_bucket', { max_size: 1, timeouts: LIMITS });
  await create.whenMet();
  const list = emulator.faults.add({ operation: 'listBuckets', pause: true });
  create.remove();
  await list.whenMet();
  await host.pass(20_000);

  const { kept, diagnostics } = await applying;
  list.remove();

  expect(diagnostics).toMatchObject([{ severity: 'warning', detail: expect.stringContaining('within 20 seconds') }]);
  expect(kept?.state.id).toBe(emulator.inspect.buckets()[0]?.id);
});

it.each(['coffer_access_key', 'coffer_rotating_access_key'])(
  'P25: %s, whose secret is not stored in time, is deleted again',
  async (typeName) => {
    const key = { ...KEY(await bucketId()), store_in: { secret_name: 'key', secret_id: null, format: null } };
    emulator.faults.add({ operation: 'createSecret', status: 429 });

    const { kept, diagnostics } = await host.apply(typeName, { ...key, timeouts: LIMITS });

    expect(kept).toBeNull();
    expect(diagnostics).toMatchObject([isOver('create')]);
    expect(diagnostics[0]?.detail).toContain('The key has been deleted again.');
    expect(emulator.inspect.accessKeys()).toEqual([]);
  },
);

it.each([['with the rest of a batch on its way', 'DeleteObject', '2 objects deleted']] as const)(
  'timeouts.delete ends the emptying of a bucket %s, and says what was deleted',
  async (_when, operation, deleted) => {
    const { kept } = await host.apply('coffer_bucket', { max_size: 1000, force_destroy: true, timeouts: LIMITS });
    // XML cannot carry the second key, so it is deleted separately after the batch.
    await put(kept as Kept, ['a', '\x01']);
    const held = emulator.faults.add({ operation, pause: true, times: 1 });
    const destroying = host.destroy('coffer_bucket', kept as Kept);
    await held.whenMet();

    await host.pass(23_000);
    held.release();

    const { diagnostics, kept: after } = await destroying;
    expect(diagnostics).toMatchObject([isOver('delete')]);
    const told = /acknowledged until then: (.*?),/.exec(diagnostics[0]?.detail ?? '')?.[1];
    expect(told).toBe(deleted);
    expect(after?.state).toEqual(kept?.state);
    expect(emulator.inspect.accessKeys()).toHaveLength(1);
  },
);

it('a limit also ends actions', async () => {
  const host = await connectHost(emulator);
  const bucket_id = await bucketId();
  fail();

  for (const [action, config] of [
    ['coffer_empty_bucket', { bucket_id }],
    ['coffer_revoke_access_key', { id: 'a-key' }],
  ] as const) {
    const { diagnostics } = await host.invoke(action, { ...config, timeouts: { invoke: '700ms' } });
    expect(diagnostics).toMatchObject([
      { detail: expect.stringContaining('The time limit was reached: 700ms, by timeouts.invoke.') },
    ]);
  }
});

it('a limit also ends data sources and ephemeral resources', async () => {
  const bucket_ids = [await bucketId()];
  const permissions = { read: true, write: null, owner: null };
  fail();

  const read = await host.data('coffer_secrets', { timeouts: { read: '7s' } });
  const opened = await host.open('coffer_access_key', { bucket_ids, permissions, timeouts: { open: '8s' } });

  expect(read.diagnostics[0]?.detail).toContain('The time limit was reached: 7s, by timeouts.read.');
  expect(opened.diagnostics[0]?.detail).toContain('The time limit was reached: 8s, by timeouts.open.');
});

it.each(['0s', '10', '-1s', ''])('refuses %j at its path', async (create) => {
  const { diagnostics } = await host.plan('coffer_secret', { name: 'db', value: 'x', timeouts: { create } });

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Invalid value' }]);
  expect(placesOf(diagnostics)).toEqual(['timeouts.create']);
});
