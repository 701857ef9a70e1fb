import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

onEachTerraform('the environment of a plugin', (terraform) => {
  it.each([
    ['PLUGIN_UNIX_SOCKET_GROUP', { PLUGIN_UNIX_SOCKET_GROUP: String(process.getgid?.() ?? 0) }, 0],
    ['a group that does not exist', { PLUGIN_UNIX_SOCKET_GROUP: 'no-such-group' }, 1],
  ])("what Terraform's environment says of the socket is heeded: %s", async (_name, env, code) => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { installation: 'dev_overrides', terraform, env });
    await workspace.write('resource "coffer_bucket" "b" {\n  max_size = 1000\n}\n');

    const planned = await workspace.run(['plan', '-input=false', '-no-color']);

    expect(planned.code, planned.output).toBe(code);
    expect(planned.output.includes('no-such-group')).toBe(code === 1);
  });
});
