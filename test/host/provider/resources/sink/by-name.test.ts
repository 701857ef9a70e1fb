import { describe, expect, it } from 'vitest';
import { summaries } from '../support/bench';
import { shareSinks, TYPE } from './support';

const { bench, config, create, halfOf, secretOf, stored } = shareSinks();

describe('by name', () => {
  it('P25: the secret half is in a secret with that name and not in state', async () => {
    const kept = await create({ secret_name: 'reader-key' });

    expect(bench.secrets()).toMatchObject([{ id: kept.state.secret_id, name: 'reader-key' }]);
    expect(stored(kept)).toBe(halfOf(kept));
    expect(kept.state.secret_access_key).toBeNull();
    expect(JSON.stringify(kept.state) + new TextDecoder().decode(kept.private)).not.toContain(halfOf(kept));
    expect((await bench.host.plan(TYPE, config({ secret_name: 'reader-key' }), kept)).action).toBe('no-op');
  });

  it('P25: a name that is taken is an error before a key is made', async () => {
    const { id } = await secretOf('taken');
    bench.emulator.journal.clear();

    const { kept, diagnostics } = await bench.host.apply(TYPE, config({ secret_name: 'taken' }));

    expect(kept).toBeNull();
    expect(summaries(diagnostics)).toEqual(['error: Secret name already exists']);
    expect(diagnostics[0]).toMatchObject({
      detail: expect.stringContaining(`store_in = { secret_id = "${id}" }`),
      path: [{ attribute: 'store_in' }, { attribute: 'secret_name' }],
    });
    expect(bench.emulator.journal.count({ operation: 'createAccessKey' })).toBe(0);
  });

  it('P25: destroying the key destroys the secret', async () => {
    const kept = await create({ secret_name: 'reader-key' });

    expect(await bench.host.destroy(TYPE, kept)).toEqual({ kept: null, diagnostics: [] });

    expect([bench.keys(), bench.secrets()]).toEqual([[], []]);
  });

  it('is replaced with the same name in one apply', async () => {
    const first = await create({ secret_name: 'reader-key' });

    const { action, kept, diagnostics } = await bench.host.apply(
      TYPE,
      config({ secret_name: 'reader-key' }, { permissions: { write: true } }),
      first,
    );

    expect({ action, diagnostics }).toEqual({ action: 'replace', diagnostics: [] });
    expect(stored(kept)).toBe(halfOf(kept));
    expect([bench.keys().length, bench.secrets().length]).toEqual([1, 1]);
  });
});
