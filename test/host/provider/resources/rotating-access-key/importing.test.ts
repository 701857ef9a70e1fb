import { describe, expect, it } from 'vitest';
import { idIn, shareRotatingKeys, TYPE } from './support';

const { bench, config, create } = shareRotatingKeys();

describe('importing', () => {
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
