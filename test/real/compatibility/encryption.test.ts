import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { onEach } from './on-each';
import { everyResource } from './resources';

/** The block that the guide shows, with the fewest iterations that are allowed. */
const [ENCRYPTION = ''] = codeOf(readPage('docs/guides/compatibility.md'), 'hcl')
  .filter((code) => code.includes('encryption {'))
  .map((code) => code.replace(/passphrase = var\.state_passphrase/, '$&\niterations = 200000'));

onEach('state and plan encryption', ({ path }) => {
  it('neither state nor plan shows a secret half, or what the state is of', async () => {
    await using emulator = await Emulator.start({ dialect: 'extended' });
    const env = { TF_VAR_state_passphrase: 'a passphrase of the test' };
    await using workspace = await Workspace.create(emulator, { terraform: path, env });
    await workspace.write(ENCRYPTION, 'encryption.tf');
    await workspace.write(everyResource());

    const plan = ['plan', '-input=false', '-no-color', '-out=plan.bin'];
    await workspace.must(plan);
    await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin'], {
      withoutPlan: 'the next command is one',
    });
    await workspace.must([...plan, '-replace=coffer_access_key.it']);

    const state = await workspace.shown();
    const secret = String(state.find(({ type }) => type === 'coffer_access_key')?.values.secret_access_key);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(state)).not.toContain('canary');
    const files = (await readdir(workspace.folder)).filter((name) => /tfstate|plan\.bin/.test(name));
    expect(files).toEqual(expect.arrayContaining(['plan.bin', 'terraform.tfstate']));
    for (const file of files) {
      const text = await workspace.read(file);
      expect([file, ['canary', secret, 'coffer_', 'resource_changes'].filter((word) => text.includes(word))]).toEqual([
        file,
        [],
      ]);
    }

    const wrong = { TF_VAR_state_passphrase: 'another passphrase' };
    expect((await workspace.run(['plan', '-input=false', '-no-color'], { env: wrong })).code).toBe(1);
    await workspace.destroy();
    expect(emulator.inspect.accessKeys()).toEqual([]);
  });
});

onEach('early evaluation: variables in module sources and backends', ({ path }) => {
  it('a stage chooses the module and the state', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path, installation: 'mirror' });
    await workspace.write(`
      variable "stage" {
        type = string
      }
      terraform {
        backend "local" {
          path = "\${var.stage}.tfstate"
        }
      }
      module "it" {
        source = "./\${var.stage}"
      }
    `);
    for (const [stage, size] of [
      ['staging', 1000],
      ['production', 2000],
    ] as const) {
      await workspace.writeModule(stage, `resource "coffer_bucket" "b" {\n  max_size = ${size}\n}\n`);
    }

    for (const stage of ['staging', 'production']) {
      await workspace.must(['init', '-reconfigure', '-input=false', '-no-color', `-var=stage=${stage}`]);
      await workspace.apply(`-var=stage=${stage}`);
    }

    expect(emulator.inspect.buckets().map(({ maxSize }) => maxSize)).toEqual([1000n, 2000n]);
    for (const { id, maxSize } of emulator.inspect.buckets()) {
      expect(await workspace.read(maxSize === 1000n ? 'staging.tfstate' : 'production.tfstate')).toContain(id);
    }
    await workspace.destroy('-var=stage=production');
    expect(emulator.inspect.buckets().map(({ maxSize }) => maxSize)).toEqual([1000n]);
  });
});
