import { describe, expect, it } from 'vitest';
import { UNKNOWN } from '../../../../framework/value';
import type { Kept } from '../../../support/host';
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

  it('another format rotates into the same secret', async () => {
    const first = await create({ store_in: { secret_name: 'k' } });

    const { action, kept } = await bench.host.apply(
      TYPE,
      config('1', { store_in: { secret_name: 'k', format: 'env' } }),
      first,
    );

    expect([action, kept?.state.secret_id]).toEqual(['update', first.state.secret_id]);
    expect(bench.emulator.inspect.secretValue(String(kept?.state.secret_id))).toContain('AWS_ACCESS_KEY_ID=');
  });

  it('a first secret removes the secret half from state', async () => {
    const first = await create();

    const { kept } = await bench.host.apply(TYPE, config('1', { store_in: { secret_name: 'k' } }), first);

    expect(slot(kept, 'previous')).toMatchObject({ id: idIn(first, 'current'), secret_access_key: null });
    expect(slot(kept, 'current')?.secret_access_key).toBeNull();
    expect(bench.secrets()).toHaveLength(1);
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
    expect(bench.host.plan(TYPE, elsewhere, kept).action).toBe('no-op');
  });

  it('the plan warns that an unknown secret may be another one', async () => {
    const first = await create({ store_in: { secret_id: await makeSecret('sink') } });

    const plan = bench.host.plan(TYPE, config('1', { store_in: { secret_id: UNKNOWN } }), first);

    expect([plan.action, ...summaries(plan.diagnostics)]).toEqual(['update', ROTATES]);
    expect(plan.diagnostics[0]?.detail).toContain('store_in may name another secret');
    expect([plan.planned.previous, plan.planned.secret_id]).toEqual([UNKNOWN, UNKNOWN]);
  });

  it.each([
    ['its own to one that is only written to', 'own'],
    ['one that is only written to to its own', 'written'],
  ])('a change from %s replaces the whole', async (_name, from) => {
    const sinks = { own: { secret_name: 'own' }, written: { secret_id: await makeSecret('sink') } };
    const { own, written } = sinks;
    const first = await create({ store_in: from === 'own' ? own : written });

    const plan = bench.host.plan(TYPE, config('1', { store_in: from === 'own' ? written : own }), first);

    expect(plan).toMatchObject({ action: 'replace', replaced: ['store_in'] });
  });

  it('P25: the loss of the secret rotates the key, and the plan says why', async () => {
    const extra = { store_in: { secret_name: 'k' } };
    const seen = await refresh(await create(extra));
    await (await bench.start()).destroy('coffer_secret', {
      state: { id: String(seen.state.secret_id) },
      private: new Uint8Array(),
    });
    bench.host.clock.now += HOUR;
    await bench.restart();

    const { kept: found } = await bench.host.refresh(TYPE, seen);
    const { action, kept, diagnostics } = await bench.host.apply(TYPE, config('1', extra), found);

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]?.detail).toContain('the secret that held it is gone');
    expect(kept?.state.secret_id).not.toBe(seen.state.secret_id);
    expect(bench.secrets()).toHaveLength(1);
  });
});
