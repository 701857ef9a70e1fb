import { expect } from 'vitest';
import type { Kept } from '../../../../support/host';
import { shareBench, shareBuckets } from '../support/bench';

export const TYPE = 'coffer_rotating_access_key';
export const HOUR = 60 * 60_000;
export const START = Date.parse('2026-01-01T00:00:00Z');
export const ROTATES = 'warning: The access key rotates';
export const RETIRES = 'warning: The previous access key retires';

/** A bench whose clock starts at `START`, with two buckets for rotating keys. */
export function shareRotatingKeys() {
  const bench = shareBench(() => ({ clock: { now: START } }));
  const buckets = shareBuckets(bench);
  const config = (month: string, extra = {}) => ({
    bucket_ids: [...buckets],
    permissions: { read: true },
    rotation_trigger: { month },
    ...extra,
  });
  return {
    bench,
    buckets,
    config,
    /** Ids of all keys at the service. */
    keys: () => bench.keys().map(({ id }) => id),
    async create(extra = {}) {
      const { kept, diagnostics } = await bench.host.apply(TYPE, config('1', extra));
      expect(diagnostics).toEqual([]);
      return kept as Kept;
    },
    /** Refreshes as a plan does. */
    async refresh(kept: Kept | null) {
      const refreshed = await bench.host.refresh(TYPE, kept as Kept);
      expect(refreshed.diagnostics).toEqual([]);
      return refreshed.kept as Kept;
    },
  };
}

export const slot = (kept: Kept | null, name: 'current' | 'previous') =>
  (kept?.state[name] ?? null) as { readonly [name: string]: string | null } | null;

export const idIn = (kept: Kept | null, name: 'current' | 'previous') => slot(kept, name)?.id;

/** The time this many hours after `START`. */
export const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
