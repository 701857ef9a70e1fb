import { describe, expect, it } from 'vitest';
import type { Value } from '../../../../framework/values/value';
import type { Kept } from '../../../support/host';
import { shareBench, shareBuckets, summaries } from './support/bench';

const bench = shareBench();
const buckets = shareBuckets(bench);
const OURS = 'registry.terraform.io/coffer/coffer';
const [PLAIN, ROTATING] = ['coffer_access_key', 'coffer_rotating_access_key'] as const;

const config = (more: Record<string, Value> = {}) => ({
  bucket_ids: [...buckets],
  permissions: { read: true, write: null, owner: null },
  rotation_trigger: { month: '1' },
  ...more,
});

const make = async (type: string, more: Record<string, Value> = {}) =>
  (await bench.host.apply(type, config(more))).kept as Kept;

function move(from: string, to: string, { state, private: bytes }: Kept, sourceProvider = OURS) {
  const { moved, diagnostics } = bench.host.server.moveResourceState({
    typeName: to,
    sourceTypeName: from,
    sourceProvider,
    sourceVersion: 0n,
    json: JSON.stringify(state),
    private: bytes,
  });
  return {
    kept: moved ? ({ state: moved.state, private: moved.private } as Kept) : null,
    identity: moved?.identity,
    diagnostics,
  };
}

describe.each<[string, Record<string, Value>]>([
  ['kept in state', {}],
  ['stored by name', { store_in: { secret_name: 'key', secret_id: null, format: 'json' } }],
])('a key %s', (_how, more) => {
  it('a key becomes the current one of a rotating key, and back, without a request and with an empty plan', async () => {
    const plain = await make(PLAIN, more);
    bench.emulator.journal.clear();

    const there = move(PLAIN, ROTATING, plain);
    const back = move(ROTATING, PLAIN, there.kept as Kept);

    expect([there.diagnostics, back.diagnostics, bench.emulator.journal.count()]).toEqual([[], [], 0]);
    const { id, access_key_id, secret_access_key } = plain.state;
    expect(there.identity).toEqual({ id });
    expect(there.kept?.state).toMatchObject({ id, previous: null, current: { id, access_key_id, secret_access_key } });
    expect(plain).toEqual({ ...back.kept, identity: { id } });
    for (const [type, { kept }] of [
      [ROTATING, there],
      [PLAIN, back],
    ] as const) {
      const fresh = await bench.host.refresh(type, kept as Kept);
      expect((await bench.host.plan(type, config(more), fresh.kept)).action).toBe('no-op');
    }
    expect(bench.emulator.journal.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

it('a rotating key becomes its current key, whatever its first key was', async () => {
  const first = await make(ROTATING, { overlap: '0s' });
  const rotated = (await bench.host.apply(ROTATING, config({ overlap: '0s', rotation_trigger: { month: '2' } }), first))
    .kept as Kept;
  const read = (await bench.host.refresh(ROTATING, rotated)).kept as Kept;
  const retired = (await bench.host.apply(ROTATING, config({ overlap: '0s', rotation_trigger: { month: '2' } }), read))
    .kept as Kept;

  const refused = move(ROTATING, PLAIN, rotated);
  const { kept, identity, diagnostics } = move(ROTATING, PLAIN, retired);

  expect(summaries(refused.diagnostics)).toEqual(['error: Rotation not finished']);
  expect(refused.diagnostics[0]?.detail).toContain(`its previous key ${JSON.stringify(first.state.id)} still works`);
  expect(refused.diagnostics[0]?.detail).toContain('Retire it first: set overlap = "0s" and apply');
  expect(diagnostics).toEqual([]);
  const [only] = bench.keys();
  expect(only?.id).not.toBe(first.state.id);
  expect([kept?.state.id, identity]).toEqual([only?.id, { id: only?.id }]);
});

it('a rotating key makes another key if the moved one is gone or not in its secret', async () => {
  const plain = await make(PLAIN, { store_in: { secret_name: 'key', secret_id: null, format: 'plain' } });
  const left = { ...plain, private: Buffer.from('{"succession":"not_stored"}') };

  const { kept } = move(PLAIN, ROTATING, left);
  const plan = await bench.host.plan(
    ROTATING,
    config({ store_in: { secret_name: 'key', secret_id: null, format: 'plain' } }),
    kept,
  );

  expect(summaries(plan.diagnostics)).toEqual(['warning: The access key rotates']);
  expect(summaries(move(ROTATING, PLAIN, kept as Kept).diagnostics)).toEqual(['error: Rotation not finished']);
});

it.each([
  ['a key that could not be deleted', { undeleted_ids: ['key-left'] }, '"key-left"'],
  ['no current key', { current: null }, 'has no current key'],
])('does not go back with %s', async (_what, change, said) => {
  const rotating = await make(ROTATING);

  const { kept, diagnostics } = move(ROTATING, PLAIN, { ...rotating, state: { ...rotating.state, ...change } });

  expect([kept, summaries(diagnostics)]).toEqual([null, ['error: Rotation not finished']]);
  expect(diagnostics[0]?.detail).toContain(said);
  expect(diagnostics[0]?.detail).toMatch(
    /Remove the moved block and restore the old block until then; afterwards, add the moved block again\.$/,
  );
});

it('goes back after a first secret that may hold another key was given up, which the apply says', async () => {
  const rotating = await make(ROTATING);
  const secret = await bench.host.apply('coffer_secret', { name: 's', value_wo: 'v', value_wo_version: '1' });
  const broken = bench.emulator.faults.add({ operation: 'updateSecret', cut: 'after-commit' });
  const store_in = { secret_id: String(secret.kept?.state.id), secret_name: null, format: null };
  const failed = await bench.host.apply(ROTATING, config({ store_in }), rotating);
  broken.remove();

  const { kept, diagnostics } = await bench.host.apply(ROTATING, config(), failed.kept as Kept);

  expect(failed.kept?.state.undeleted_ids).toHaveLength(1);
  expect(summaries(diagnostics)).toEqual([`warning: A secret may hold a deleted key: "${store_in.secret_id}"`]);
  expect(move(ROTATING, PLAIN, kept as Kept).diagnostics).toEqual([]);
});

it.each([
  ['the previous key retires', {}, 'warning: The previous access key retires'],
  ['the key rotates', { rotation_trigger: { n: '3' } }, 'warning: The access key rotates'],
])('says so, too, if in the same apply %s', async (_name, change, planned) => {
  const more = { overlap: '0s', rotation_trigger: { n: '2' } };
  const rotated = await bench.host.apply(ROTATING, config(more), await make(ROTATING));
  const secret = await bench.host.apply('coffer_secret', { name: 's', value_wo: 'v', value_wo_version: '1' });
  const broken = bench.emulator.faults.add({ operation: 'updateSecret', cut: 'after-commit' });
  const store_in = { secret_id: String(secret.kept?.state.id), secret_name: null, format: null };
  const failed = await bench.host.apply(ROTATING, config({ ...more, store_in }), rotated.kept);
  broken.remove();
  const { kept } = await bench.host.refresh(ROTATING, failed.kept as Kept);

  const { kept: after, diagnostics } = await bench.host.apply(ROTATING, config({ ...more, ...change }), kept as Kept);

  expect(after?.state.undeleted_ids).toEqual([]);
  expect(summaries(diagnostics)).toEqual([
    planned,
    `warning: A secret may hold a deleted key: "${store_in.secret_id}"`,
  ]);
});

it('a key of another provider cannot be moved', async () => {
  const plain = await make(PLAIN);

  const foreign = move(PLAIN, ROTATING, plain, 'registry.terraform.io/hashicorp/aws');
  const other = move(PLAIN, 'coffer_bucket', plain);

  for (const { diagnostics } of [foreign, other]) {
    expect(summaries(diagnostics)).toEqual(['error: Cannot move between resource types']);
  }
});
