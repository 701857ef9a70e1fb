import { describe, expect, it } from 'vitest';
import { UNKNOWN } from '../../../../framework/values/value';
import type { Kept } from '../../../support/host';
import { shareBench, shareBuckets } from './support/bench';

const TYPE = 'coffer_access_key';
const bench = shareBench();
const buckets = shareBuckets(bench);

const READ = { permissions: { read: true } };
const config = (extra = {}) => ({ bucket_ids: [...buckets], ...READ, ...extra });

async function create(extra = {}) {
  const { kept, diagnostics } = await bench.host.apply(TYPE, config(extra));
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

it('contains the secret half, which the service returns once', async () => {
  const { state } = await create();

  expect(state).toMatchObject({
    access_key_id: expect.stringMatching(/^GK/),
    secret_access_key: expect.stringMatching(/^[0-9a-f]{64}$/),
    endpoint: bench.emulator.s3Endpoint,
  });
});

it('P21: always sends all three permissions', async () => {
  await create();

  const [{ body } = { body: undefined }] = bench.emulator.journal.requests({ operation: 'createAccessKey' });
  expect(body).toMatchObject({ permissions: { read: true, write: false, owner: false } });
});

it.each([
  ['other buckets', () => ({ bucket_ids: [buckets[0]] }), 'bucket_ids'],
  ['other permissions', () => ({ permissions: { write: true } }), 'permissions'],
  ['another project', () => ({ project_id: 'other' }), 'project_id'],
])('is replaced by %s', async (_name, change, attribute) => {
  const kept = await create();

  expect(await bench.host.plan(TYPE, config(change()), kept)).toMatchObject({
    action: 'replace',
    replaced: [attribute],
  });
});

it('is replaced when its rotation trigger changes, with a new secret half', async () => {
  const first = await create({ rotation_trigger: { month: '1' } });

  const { action, kept } = await bench.host.apply(TYPE, config({ rotation_trigger: { month: '2' } }), first);

  expect(action).toBe('replace');
  expect(kept?.state.id).not.toBe(first.state.id);
  expect(kept?.state.secret_access_key).not.toBe(first.state.secret_access_key);
});

describe('validation', () => {
  it.each([
    ['no bucket at all', { bucket_ids: [], permissions: { read: true } }, 'Invalid value', 'bucket_ids'],
    [
      'P21: a null among the buckets',
      { bucket_ids: [null, 'b'], permissions: { read: true } },
      'Invalid value',
      'bucket_ids',
    ],
    ['no permission', { bucket_ids: ['b'], permissions: {} }, 'Missing permission', 'permissions'],
  ])('refuses %s', async (_name, wrong, summary, attribute) => {
    const { diagnostics } = await bench.host.plan(TYPE, wrong);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary, path: [{ attribute }] }]);
  });

  it('accepts an unknown permission', async () => {
    expect((await bench.host.plan(TYPE, { bucket_ids: UNKNOWN, permissions: { read: UNKNOWN } })).diagnostics).toEqual(
      [],
    );
  });
});

describe('importing', () => {
  it('plans no change for the same configuration', async () => {
    const { kept } = await bench.host.import(TYPE, String((await create()).state.id));

    expect(await bench.host.plan(TYPE, config(), kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
  });
});

it('plans a new key when one of its buckets is gone', async () => {
  const kept = await create();
  await bench.host.destroy('coffer_bucket', { state: { id: String(buckets[1]) }, private: new Uint8Array() });

  const refreshed = await bench.host.refresh(TYPE, kept);

  expect(refreshed.kept?.state.bucket_ids).toEqual([buckets[0]]);
  expect((await bench.host.plan(TYPE, config(), refreshed.kept)).action).toBe('replace');
});
