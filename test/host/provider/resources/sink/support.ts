import { expect } from 'vitest';
import type { Kept } from '../../../../support/host';
import { shareBench, shareBuckets } from '../support/bench';

export const TYPE = 'coffer_access_key';

/** A bench with two buckets for keys that are stored in a secret. */
export function shareSinks() {
  const bench = shareBench();
  const buckets = shareBuckets(bench);
  const config = (store_in: Record<string, string> | null, extra = {}) => ({
    bucket_ids: [...buckets],
    permissions: { read: true },
    store_in,
    ...extra,
  });
  return {
    bench,
    buckets,
    config,
    async create(store_in: Record<string, string>) {
      const { kept, diagnostics } = await bench.host.apply(TYPE, config(store_in));
      expect(diagnostics).toEqual([]);
      return kept as Kept;
    },
    /** Creates a separate secret. */
    async secretOf(name: string) {
      const { kept } = await bench.host.apply('coffer_secret', { name, value_wo: 'before' });
      return { kept: kept as Kept, id: String(kept?.state.id) };
    },
    /** The secret half of a key. */
    halfOf: (kept: Kept | null) => bench.emulator.inspect.secretAccessKey(String(kept?.state.id)),
    /** The value of a key's secret. */
    stored: (kept: Kept | null) => bench.emulator.inspect.secretValue(String(kept?.state.secret_id)),
  };
}
