import { beforeEach, expect, it } from 'vitest';
import { path } from '../../../../framework/values/path';
import { UNKNOWN } from '../../../../framework/values/value';
import { Host } from '../../../support/host';
import { awaitNoResponse, shareBench } from '../resources/support/bench';

const TYPE = 'coffer_access_key';
const bench = shareBench();
let bucketId: string;

beforeEach(async () => {
  const { kept } = await bench.host.apply('coffer_bucket', { max_size: 1000 });
  bucketId = String(kept?.state.id);
});

const config = (extra = {}) => ({ bucket_ids: [bucketId], permissions: { read: true }, ...extra });

/** Ids of the keys of this test's project. */
const keys = () => bench.keys().map(({ id }) => id);

/** Settles once the fault holds a request. */
async function untilHeld(fault: { readonly held: number }): Promise<void> {
  while (fault.held === 0) await new Promise(setImmediate);
}

it('makes a key with its secret half, which closing deletes', async () => {
  const opened = await bench.host.open(TYPE, config({ bucket_ids: [bucketId, bucketId] }));

  expect(opened.diagnostics).toEqual([]);
  const id = String(opened.result?.id);
  expect(opened.result).toEqual({
    bucket_ids: [bucketId],
    permissions: { read: true, write: false, owner: false },
    project_id: bench.project.projectId,
    id,
    access_key_id: expect.stringMatching(/^GK/),
    secret_access_key: bench.emulator.inspect.secretAccessKey(id),
    endpoint: bench.emulator.s3Endpoint,
    timeouts: null,
  });
  expect(keys()).toEqual([id]);

  expect(await bench.host.server.closeEphemeralResource({ typeName: TYPE, private: opened.private })).toEqual({
    diagnostics: [],
  });
  expect(keys()).toEqual([]);
});

it('keeps its secret half out of private data', async () => {
  const { private: remembered, result } = await bench.host.open(TYPE, config());

  expect(Buffer.from(remembered).toString()).toBe(JSON.stringify({ id: result?.id }));
});

it('F2: names the unknown arguments of the provider configuration', async () => {
  const unknown = await Host.start(
    { baseUrl: bench.emulator.baseUrl, ...bench.project },
    { settings: { token: UNKNOWN } },
  );

  const { diagnostics } = await unknown.open(TYPE, config());

  expect(diagnostics).toMatchObject([{ summary: 'Provider configuration not known', path: path('token') }]);
});

it('P28: an interruption does not stop the deletion', async () => {
  const { private: remembered } = await bench.host.open(TYPE, config());
  const held = bench.emulator.faults.add({ operation: 'deleteAccessKey', pause: true });
  const closing = bench.host.server.closeEphemeralResource({ typeName: TYPE, private: remembered });
  await held.whenMet();

  bench.host.stop();
  held.release();

  expect((await closing).diagnostics).toEqual([]);
  expect(keys()).toEqual([]);
});

it('P2, P28: names a key whose response was lost in the plan, and keeps it', async () => {
  bench.emulator.faults.add({ operation: 'createAccessKey', status: 502, when: 'after-commit', times: 1 });

  const { diagnostics, result } = await bench.host.open(TYPE, config());

  const [lost] = keys().filter((id) => id !== result?.id);
  expect(diagnostics).toMatchObject([{ severity: 'warning', summary: `Access key left over: "${lost}"` }]);
  expect(diagnostics[0]?.detail).toContain(lost);
  expect(diagnostics[0]?.detail).toContain(
    'another pipeline may have created them at that moment and may be using them.',
  );
  expect(diagnostics[0]?.detail).toContain('With lost_creates = "sole_writer" the provider does that.');
});

it('P28: leaves no key after an interruption during the create, if nobody else makes any', async () => {
  awaitNoResponse();
  const host = await bench.start({ settings: { lost_creates: 'sole_writer' } });
  const held = bench.emulator.faults.add({ operation: 'createAccessKey', pause: true, when: 'after-commit', times: 1 });
  const opening = host.open(TYPE, config());
  await untilHeld(held);
  expect(keys()).toHaveLength(1);

  host.stop();

  expect((await opening).result).toBeNull();
  expect(keys()).toEqual([]);
  held.release();
});

it('P28: the end of the connection deletes every key that is open', async () => {
  await Promise.all([bench.host.open(TYPE, config()), bench.host.open(TYPE, config({ permissions: { write: true } }))]);
  expect(bench.host.server.isBusy).toBe(true);

  await bench.host.server.close();

  expect(keys()).toEqual([]);
  expect(bench.host.server.isBusy).toBe(false);
});

it('P28: the end of the connection waits for a key that is being made, and deletes it, too', async () => {
  awaitNoResponse();
  const host = await bench.start({ settings: { lost_creates: 'sole_writer' } });
  const held = bench.emulator.faults.add({ operation: 'createAccessKey', pause: true, when: 'after-commit', times: 1 });
  const opening = host.open(TYPE, config());
  await untilHeld(held);
  expect(keys()).toHaveLength(1);

  await host.server.close();

  // The key is deleted before the open call itself returns.
  expect(keys()).toEqual([]);
  held.release();
  await opening;
});

it('P28: a key that could not be deleted is an error that names it, and is deleted at the end', async () => {
  const { private: remembered, result } = await bench.host.open(TYPE, config());
  const refusal = bench.emulator.faults.add({ operation: 'deleteAccessKey', status: 400 });

  const closed = await bench.host.server.closeEphemeralResource({ typeName: TYPE, private: remembered });

  expect(closed.diagnostics).toMatchObject([
    { severity: 'error', summary: 'Cannot close ephemeral coffer_access_key' },
  ]);
  expect(closed.diagnostics[0]?.detail).toContain(String(result?.id));
  refusal.remove();
  await bench.host.server.close();
  expect(keys()).toEqual([]);
});

it('P28: data sources show all keys except the open ones and one that is being made', async () => {
  const { kept } = await bench.host.apply(TYPE, config());
  const open = await bench.host.open(TYPE, config());
  const held = bench.emulator.faults.add({ operation: 'createAccessKey', pause: true, when: 'after-commit' });
  const opening = bench.host.open(TYPE, config({ permissions: { write: true } }));
  await untilHeld(held);

  const listing = bench.host.data('coffer_access_keys', {});
  const finding = bench.host.data('coffer_access_key', { id: open.result?.id ?? null });
  held.release();

  expect((await listing).state?.access_keys).toMatchObject([{ id: kept?.state.id }]);
  expect((await finding).diagnostics).toMatchObject([{ summary: 'No such access key' }]);
  await opening;
});
