import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Host } from '../../support/host';
import { Workspace } from '../../support/workspace';
import { onEach } from './on-each';
import { ADDRESSES, everyResource, forAll } from './resources';

const REPLACE = ADDRESSES.map((address) => `-replace=${address}`);

onEach('create, update, replace and destroy every resource', ({ path }) => {
  it('from create to destroy, with an import and one that vanishes between', async () => {
    await using emulator = await Emulator.start({ dialect: 'extended' });
    await using workspace = await Workspace.create(emulator, { terraform: path });
    const ids = async () =>
      Object.fromEntries((await workspace.state()).map(({ address, values }) => [address, String(values.id)]));

    await workspace.write(everyResource());
    expect(await workspace.planActions()).toEqual(forAll('create'));
    await workspace.apply();
    expect(await workspace.planActions('-refresh-only')).toEqual({});
    const first = await ids();

    // The access key has no update.
    await workspace.write(everyResource({ name: 'two', size: 2000, version: '2', write: true }));
    expect(await workspace.planActions()).toEqual({ ...forAll('update'), 'coffer_access_key.it': 'replace' });
    await workspace.apply();
    const second = await ids();
    expect(Object.keys(first).filter((address) => first[address] !== second[address])).toEqual([
      'coffer_access_key.it',
    ]);
    expect(emulator.inspect.secretValue(second['coffer_secret.it'] ?? '')).toBe('canary-value-2');

    expect(await workspace.planActions(...REPLACE)).toEqual(forAll('replace'));
    await workspace.apply(...REPLACE);
    const third = await ids();
    expect(Object.keys(second).filter((address) => second[address] === third[address])).toEqual([]);

    // After an import, each resource at most takes over the attributes that cannot be read.
    for (const [address, id] of Object.entries(third)) {
      await workspace.must(['state', 'rm', address]);
      await workspace.must(['import', '-input=false', '-no-color', address, id]);
    }
    expect(new Set(Object.values(await workspace.planActions()))).toEqual(new Set(['update']));
    await workspace.apply();
    expect(await ids()).toEqual(third);

    const host = await Host.start(emulator);
    await host.destroy('coffer_secret', {
      state: { id: third['coffer_secret.it'] ?? null },
      private: new Uint8Array(),
    });
    await host.server.close();
    expect(await workspace.planActions()).toEqual({ 'coffer_secret.it': 'create' });
    await workspace.apply();

    await workspace.destroy();
    expect(await workspace.state()).toEqual([]);
    const { inspect } = emulator;
    expect([inspect.secrets(), inspect.buckets(), inspect.accessKeys(), inspect.pullSecrets()].flat()).toEqual([]);
  });
});
