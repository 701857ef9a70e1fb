import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { startProvider } from '../support/debug-provider';
import { make, makeBucket } from '../support/in-process';
import { TerraformHost } from '../support/terraform-host';
import { type Build, executableOf, Workspace } from '../support/workspace';

describe.each<[Build]>([['compiled'], ['node']])('with the %s provider', (build) => {
  it('P18: two aliases for two projects in one process never see each other', async () => {
    await using emulator = await Emulator.start();
    const [one, two] = [emulator.newProject(), emulator.newProject()];
    await using provider = await startProvider(build);
    await using workspace = await Workspace.create(emulator, {
      build,
      env: { TF_REATTACH_PROVIDERS: provider.reattach },
    });
    await workspace.write(`
      provider "coffer" {
        base_url   = ${JSON.stringify(emulator.baseUrl)}
        token      = ${JSON.stringify(one.token)}
        project_id = ${JSON.stringify(one.projectId)}
      }
      provider "coffer" {
        alias      = "two"
        base_url   = ${JSON.stringify(emulator.baseUrl)}
        token      = ${JSON.stringify(two.token)}
        project_id = ${JSON.stringify(two.projectId)}
      }
      resource "coffer_secret" "one" {
        count    = 10
        name     = "secret-\${count.index}"
        value_wo = "v"
      }
      resource "coffer_secret" "two" {
        provider = coffer.two
        count    = 10
        name     = "secret-\${count.index}"
        value_wo = "v"
      }
    `);

    await workspace.apply();

    expect(await workspace.planActions()).toEqual({});
    const projects = (await workspace.state()).map(({ address, values }) => [address.slice(0, 17), values.project_id]);
    expect(new Set(projects.map(String))).toEqual(
      new Set([`coffer_secret.one,${one.projectId}`, `coffer_secret.two,${two.projectId}`]),
    );
    await workspace.destroy();
    expect(emulator.inspect.secrets()).toEqual([]);
    expect(provider.running()).toBe(true);
  });
});

it.each<[Build]>([['compiled'], ['node']])(
  'the %s provider serves what Terraform 1.12 to 1.16 asks for',
  async (build) => {
    await using emulator = await Emulator.start();
    await using provider = await startProvider(build);
    const settings = { base_url: emulator.baseUrl, token: emulator.token, project_id: emulator.projectId };
    const host = await TerraformHost.connect(provider.address, { settings });
    const bucketId = await makeBucket(host);

    const id = await make(host, 'coffer_access_key', { bucket_ids: [bucketId], permissions: { read: true } });
    const { kept } = await host.import('coffer_access_key', id);
    const { found } = await host.list('coffer_access_key', {}, { includeResource: true });
    const { progress } = await host.invoke('coffer_revoke_access_key', { id });

    expect(kept).toMatchObject({ identity: { id }, state: { bucket_ids: [bucketId], secret_access_key: null } });
    expect(found).toMatchObject([{ id, state: kept?.state }]);
    expect(progress).toHaveLength(1);
    expect(emulator.inspect.accessKeys()).toEqual([]);
  },
);

it('explains itself to whoever starts it by hand', async () => {
  const child = spawn(executableOf('compiled'), [], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });

  const [code] = await once(child, 'close');

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/Terraform/);
});
