import { describe, expect, it } from 'vitest';
import { path } from '../../../../../framework/values/path';
import { UNKNOWN, type Value } from '../../../../../framework/values/value';
import { summaries } from '../support/bench';
import { idIn, ROTATES, shareRotatingKeys, TYPE } from './support';

const { bench, buckets, config, create } = shareRotatingKeys();

/** A key that the plan does not know, with what it says of the secret half. */
const unknownKey = (secretHalf: Value) => ({
  id: UNKNOWN,
  access_key_id: UNKNOWN,
  endpoint: UNKNOWN,
  rotated_at: UNKNOWN,
  secret_access_key: secretHalf,
});

describe('P26: the plan of a key shows its secret half', () => {
  const STORED = { store_in: { secret_name: 'k' } };

  it.each([
    ['as null with store_in', STORED, null],
    ['as unknown without', {}, UNKNOWN],
    ['as unknown while store_in is', { store_in: UNKNOWN }, UNKNOWN],
    ['as null with store_in of unknown parts', { store_in: { secret_name: UNKNOWN } }, null],
  ])('%s, in a create and in a rotation', async (_name, storeIn, half) => {
    const first = await create(STORED);

    const created = await bench.host.plan(TYPE, config('1', storeIn));
    const rotated = await bench.host.plan(TYPE, config('2', storeIn), first);

    expect([created.planned.current, rotated.planned.current]).toEqual([unknownKey(half), unknownKey(half)]);
  });
});

describe('a rotation is caused by', () => {
  it.each([
    ['another trigger', () => ({ rotation_trigger: { month: '2' } }), 'rotation_trigger changed'],
    ['other buckets', () => ({ bucket_ids: [buckets[0]] }), 'bucket_ids changed'],
    ['other permissions', () => ({ permissions: { write: true } }), 'permissions changed'],
    ['a first secret to store in', () => ({ store_in: { secret_name: 'k' } }), 'it is to be stored in a secret'],
    [
      'two of them',
      () => ({ rotation_trigger: { month: '2' }, bucket_ids: [buckets[0]] }),
      'rotation_trigger changed, and bucket_ids changed',
    ],
  ])('P26: %s, in place', async (_name, change, reason) => {
    const first = await create();

    const { action, kept, planned, diagnostics } = await bench.host.apply(TYPE, config('1', change()), first);

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]).toMatchObject({
      detail: expect.stringContaining(`because ${reason}. The current key, "${idIn(first, 'current')}", keeps working`),
      path: path('current'),
    });
    expect((planned.previous as { id: string }).id).toBe(idIn(first, 'current'));
    expect(idIn(kept, 'previous')).toBe(idIn(first, 'current'));
    expect((await bench.host.plan(TYPE, config('1', change()), kept)).action).toBe('no-op');
  });

  it('an unknown value, perhaps, as the plan says', async () => {
    const first = await create();

    const { action, planned, diagnostics } = await bench.host.plan(
      TYPE,
      config('1', { rotation_trigger: UNKNOWN }),
      first,
    );

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]?.detail).toContain('may be created, because rotation_trigger may change');
    expect([planned.current, planned.previous]).toEqual([unknownKey(UNKNOWN), UNKNOWN]);
  });

  it('P26: another project replaces the whole', async () => {
    const { kept } = await bench.host.apply(TYPE, config('1', { store_in: { secret_name: 'a' } }));

    const plan = await bench.host.plan(
      TYPE,
      config('1', { store_in: { secret_name: 'a' }, project_id: 'other' }),
      kept,
    );

    expect(plan).toMatchObject({ action: 'replace', replaced: ['project_id'], diagnostics: [] });
  });
});
