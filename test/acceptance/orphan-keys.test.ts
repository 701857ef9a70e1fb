import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { stepsOf } from '../docs/hcl';
import { readPage } from '../docs/markdown';
import { Workspace } from '../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

/** The commands from the guide. */
const page = 'docs/guides/several-pipelines.md';
const [command] = stepsOf(page, readPage(page).text).filter(({ kind }) => kind === 'shell');

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

onEachTerraform((terraform) => {
  it('the commands of the guide name the key that an apply left in no state when it was killed, and no other', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform });
    const bin = join(workspace.folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'terraform'), `#!/bin/sh\nexec '${terraform}' "$@"\n`);
    await chmod(join(bin, 'terraform'), 0o755);
    const ask = async () => {
      const { code, stdout, output } = await workspace.runProgram(
        'bash',
        ['-euo', 'pipefail', '-c', command?.code ?? ''],
        {
          env: { PATH: [bin, process.env.PATH].join(delimiter) },
        },
      );
      const secrets = (await workspace.state()).flatMap(({ values }) => values.secret_access_key ?? []);
      for (const secret of secrets) expect(output).not.toContain(String(secret));
      return { code, ids: stdout.split('\n').filter(Boolean) };
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
    process.kill(-(applying.pid ?? 0), 'SIGKILL');
    await once(applying, 'close');
    emulator.faults.clear();

    const lost = emulator.inspect.accessKeys().filter(({ id }) => !known.includes(id));
    expect(lost).toHaveLength(1);
    expect(await ask()).toEqual({ code: 0, ids: lost.map(({ id }) => JSON.stringify(id)) });
  });
});
