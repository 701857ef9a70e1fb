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

it.each([
  ['a key that could not be deleted', { undeleted_ids: ['key-left'] }, '"key-left"'],
  ['a secret that could not be deleted', { undeleted_secret_ids: ['secret-left'] }, '"secret-left"'],
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

it('a rotating key makes another key if the moved one may not be in its secret, and does not go back before', async () => {
  const more = { store_in: { secret_name: 'key', secret_id: null, format: 'plain' } };
  const left = { ...(await make(PLAIN, more)), private: Buffer.from('{"succession":"not_stored"}') };

  const { kept } = move(PLAIN, ROTATING, left);

  const plan = await bench.host.plan(ROTATING, config(more), kept);
  expect(summaries(plan.diagnostics)).toEqual(['warning: The access key rotates']);
  expect(summaries(move(ROTATING, PLAIN, kept as Kept).diagnostics)).toEqual(['error: Rotation not finished']);
});

it('a key of another provider cannot be moved', async () => {
  const plain = await make(PLAIN);

  const foreign = move(PLAIN, ROTATING, plain, 'registry.terraform.io/hashicorp/aws');
  const other = move(PLAIN, 'coffer_bucket', plain);

  for (const { diagnostics } of [foreign, other]) {
    expect(summaries(diagnostics)).toEqual(['error: Cannot move between resource types']);
  }
});
