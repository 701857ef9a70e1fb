import { expect } from 'vitest';
import type { Kept } from '../../../../support/host';
import { shareBench } from '../support/bench';

export const TYPE = 'coffer_secret';

export function shareSecrets() {
  const bench = shareBench(() => ({ rereads: false }));
  async function create(config: Record<string, string>) {
    const { kept, diagnostics } = await bench.host.apply(TYPE, { name: 'a', ...config });
    expect(diagnostics).toEqual([]);
    return kept as Kept;
  }
  return {
    bench,
    create,
    async imported() {
      const { id } = (await create({ value: 'v' })).state;
      const { kept } = await bench.host.import(TYPE, String(id));
      return kept as Kept;
    },
    /** How often an existing secret was updated. */
    puts: () => bench.emulator.journal.count({ operation: 'updateSecret' }),
    storedValue: (kept: Kept | null) => bench.emulator.inspect.secretValue(idOf(kept)),
  };
}

export const idOf = (kept: Kept | null) => String(kept?.state.id);
