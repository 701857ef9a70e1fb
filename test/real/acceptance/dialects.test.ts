import { describe, expect, it } from 'vitest';
import { type Dialect, Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';

/** One story through all four resources on every dialect except the default one, which `lifecycle.test.ts` covers. */

const configuration = (extra: { secret: string; size: number; version: string; permissions: string; api: string }) => `
  provider "coffer" {
    pull_secret_api = "${extra.api}"
  }
  resource "coffer_secret" "s" {
    name             = "${extra.secret}"
    value_wo         = "value-${extra.version}"
    value_wo_version = "${extra.version}"
  }
  resource "coffer_pull_secret" "p" {
    server              = "ghcr.io"
    username            = "octo"
    password_wo         = "password-${extra.version}"
    password_wo_version = "${extra.version}"
  }
  resource "coffer_bucket" "b" {
    max_size = ${extra.size}
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { ${extra.permissions} }
  }
`;

const cases: readonly (readonly [Dialect, 'create_only' | 'full'])[] = [
  ['minimal', 'create_only'],
  ['enveloped', 'create_only'],
  ['extended', 'create_only'],
  ['extended', 'full'],
];

describe.each(cases)('on the %s dialect, with pull_secret_api = "%s"', (dialect, api) => {
  it('all four resources are made, kept, changed, imported, made again and destroyed', async () => {
    await using emulator = await Emulator.start({ dialect, settle: '2polls' });
    await using workspace = await Workspace.create(emulator);
    const first = { secret: 'one', size: 1000, version: '1', permissions: 'read = true', api };

    await workspace.write(configuration(first));
    await workspace.apply();
    const ids = Object.fromEntries(
      (await workspace.state()).map(({ address, values }) => [address, String(values.id)]),
    );
    expect(emulator.inspect.secretValue(ids['coffer_secret.s'] ?? '')).toBe('value-1');

    await workspace.write(
      configuration({ ...first, secret: 'two', size: 2000, version: '2', permissions: 'write = true' }),
    );
    expect(await workspace.planActions()).toEqual({
      'coffer_secret.s': 'update',
      'coffer_pull_secret.p': 'update',
      'coffer_bucket.b': 'update',
      'coffer_access_key.k': 'replace',
    });
    await workspace.apply();
    const now = Object.fromEntries(
      (await workspace.state()).map(({ address, values }) => [address, String(values.id)]),
    );
    expect(emulator.inspect.secretValue(now['coffer_secret.s'] ?? '')).toBe('value-2');
    expect(now['coffer_secret.s']).toBe(ids['coffer_secret.s']);
    expect(now['coffer_pull_secret.p'] === ids['coffer_pull_secret.p']).toBe(api === 'full');

    for (const [address, id] of Object.entries(now)) {
      await workspace.must(['state', 'rm', address]);
      await workspace.must(['import', '-input=false', address, id]);
    }
    const afterImport = await workspace.planActions();
    expect(Object.values(afterImport).every((action) => action === 'update')).toBe(true);
    await workspace.apply();

    const { output } = await workspace.destroy();
    expect(output.includes('Pull secret stays at the service')).toBe(api === 'create_only');
    expect([emulator.inspect.secrets(), emulator.inspect.buckets(), emulator.inspect.accessKeys()].flat()).toEqual([]);
    expect(emulator.inspect.pullSecrets()).toHaveLength(api === 'full' ? 0 : 2);
  });
});
