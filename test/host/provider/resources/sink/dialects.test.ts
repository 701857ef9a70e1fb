import { describe, expect, it } from 'vitest';
import { type Dialect, Emulator } from '../../../../../emulator';
import { Host, type Kept } from '../../../../support/host';
import { TYPE } from './support';

/** A host of another emulator, and a bucket there. */
async function withBucket(other: Emulator) {
  const itsHost = await Host.start(other);
  const { kept } = await itsHost.apply('coffer_bucket', { max_size: 1000 });
  return { host: itsHost, bucketId: String(kept?.state.id) };
}

describe.each<[Dialect]>([['minimal'], ['enveloped'], ['extended']])('on the %s dialect', (dialect) => {
  it('P25: keys of both kinds are stored, replaced and destroyed', async () => {
    await using other = await Emulator.start({ dialect, settle: '2polls' });
    const { host: itsHost, bucketId } = await withBucket(other);
    const common = { bucket_ids: [bucketId], permissions: { read: true }, rotation_trigger: { n: '1' } };
    for (const [type, format] of [
      [TYPE, 'json'],
      ['coffer_rotating_access_key', 'env'],
    ] as const) {
      const wanted = { ...common, store_in: { secret_name: format, format } };

      const first = await itsHost.apply(type, wanted);
      const { kept: refreshed } = await itsHost.refresh(type, first.kept as Kept);
      expect(await itsHost.plan(type, wanted, refreshed)).toMatchObject({ action: 'no-op', diagnostics: [] });
      const next = await itsHost.apply(type, { ...wanted, rotation_trigger: { n: '2' } }, refreshed);

      const stored = other.inspect.secretValue(String(next.kept?.state.secret_id));
      const halves = other.inspect.accessKeys().map(({ id }) => other.inspect.secretAccessKey(id));
      expect(halves.filter((half) => stored.includes(half))).toHaveLength(1);
      await itsHost.destroy(type, next.kept as Kept);
    }
    expect([other.inspect.accessKeys(), other.inspect.secrets()]).toEqual([[], []]);
  });
});
