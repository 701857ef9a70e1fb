import { describe, expect, it } from 'vitest';
import type { Kept } from '../../../../support/host';
import { summaries } from '../support/bench';
import { shareSinks, TYPE } from './support';

const { bench, config, create, halfOf, stored } = shareSinks();

describe('changing it', () => {
  it.each([
    ['another name', { secret_name: 'a' }, { secret_name: 'b' }],
    ['another format', { secret_name: 'a' }, { secret_name: 'a', format: 'json' }],
    ['none any more', { secret_name: 'a' }, null],
    ['one for a key that had none', null, { secret_name: 'a' }],
  ])('%s replaces the key', async (_name, before, after) => {
    const { kept } = await bench.host.apply(TYPE, config(before));

    const { action, kept: next } = await bench.host.apply(TYPE, config(after), kept);

    expect(action).toBe('replace');
    expect(next?.state.secret_access_key === null).toBe(after !== null);
    expect((await bench.host.plan(TYPE, config(after), next)).action).toBe('no-op');
    expect([bench.keys().length, bench.secrets().length]).toEqual([1, after ? 1 : 0]);
  });

  it('P29: on an imported key it is an error that says to replace it', async () => {
    const first = await bench.host.apply(TYPE, config(null));
    const { kept } = await bench.host.import(TYPE, String(first.kept?.state.id));

    const { diagnostics } = await bench.host.plan(TYPE, config({ secret_name: 'a' }), kept);

    expect(diagnostics).toMatchObject([
      { severity: 'error', summary: 'Secret half not known', path: [{ attribute: 'store_in' }] },
    ]);
    expect(diagnostics[0]?.detail).toBe(
      'This key was imported, and the service shows the secret half of a key only when the key is created, so the provider has nothing to store. Replace the key: ' +
        'run terraform taint on this resource, then apply. Or remove store_in.',
    );
  });
});

describe('a sink that changes elsewhere', () => {
  it('P25: a sink that is gone replaces the key, and the plan says why', async () => {
    const kept = await create({ secret_name: 'k' });
    const seen = await bench.host.refresh(TYPE, kept);
    await (await bench.start()).destroy('coffer_secret', {
      state: { id: String(kept.state.secret_id) },
      private: new Uint8Array(),
    });
    await bench.restart({ clock: { now: Date.now() + 11 * 60_000 } });
    const { kept: refreshed } = await bench.host.refresh(TYPE, seen.kept as Kept);

    const plan = await bench.host.plan(TYPE, config({ secret_name: 'k' }), refreshed);
    const { kept: next } = await bench.host.apply(TYPE, config({ secret_name: 'k' }), refreshed);

    expect(plan).toMatchObject({ action: 'replace', replaced: ['secret_id'] });
    expect(plan.diagnostics).toEqual([
      {
        severity: 'warning',
        summary: 'The key is replaced, because its secret no longer exists',
        detail:
          'The key/value secret that held the secret half of this key no longer exists, so the secret half is lost. A new key is created and stored.',
        path: [{ attribute: 'secret_id' }],
      },
    ]);
    expect(stored(next)).toBe(halfOf(next));
    expect(bench.keys()).toHaveLength(1);
  });

  it('P7: a sink that is not listed yet is not gone', async () => {
    const kept = await create({ secret_name: 'k' });
    bench.emulator.faults.add({ operation: 'listSecrets', status: 200, body: [{ id: 'other', name: 'other' }] });

    const { kept: refreshed } = await (await bench.start()).refresh(TYPE, kept);

    expect(refreshed?.state.secret_id).toBe(kept.state.secret_id);
  });

  it('P25: a renamed sink is a warning, and no change', async () => {
    const kept = await create({ secret_name: 'k' });
    const { secret_id, project_id = null } = kept.state;
    const state = { id: String(secret_id), project_id, name: 'k', value: 'x' };
    const other = { state, private: new Uint8Array() };
    await (await bench.start()).apply('coffer_secret', { name: 'renamed', value: 'x' }, other);
    await bench.restart();

    const { kept: refreshed, diagnostics } = await bench.host.refresh(TYPE, kept);

    expect(summaries(diagnostics)).toEqual([`warning: Secret renamed: "${secret_id}"`]);
    expect(diagnostics[0]?.detail).toBe(
      `The secret that holds the secret half of this key (id "${secret_id}") is named "renamed" now, not "k". A client that looks for the configured name ` +
        'finds nothing. Rename the secret back, or change secret_name, which creates a new key.',
    );
    expect((await bench.host.plan(TYPE, config({ secret_name: 'k' }), refreshed)).action).toBe('no-op');
  });

  it('P4: a secret that is already gone does not prevent the destroy', async () => {
    const kept = await create({ secret_name: 'k' });
    await (await bench.start()).destroy('coffer_secret', {
      state: { id: String(kept.state.secret_id) },
      private: new Uint8Array(),
    });

    expect(await bench.host.destroy(TYPE, kept)).toEqual({ kept: null, diagnostics: [] });
  });
});
