import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import type { Diagnostic } from '../../../provider/framework/diagnostic';
import { formatPath } from '../../../provider/framework/path';
import { isObject, type ObjectValue } from '../../../provider/framework/value';
import { provider } from '../../../provider/provider';
import { Host, type Kept } from '../../support/host';

/** What `timeouts` means for each kind of object (P4), on a clock that moves by what is waited. */

let emulator: Emulator;
let host: Host;
beforeEach(async () => {
  emulator = await Emulator.start({ dialect: 'extended' });
  host = await Host.start(emulator, { settings: { pull_secret_api: 'full', max_retries: 100 } });
});
afterEach(() => emulator.stop());

const LIMITS = { create: '20s', read: '21s', update: '22s', delete: '23s' };

type Kind = readonly [typeName: string, config: (bucketId: string) => ObjectValue, change: ObjectValue];

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
  ['coffer_bucket', () => ({ max_size: 1000 }), { max_size: 2000 }],
  [
    'coffer_rotating_access_key',
    (id) => ({ bucket_ids: [id], permissions: { read: true, write: null, owner: null }, rotation_trigger: { a: '1' } }),
    { rotation_trigger: { a: '2' } },
  ],
];

/** The service fails with everything, from now on. */
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
  detail: expect.stringContaining(`The time for it was over: ${LIMITS[operation]}, by timeouts.${operation}.`),
});

const placesOf = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ path }) => path && formatPath(path));

it('every resource, data source, ephemeral resource and action has it, and so has every operation that sends something', () => {
  const operationsOf = ({ attributes }: { readonly attributes: ObjectValue | object }) =>
    Object.keys((attributes as { timeouts?: { type: { attributes: object } } }).timeouts?.type.attributes ?? {});

  for (const { schema } of provider.resources) expect(operationsOf(schema)).toEqual(Object.keys(LIMITS));
  for (const { schema } of provider.dataSources ?? []) expect(operationsOf(schema)).toEqual(['read']);
  for (const { schema } of provider.ephemeralResources ?? []) expect(operationsOf(schema)).toEqual(['open']);
  for (const { schema } of provider.actions ?? []) expect(operationsOf(schema)).toEqual(['invoke']);
});

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

  it('ends an update, a refresh and a destroy, and what was in state stays', async () => {
    const [full, kept] = await make(kind);
    host.clock.now += 60_000; // no list of the create answers any more
    fail();

    const refreshed = await host.refresh(typeName, kept);
    const updated = await host.apply(typeName, { ...full, ...change }, kept);
    const destroyed = await host.destroy(typeName, kept);

    expect(updated.diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([isOver('update')]);
    expect(refreshed.diagnostics).toMatchObject([isOver('read')]);
    expect(destroyed.diagnostics).toMatchObject([isOver('delete')]);
    expect(refreshed.kept?.state).toEqual(kept.state);
    expect(destroyed.kept?.state).toEqual(kept.state);
  });

  it('P20: is changed without a request', async () => {
    const [full, kept] = await make(kind);
    const before = emulator.journal.count({});

    const { action, diagnostics, kept: after } = await host.apply(typeName, { ...full, timeouts: null }, kept);

    expect([action, diagnostics, after?.state.timeouts]).toEqual(['update', [], null]);
    expect(emulator.journal.count({})).toBe(before);
  });
});

it('an access key is created, refreshed and destroyed within its limits', async () => {
  const key = { permissions: { read: true, write: null, owner: null }, timeouts: LIMITS };
  const wanted = { ...key, bucket_ids: [await bucketId()] };
  const { kept } = await host.apply('coffer_access_key', wanted);
  fail();

  const refreshed = await host.refresh('coffer_access_key', kept as Kept);
  const created = await host.apply('coffer_access_key', wanted);
  const destroyed = await host.destroy('coffer_access_key', kept as Kept);

  expect(created.diagnostics).toMatchObject([isOver('create')]);
  expect(refreshed.diagnostics).toMatchObject([isOver('read')]);
  expect(destroyed.diagnostics).toMatchObject([isOver('delete')]);
});

it('without a limit of its own, an operation ends after five minutes', async () => {
  fail();
  const began = host.clock.now;

  const { diagnostics } = await host.apply('coffer_secret', { name: 'db', value: 'x' });

  expect(diagnostics[0]?.detail).toContain('The time for it was over: 5m, by timeouts.create.');
  expect(host.clock.now - began).toBeLessThan(340_000);
});

it('P2: the search for a lost create ends five seconds after the limit', async () => {
  emulator.faults.add({ operation: 'createSecret', status: 503 });
  const began = host.clock.now;

  const { kept, diagnostics } = await host.apply('coffer_secret', { name: 'db', value: 'x', timeouts: LIMITS });

  expect(kept).toBeNull();
  expect(diagnostics).toMatchObject([isOver('create')]);
  expect(diagnostics[0]?.detail).toContain('may have made this: secret "db"');
  expect(emulator.journal.count({ operation: 'createSecret' })).toBe(1);
  expect(host.clock.now - began).toBeLessThan(32_000);
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

it('a bucket that is not ready in time exists: a warning, not an error', async () => {
  await emulator.stop();
  emulator = await Emulator.start({ settle: '1000polls' });
  host = await Host.start(emulator);

  const { kept, diagnostics } = await host.apply('coffer_bucket', { max_size: 1, timeouts: LIMITS });

  expect(diagnostics).toMatchObject([{ severity: 'warning', detail: expect.stringContaining('within 20 seconds') }]);
  expect(isObject(kept?.state ?? null)).toBe(true);
});

it('timeouts.delete ends the emptying of a bucket, without a key left', async () => {
  const { kept } = await host.apply('coffer_bucket', { max_size: 1, force_destroy: true, timeouts: LIMITS });
  emulator.faults.add({ operation: 'ListMultipartUploads', status: 503 });

  const { diagnostics, kept: after } = await host.destroy('coffer_bucket', kept as Kept);

  expect(diagnostics).toMatchObject([isOver('delete')]);
  expect(after?.state).toEqual(kept?.state);
  expect(emulator.inspect.accessKeys()).toEqual([]);
});

it('data sources and ephemeral resources end, too', async () => {
  const bucket_ids = [await bucketId()];
  const permissions = { read: true, write: null, owner: null };
  fail();

  const read = await host.data('coffer_secrets', { timeouts: { read: '7s' } });
  const opened = await host.open('coffer_access_key', { bucket_ids, permissions, timeouts: { open: '8s' } });

  expect(read.diagnostics[0]?.detail).toContain('The time for it was over: 7s, by timeouts.read.');
  expect(opened.diagnostics[0]?.detail).toContain('The time for it was over: 8s, by timeouts.open.');
});

it.each(['0s', '10', '-1s', '1 minute', ''])('refuses %j where it stands', (create) => {
  const { diagnostics } = host.plan('coffer_secret', { name: 'db', value: 'x', timeouts: { create } });

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Invalid value' }]);
  expect(placesOf(diagnostics)).toEqual(['timeouts.create']);
});
