import { describe, expect, it } from 'vitest';
import type { Kept } from '../../../../support/host';
import { summaries } from '../support/bench';
import { HOUR, idIn, ROTATES, shareRotatingKeys, slot, TYPE } from './support';

const { bench, config, create, keys, refresh } = shareRotatingKeys();

/** Creates a secret that belongs to no key, and returns its id. */
async function makeSecret(name: string): Promise<string> {
  const { kept } = await bench.host.apply('coffer_secret', { name, value_wo: 'not yet', value_wo_version: '1' });
  return String(kept?.state.id);
}

describe('with a secret to store in', () => {
  it('P25: a rotation writes the new key into the same secret, and state contains only ids', async () => {
    const extra = { store_in: { secret_name: 'k', format: 'json' } };
    const first = await create(extra);

    const { kept } = await bench.host.apply(TYPE, config('2', extra), first);

    expect(kept?.state.secret_id).toBe(first.state.secret_id);
    const stored = JSON.parse(bench.emulator.inspect.secretValue(String(kept?.state.secret_id))) as Record<
      string,
      string
    >;
    expect(stored.access_key_id).toBe(slot(kept, 'current')?.access_key_id);
    for (const id of keys()) {
      expect(JSON.stringify(kept?.state)).not.toContain(bench.emulator.inspect.secretAccessKey(id));
    }
    await bench.host.destroy(TYPE, kept as Kept);
    expect([keys(), bench.secrets()]).toEqual([[], []]);
  });

  it('P26: another secret that is only written to gets the next key, while the one before keeps the previous key', async () => {
    const [before, after] = [await makeSecret('before'), await makeSecret('after')];
    const first = await create({ store_in: { secret_id: before } });
    const elsewhere = config('1', { store_in: { secret_id: after } });

    const { action, kept, diagnostics } = await bench.host.apply(TYPE, elsewhere, first);

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]?.detail).toContain('store_in names another secret');
    expect(kept?.state.secret_id).toBe(after);
    expect(bench.emulator.inspect.secretValue(before)).toBe(
      bench.emulator.inspect.secretAccessKey(String(idIn(kept, 'previous'))),
    );
    expect(bench.emulator.inspect.secretValue(after)).toBe(
      bench.emulator.inspect.secretAccessKey(String(idIn(kept, 'current'))),
    );
    expect((await bench.host.plan(TYPE, elsewhere, kept)).action).toBe('no-op');
  });

  describe('P26: a secret of the key that the next key is not stored in', () => {
    const OWN = { store_in: { secret_name: 'a', format: 'plain' } };
    const retire = async (extra: object, kept: Kept | null) => {
      bench.host.clock.now += 25 * HOUR;
      return bench.host.apply(TYPE, config('1', extra), await refresh(kept));
    };
    const half = (id: string | null | undefined) => bench.emulator.inspect.secretAccessKey(String(id));
    const names = () =>
      bench
        .secrets()
        .map(({ name }) => name)
        .sort();

    it.each([
      ['another name', async () => ({ store_in: { secret_name: 'b' } }), ['a', 'b']],
      ['an existing secret', async () => ({ store_in: { secret_id: await makeSecret('sink') } }), ['a', 'sink']],
      ['the state', async () => ({ store_in: null }), ['a']],
    ])('stays with the previous key and is deleted with it, for %s', async (_name, change, during) => {
      const first = await create(OWN);
      const own = String(first.state.secret_id);
      const extra = await change();

      const { action, kept, diagnostics, planned } = await bench.host.apply(TYPE, config('1', extra), first);

      expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
      expect(diagnostics[0]?.detail).toContain('Secret "a" keeps that key, and is deleted with it.');
      expect((planned.previous as { secret_id: string }).secret_id).toBe(own);
      expect([idIn(kept, 'previous'), slot(kept, 'previous')?.secret_id]).toEqual([idIn(first, 'current'), own]);
      expect(names()).toEqual(during);
      expect(bench.emulator.inspect.secretValue(own)).toBe(half(idIn(kept, 'previous')));
      expect(keys()).toHaveLength(2);
      expect((await bench.host.plan(TYPE, config('1', extra), await refresh(kept))).action).toBe('no-op');

      const retired = await retire(extra, kept);

      expect(summaries(retired.diagnostics)).toEqual(['warning: The previous access key retires']);
      expect(retired.diagnostics[0]?.detail).toContain(`with the secret ${JSON.stringify(own)} that was made for it`);
      expect([keys(), names()]).toEqual([[idIn(first, 'current') && idIn(retired.kept, 'current')], during.slice(1)]);
      expect((await bench.host.plan(TYPE, config('1', extra), await refresh(retired.kept))).action).toBe('no-op');
      await bench.host.destroy(TYPE, retired.kept as Kept);
      expect([keys(), names()]).toEqual([[], during.slice(1).filter((name) => name === 'sink')]);
    });

    it('takes the key again if its name comes back during the overlap', async () => {
      const first = await create(OWN);
      const { kept: renamed } = await bench.host.apply(TYPE, config('1', { store_in: { secret_name: 'b' } }), first);

      const { kept } = await bench.host.apply(TYPE, config('1', OWN), renamed);

      expect(kept?.state.secret_id).toBe(first.state.secret_id);
      expect(slot(kept, 'previous')?.secret_id).toBe(renamed?.state.secret_id);
      expect(bench.emulator.inspect.secretValue(String(kept?.state.secret_id))).toBe(half(idIn(kept, 'current')));
      expect([names(), keys().length, kept?.state.undeleted_secret_ids]).toEqual([['a', 'b'], 2, []]);
      const { kept: last } = await retire(OWN, kept);
      expect([names(), keys()]).toEqual([['a'], [idIn(last, 'current')]]);
    });

    it('is deleted by the next apply if somebody has deleted its key', async () => {
      const extra = { store_in: null };
      const { kept: rotated } = await bench.host.apply(TYPE, config('1', extra), await create(OWN));
      const seen = await refresh(rotated);
      const state = { id: idIn(seen, 'previous') ?? null, secret_id: null, store_in: null };
      await (await bench.start()).destroy('coffer_access_key', { state, private: new Uint8Array() });
      bench.host.clock.now += HOUR;
      await bench.restart();

      const found = await refresh(seen);
      const { action, kept } = await bench.host.apply(TYPE, config('1', extra), found);

      expect([slot(found, 'previous'), action, names(), keys()]).toEqual([null, 'update', [], [idIn(kept, 'current')]]);
    });

    it('goes with the oldest key of a second rotation', async () => {
      const { kept: b } = await bench.host.apply(
        TYPE,
        config('1', { store_in: { secret_name: 'b' } }),
        await create(OWN),
      );

      const { kept } = await bench.host.apply(TYPE, config('1', { store_in: { secret_name: 'c' } }), b);

      expect([names(), keys().length]).toEqual([['b', 'c'], 2]);
      await bench.host.destroy(TYPE, kept as Kept);
      expect([names(), keys()]).toEqual([[], []]);
    });

    it('stays when the program names it by its id', async () => {
      const first = await create(OWN);
      const byId = { store_in: { secret_id: String(first.state.secret_id) } };

      const { kept } = await retire(byId, (await bench.host.apply(TYPE, config('1', byId), first)).kept);

      expect([names(), keys()]).toEqual([['a'], [idIn(kept, 'current')]]);
      expect(bench.emulator.inspect.secretValue(String(first.state.secret_id))).toBe(half(idIn(kept, 'current')));
    });

    it('is deleted by a later apply if it cannot be deleted', async () => {
      const extra = { store_in: null };
      const { kept: rotated } = await bench.host.apply(TYPE, config('1', extra), await create(OWN));
      const broken = bench.emulator.faults.add({ operation: 'deleteSecret', status: 403 });
      const failed = await retire(extra, rotated);
      expect(summaries(failed.diagnostics).at(-1)).toBe('error: Old secret not deleted');
      expect([keys().length, failed.kept?.state.undeleted_secret_ids]).toEqual([
        1,
        [slot(rotated, 'previous')?.secret_id],
      ]);
      broken.remove();

      const { action, kept } = await bench.host.apply(TYPE, config('1', extra), await refresh(failed.kept));

      expect([action, names(), kept?.state.undeleted_secret_ids]).toEqual(['update', [], []]);
      expect((await bench.host.plan(TYPE, config('1', extra), await refresh(kept))).action).toBe('no-op');
    });

    it('is deleted by a destroy if it could not be deleted before', async () => {
      const extra = { store_in: null };
      const { kept: rotated } = await bench.host.apply(TYPE, config('1', extra), await create(OWN));
      bench.emulator.faults.add({ operation: 'deleteSecret', status: 403, times: 1 });
      const failed = await retire(extra, rotated);

      await bench.host.destroy(TYPE, failed.kept as Kept);

      expect([names(), keys()]).toEqual([[], []]);
    });
  });
});
