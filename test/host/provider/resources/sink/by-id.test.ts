import { describe, expect, it } from 'vitest';
import { summaries } from '../support/bench';
import { shareSinks, TYPE } from './support';

const { bench, config, create, halfOf, secretOf, stored } = shareSinks();

describe('by id', () => {
  it('P25: writes into the secret, keeps its name, and never deletes it', async () => {
    const { id } = await secretOf('app');

    const kept = await create({ secret_id: id });
    expect(stored(kept)).toBe(halfOf(kept));
    await bench.host.destroy(TYPE, kept);

    expect(bench.secrets()).toMatchObject([{ id, name: 'app' }]);
    expect(bench.keys()).toEqual([]);
  });

  it('an unknown secret is an error before a key is made', async () => {
    const { diagnostics } = await bench.host.apply(TYPE, config({ secret_id: 'nobody' }));

    expect(summaries(diagnostics)).toEqual(['error: No such secret']);
    expect(diagnostics[0]?.detail).toContain('"nobody"');
    expect(diagnostics[0]?.path).toEqual([{ attribute: 'store_in' }, { attribute: 'secret_id' }]);
    expect(bench.keys()).toEqual([]);
  });
});
