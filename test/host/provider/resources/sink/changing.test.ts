import { describe, expect, it } from 'vitest';
import { summaries } from '../support/bench';
import { shareSinks, TYPE } from './support';

const { bench, config, create } = shareSinks();

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
  });
});

describe('a sink that changes elsewhere', () => {
  it('P25: a renamed sink is a warning, and no change', async () => {
    const kept = await create({ secret_name: 'k' });
    const { secret_id, project_id = null } = kept.state;
    const state = { id: String(secret_id), project_id, name: 'k', value: 'x' };
    const other = { state, private: new Uint8Array() };
    await (await bench.start()).apply('coffer_secret', { name: 'renamed', value: 'x' }, other);
    await bench.restart();

    const { kept: refreshed, diagnostics } = await bench.host.refresh(TYPE, kept);

    expect(summaries(diagnostics)).toEqual([`warning: Secret renamed: "${secret_id}"`]);
    expect((await bench.host.plan(TYPE, config({ secret_name: 'k' }), refreshed)).action).toBe('no-op');
  });
});
