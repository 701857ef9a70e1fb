import { once } from 'node:events';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';
import { queryOrphans } from './support/orphan-query';

const key = (name: string) => `
  resource "coffer_access_key" "${name}" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;
const CONFIGURATION = `
  data "coffer_access_keys" "all" {}
  output "listed" {
    value = data.coffer_access_keys.all.access_keys[*].id
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  ${key('first')}
`;

onEachTerraform('orphan keys', (terraform) => {
  it('the commands of the guide name the key that an apply left in no state when it was killed, and no other', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform });
    const ask = async () => {
      const { code, output, ids } = await queryOrphans(workspace, terraform);
      const secrets = (await workspace.state()).flatMap(({ values }) => values.secret_access_key ?? []);
      for (const secret of secrets) expect(output).not.toContain(String(secret));
      return { code, ids };
    };
    await workspace.write(CONFIGURATION);
    await workspace.must(['apply', '-auto-approve', '-input=false'], {
      withoutPlan: 'the output lists the new key next',
    });
    await workspace.apply();
    const known = emulator.inspect.accessKeys().map(({ id }) => id);
    expect(await ask()).toEqual({ code: 1, ids: [] });

    const made = emulator.faults.add({ operation: 'createAccessKey', pause: true, when: 'after-commit' });
    await workspace.write(CONFIGURATION + key('second'));
    const applying = workspace.spawn(['apply', '-auto-approve', '-input=false'], { detached: true });
    await made.whenMet();
    process.kill(-(applying.pid ?? Number.NaN), 'SIGKILL');
    await once(applying, 'close');
    emulator.faults.clear();

    const lost = emulator.inspect.accessKeys().filter(({ id }) => !known.includes(id));
    expect(lost).toHaveLength(1);
    expect(await ask()).toEqual({ code: 0, ids: lost.map(({ id }) => JSON.stringify(id)) });
  });
});
