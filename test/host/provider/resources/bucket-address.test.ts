import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import type { ObjectValue, Value } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';

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

it.each([false, true])(
  'P24: stays if no list shows its endpoint, and the error names s3_endpoint',
  async (force_destroy) => {
    const kept = await create({ force_destroy });
    list(kept, [], ['alias']);

    const { diagnostics } = await destroyKnowing([], kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
    expect(diagnostics[0]?.detail).toContain(`has the alias ${JSON.stringify(kept.state.alias)}`);
    expect(diagnostics[0]?.detail).toContain('s3_endpoint');
    expect(bucketsLeft()).toBe(1);
  },
);

it.each([401, 403, 503])('stays if a list returns %i meanwhile, which is the one error', async (status) => {
  const kept = await create({ force_destroy: true });
  list(kept, [], status);

  const { diagnostics } = await destroyKnowing([], kept);

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot delete coffer_bucket' }]);
  expect(diagnostics[0]?.detail).toContain(`GET /s3/buckets returned ${status}`);
  expect(bucketsLeft()).toBe(1);
});

it.each(['2s', '1h'])('P24: is left to the service with force_destroy, within timeouts.delete = %s', async (limit) => {
  await restart({ settle: '1000polls' });
  const config = { max_size: 1, wait_for: 'none', force_destroy: true, timeouts: { delete: limit } };
  const { kept } = await host.apply(TYPE, config);

  const { diagnostics, kept: after } = await host.destroy(TYPE, kept as Kept);

  expect({ after, diagnostics }).toEqual({ after: null, diagnostics: [] });
  expect(bucketsLeft()).toBe(0);
});

it('P24: stays with force_destroy if the service refuses, and the error says why it was not emptied', async () => {
  await restart({ settle: '1000polls' });
  const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none', force_destroy: true });
  emulator.faults.add({ operation: 'deleteBucket', status: 409 });

  const { diagnostics, kept: after } = await host.destroy(TYPE, kept as Kept);

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket not emptied' }]);
  expect(diagnostics[0]?.detail).toMatch(/^DELETE .* returned 409.* did not reach it over S3/);
  expect(after?.state).toEqual(kept?.state);
});

it('P24: waits for an alias that no list shows yet, and looks into the bucket then', async () => {
  await restart({ settle: '5polls' });
  const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none' });

  const { diagnostics } = await host.destroy(TYPE, kept as Kept);

  expect(diagnostics).toEqual([]);
  expect(emulator.journal.requests().filter(({ operation }) => operation === 'createAccessKey')).toHaveLength(1);
  expect(bucketsLeft()).toBe(0);
});
