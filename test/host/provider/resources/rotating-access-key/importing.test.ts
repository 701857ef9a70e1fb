import { describe, expect, it } from 'vitest';
import { idIn, shareRotatingKeys, slot, TYPE } from './support';

const { bench, config, create } = shareRotatingKeys();

describe('importing', () => {
  it('P12: takes over the current key and its trigger in place, and then plans no change', async () => {
    const first = await create();
    const { kept } = await bench.host.import(TYPE, String(first.state.id));
    bench.emulator.journal.clear();

    const taken = await bench.host.apply(TYPE, config('1', { overlap: '1h' }), kept);

    expect([taken.action, ...taken.diagnostics]).toEqual(['update']);
    expect(taken.kept?.state.current).toEqual({
      ...slot(first, 'current'),
      rotated_at: null,
      secret_access_key: null,
    });
    expect(bench.emulator.journal.requests()).toEqual([]);
    expect((await bench.host.plan(TYPE, config('1', { overlap: '1h' }), taken.kept)).action).toBe('no-op');
  });

  it('P29: rotates for a sink, because nobody knows the secret half', async () => {
    const first = await create();
    const { kept } = await bench.host.import(TYPE, String(first.state.id));

    const { action, kept: stored } = await bench.host.apply(
      TYPE,
      config('1', { store_in: { secret_name: 'k' } }),
      kept,
    );

    expect(action).toBe('update');
    expect(idIn(stored, 'previous')).toBe(first.state.id);
  });
});
