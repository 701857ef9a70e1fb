import { expect, it } from 'vitest';
import type { Kept } from '../../../../support/host';
import { summaries } from '../support/bench';
import { at, HOUR, idIn, RETIRES, ROTATES, START, shareRotatingKeys, slot, TYPE } from './support';

const { bench, config, create, keys, refresh } = shareRotatingKeys();

it('has one key at first, and keeps its own id', async () => {
  const kept = await create();

  expect(keys()).toEqual([kept.state.id]);
  expect(kept.state).toMatchObject({
    overlap: '24h',
    previous: null,
    secret_id: null,
    undeleted_ids: [],
    current: {
      id: kept.state.id,
      access_key_id: expect.stringMatching(/^GK/),
      endpoint: bench.emulator.s3Endpoint,
      rotated_at: at(0),
      secret_access_key: bench.emulator.inspect.secretAccessKey(String(kept.state.id)),
    },
  });
  expect(await bench.host.plan(TYPE, config('1'), kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
});

it('P26: always has a working key during two rotations, and every plan announces its changes', async () => {
  let kept = await create();
  const [first] = keys();
  const planned = async (month: string) => {
    const { action, diagnostics } = await bench.host.plan(TYPE, config(month), kept);
    return [action, ...summaries(diagnostics)];
  };
  const nothingUntil = async (hours: number, month: string) => {
    bench.host.clock.now = START + hours * HOUR;
    kept = await refresh(kept);
    expect(await planned(month)).toEqual(['no-op']);
  };

  // Before any change the plan is empty at any time.
  await nothingUntil(100, '1');

  // The first rotation creates the new key; the old one stays valid.
  expect(await planned('2')).toEqual(['update', ROTATES]);
  ({ kept } = (await bench.host.apply(TYPE, config('2'), kept)) as { kept: Kept });
  const second = idIn(kept, 'current');
  expect(kept.state.id).toBe(first);
  expect(slot(kept, 'current')?.rotated_at).toBe(at(100));
  expect(slot(kept, 'previous')).toMatchObject({ id: first, rotated_at: at(0), retire_after: at(124) });
  expect(keys().sort()).toEqual([first, second].sort());
  expect(await planned('2')).toEqual(['no-op']);

  // Until the overlap is over nothing happens; then one update retires the old key.
  await nothingUntil(123, '2');
  bench.host.clock.now = START + 124 * HOUR;
  kept = await refresh(kept);
  expect(await planned('2')).toEqual(['update', RETIRES]);
  ({ kept } = (await bench.host.apply(TYPE, config('2'), kept)) as { kept: Kept });
  expect([slot(kept, 'previous'), keys()]).toEqual([null, [second]]);
  await nothingUntil(200, '2');

  // The second rotation, and its retirement.
  expect(await planned('3')).toEqual(['update', ROTATES]);
  ({ kept } = (await bench.host.apply(TYPE, config('3'), kept)) as { kept: Kept });
  const third = idIn(kept, 'current');
  expect(keys().sort()).toEqual([second, third].sort());
  await nothingUntil(223, '3');
  bench.host.clock.now = START + 225 * HOUR;
  kept = await refresh(kept);
  expect(await planned('3')).toEqual(['update', RETIRES]);
  ({ kept } = (await bench.host.apply(TYPE, config('3'), kept)) as { kept: Kept });
  expect(keys()).toEqual([third]);
  await nothingUntil(1000, '3');

  expect(await bench.host.destroy(TYPE, kept)).toEqual({ kept: null, diagnostics: [] });
  expect(keys()).toEqual([]);
});

it('refuses invalid configurations', async () => {
  const { diagnostics } = await bench.host.plan(TYPE, {
    bucket_ids: [],
    permissions: {},
    overlap: 'a day',
    store_in: {},
  });

  expect(diagnostics.map(({ summary }) => summary)).toEqual([
    'Invalid value',
    'Invalid value',
    'Missing permission',
    'Missing secret',
  ]);
});
