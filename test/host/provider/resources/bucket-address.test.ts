import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import type { ObjectValue, Value } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';
import { CHECKED, FORCED, put } from './support/filled-buckets';

const TYPE = 'coffer_bucket';
let emulator: Emulator;
let host: Host;

async function start(options: EmulatorOptions = {}, settings: Readonly<Record<string, Value>> = {}) {
  emulator = await Emulator.start(options);
  host = await Host.start(emulator, { settings: { max_retries: 1, ...settings } });
}
async function restart(options: EmulatorOptions, settings?: Readonly<Record<string, Value>>) {
  await emulator.stop();
  await start(options, settings);
}
beforeEach(() => start());
afterEach(() => emulator.stop());

async function create(config: ObjectValue = {}): Promise<Kept> {
  const { kept, diagnostics } = await host.apply(TYPE, { max_size: 100_000_000, ...config });
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

const bucketsLeft = () => emulator.inspect.buckets().length;

type Part = 'alias' | 'endpoint';
/** The parts of the address that a list shows; `gone`: it does not show the bucket; or the status with which it fails. */
type Shown = readonly Part[] | 'gone' | number;

const addressIn = ({ state }: Kept, parts: readonly Part[]) =>
  Object.fromEntries(parts.map((part) => [part, String(state[part])]));

/** Has lists show these parts, one after another, and from then on the last. */
function list(kept: Kept, ...shown: readonly Shown[]) {
  const record = { id: String(kept.state.id), project_id: emulator.projectId, max_size: 100_000_000 };
  const responseTo = (parts: Exclude<Shown, number>) =>
    parts === 'gone' ? [] : [{ ...record, ...addressIn(kept, parts) }];
  for (const [index, parts] of shown.entries()) {
    const response = typeof parts === 'number' ? { status: parts } : { status: 200, body: responseTo(parts) };
    const times = index < shown.length - 1 ? { times: 1 } : {};
    emulator.faults.add({ operation: 'listBuckets', ...response, ...times });
  }
}

/** Destroys with a command that has seen no list, and a state with these parts. */
async function destroyKnowing(parts: readonly Part[], kept: Kept) {
  host = await Host.start(emulator, { settings: { max_retries: 1 } });
  const state = { ...kept.state, alias: null, endpoint: null, ...addressIn(kept, parts) };
  return host.destroy(TYPE, { ...kept, state });
}

it.each<[of: readonly Part[], lists: readonly Shown[]]>([
  [['endpoint'], [[], ['alias']]],
  [['alias'], [[], ['endpoint']]],
  [[], [[], ['alias'], ['endpoint']]],
  [[], [['endpoint'], 'gone', ['alias']]],
])('P24: is looked into with what state (%j) and lists (%j) have shown of it', async (known, lists) => {
  const kept = await create();
  list(kept, ...lists);

  const { diagnostics } = await destroyKnowing(known, kept);

  expect(diagnostics).toEqual([]);
  expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(1);
  expect(bucketsLeft()).toBe(0);
});

it.each([
  [false, CHECKED],
  [true, FORCED],
])('P24: stays if no list shows its endpoint, and the error names s3_endpoint', async (force_destroy, advice) => {
  const kept = await create({ force_destroy });
  list(kept, [], ['alias']);

  const { diagnostics } = await destroyKnowing([], kept);

  const named = `The bucket ${JSON.stringify(kept.state.id)} has the alias ${JSON.stringify(kept.state.alias)}`;
  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
  expect(diagnostics[0]?.detail).toBe(
    `${named}, and the service does not say at which endpoint. Set s3_endpoint in the provider block. ${advice}`,
  );
  expect(bucketsLeft()).toBe(1);
});

it.each([{}, { force_destroy: true }])('P33: is gone once lists agree on that, with %j', async (config) => {
  const kept = await create(config);
  const headers = { authorization: `Bearer ${emulator.token}` };
  await fetch(`${emulator.baseUrl}/s3/buckets/${kept.state.id}`, { method: 'DELETE', headers });
  list(kept, [], 'gone');

  const { diagnostics, kept: after } = await destroyKnowing([], kept);

  expect({ after, diagnostics }).toEqual({ after: null, diagnostics: [] });
  expect(emulator.journal.count({ operation: 'deleteBucket' })).toBe(2);
});

it.each([401, 403, 503])('stays if a list returns %i meanwhile, which is the one error', async (status) => {
  const kept = await create({ force_destroy: true });
  list(kept, [], status);

  const { diagnostics } = await destroyKnowing([], kept);

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot delete coffer_bucket' }]);
  expect(diagnostics[0]?.detail).toContain(`GET /s3/buckets returned ${status}`);
  expect(bucketsLeft()).toBe(1);
});

it('P32: stays if its record cannot be read meanwhile, and the error says so', async () => {
  const kept = await create({ force_destroy: true });
  const id = String(kept.state.id);
  emulator.faults.add({ operation: 'listBuckets', status: 200, body: [{ id }], times: 1 });
  emulator.faults.add({ operation: 'listBuckets', status: 200, body: [{ id, alias: 5 }] });

  const { diagnostics } = await destroyKnowing([], kept);

  const [error, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
  expect(error?.detail).toContain(`${JSON.stringify(id)} (alias is a whole number)`);
  expect(others).toEqual([]);
  expect(bucketsLeft()).toBe(1);
});

it.each(['2s', '20s', '30s', '1h'])(
  'P24: is left to the service with force_destroy, within timeouts.delete = %s',
  async (limit) => {
    await restart({ settle: '1000polls' });
    const config = { max_size: 1, wait_for: 'none', force_destroy: true, timeouts: { delete: limit } };
    const { kept } = await host.apply(TYPE, config);

    const { diagnostics, kept: after } = await host.destroy(TYPE, kept as Kept);

    expect({ after, diagnostics }).toEqual({ after: null, diagnostics: [] });
    expect(bucketsLeft()).toBe(0);
  },
);

it('P24: stays with force_destroy if the service refuses, and the error says why it was not emptied', async () => {
  await restart({ settle: '1000polls' });
  const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none', force_destroy: true });
  emulator.faults.add({ operation: 'deleteBucket', status: 409 });

  const { diagnostics, kept: after } = await host.destroy(TYPE, kept as Kept);

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket not emptied' }]);
  expect(diagnostics[0]?.detail).toMatch(
    /^DELETE .* returned 409.* It may hold objects, which force_destroy could not delete, because the provider did not reach it over S3\. Destroy again when the data source coffer_buckets shows its alias and endpoint\.$/,
  );
  expect(after?.state).toEqual(kept?.state);
});

it.each<[what: string, body: string | undefined, settings: Record<string, string>, words: readonly string[]]>([
  [
    'objects that S3 refuses to delete',
    '<DeleteResult><Deleted><Key>a</Key></Deleted><Error><Key>b</Key><Code>AccessDenied</Code><Message>No</Message></Error></DeleteResult>',
    {},
    ['AccessDenied', '1 object deleted'],
  ],
  ['requests that S3 refuses', undefined, {}, ['POST ', ' returned 400']],
  ['an endpoint that cannot be reached', undefined, { s3_endpoint: 'http://127.0.0.1:1' }, ['http://127.0.0.1:1']],
])(
  'P24: stays with force_destroy if no list shows it and the service refuses, and %s are in the error',
  async (_what, body, settings, words) => {
    const kept = await create({ force_destroy: true });
    await put(emulator, kept, ['a', 'b']);
    list(kept, 'gone');
    emulator.faults.add({
      operation: 'DeleteObjects',
      ...(body === undefined ? { status: 400 } : { status: 200, body }),
    });
    emulator.faults.add({ operation: 'deleteBucket', status: 409 });
    host = await Host.start(emulator, { settings: { max_retries: 1, ...settings } });

    const { diagnostics, kept: after } = await host.destroy(TYPE, kept);

    const { detail = '' } = diagnostics.find(({ severity }) => severity === 'error') ?? {};
    for (const word of [...words, 'DELETE ', ' returned 409']) expect(detail).toContain(word);
    expect(detail).not.toContain('did not reach it over S3');
    expect(after?.state).toEqual(kept.state);
  },
);

it.each(['2s', '30s'])('P24: stays without force_destroy, within timeouts.delete = %s', async (limit) => {
  await restart({ settle: '1000polls' });
  const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none', timeouts: { delete: limit } });

  const { diagnostics } = await host.destroy(TYPE, kept as Kept);

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
  expect(bucketsLeft()).toBe(1);
});

it('P24: replaced, it is left to the service once the state says so', async () => {
  await restart({ settle: '1000polls', projects: ['project-1', 'project-2'] });
  const config = { max_size: 1, wait_for: 'none', project_id: 'project-1' };
  const checked = { ...config, destroy_check: 'server' };
  const { kept } = await host.apply(TYPE, config);
  const refused = await host.apply(TYPE, { ...checked, project_id: 'project-2' }, kept);

  expect(refused).toMatchObject({ action: 'replace', diagnostics: [{ summary: 'Cannot reach the bucket' }] });
  const alone = await host.apply(TYPE, checked, refused.kept);
  const replaced = await host.apply(TYPE, { ...checked, project_id: 'project-2' }, alone.kept);

  expect([alone.action, replaced.action]).toEqual(['update', 'replace']);
  expect(replaced.diagnostics).toEqual([]);
  expect(bucketsLeft()).toBe(1);
});

it('P24: waits for an alias that no list shows yet, and looks into the bucket then', async () => {
  await restart({ settle: '5polls' });
  const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none' });

  const { diagnostics } = await host.destroy(TYPE, kept as Kept);

  expect(diagnostics).toEqual([]);
  expect(emulator.journal.requests().filter(({ operation }) => operation === 'createAccessKey')).toHaveLength(1);
  expect(bucketsLeft()).toBe(0);
});

it('P24: stays while neither a list nor the state has its alias, because objects may be in it', async () => {
  await restart({ knobs: { deleteNonEmpty: 'delete' } });
  const kept = await create();
  await put(emulator, kept, ['precious']);
  const unnamed = { ...kept, state: { ...kept.state, alias: null, endpoint: null } };
  const listed = { id: kept.state.id as string, project_id: emulator.projectId, max_size: 100_000_000 };
  emulator.faults.add({ operation: 'listBuckets', status: 200, body: [listed] });
  host = await Host.start(emulator, { settings: { max_retries: 1 } }); // which has seen no alias

  const { diagnostics } = await host.destroy(TYPE, unnamed);

  const id = JSON.stringify(kept.state.id);
  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
  expect(diagnostics[0]?.detail).toBe(
    `The service lists the bucket ${id} without its alias and endpoint. Wait until the data source coffer_buckets shows the alias. ${CHECKED}`,
  );
  expect(bucketsLeft()).toBe(1);
});

it('destroys a bucket that never got an alias without looking into it with destroy_check = "server"', async () => {
  await restart({ settle: '1000polls' });
  const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none', destroy_check: 'server' });

  const { diagnostics } = await host.destroy(TYPE, kept as Kept);

  expect(diagnostics).toEqual([]);
  expect(bucketsLeft()).toBe(0);
});
