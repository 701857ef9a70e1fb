import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace, type WorkspaceOptions } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

/** P51, with the real command lines: an object that gets a second address keeps its value, and legitimate ways to another address stay open. */

// Tests that wait 30 seconds for the owner of a name that is taken wait together.
const TIMEOUT = { timeout: 300_000 };

const VALUE = 'value_wo = "placeholder"\n  value_wo_version = "1"';

const secret = (label: string, more = VALUE, name = 'uploads-key') => `
resource "coffer_secret" "${label}" {
  name = "${name}"
  ${more}
}`;

/** The recipe of the rotation guide: a key that is replaced before the old one is destroyed, and stored in a secret of its own. */
const recipe = (label: string) => `
resource "coffer_bucket" "b" {
  max_size = 1000
}
${secret(label)}
resource "coffer_access_key" "k" {
  bucket_ids  = [coffer_bucket.b.id]
  permissions = { read = true }
  store_in    = { secret_id = coffer_secret.${label}.id }
  lifecycle {
    create_before_destroy = true
  }
}`;

const importTo = (address: string, id: string) => `\nimport {\n  to = ${address}\n  id = "${id}"\n}\n`;
const removed = (address: string) => `
removed {
  from = ${address}
  lifecycle {
    destroy = false
  }
}`;

const HAS_TWO = /The secret "[^"]+" has two addresses/;

onEachTerraform('one object at two addresses', (terraform) => {
  /** The recipe, applied: the secret holds a live key, which nobody else has. */
  async function start(options: WorkspaceOptions = {}) {
    const emulator = await Emulator.start();
    const workspace = await Workspace.create(emulator, { terraform, ...options });
    await workspace.write(recipe('old'));
    await workspace.init();
    await workspace.apply();
    const [{ id } = { id: '' }] = emulator.inspect.secrets();
    const live = emulator.inspect.secretValue(id);
    const run = async (command: string, ...args: string[]) => {
      const approve = ['apply', 'destroy'].includes(command) ? ['-auto-approve'] : [];
      const rest = command === 'state' ? args : [...approve, '-input=false', '-no-color', ...args];
      const { code, output } = await workspace.run([command, ...rest]);
      return { code, output: output.replace(/[\s│╷╵]+/g, ' ') };
    };
    return {
      emulator,
      workspace,
      id,
      run,
      imported: importTo('coffer_secret.new', id),
      /** Fails unless the command is refused for the two addresses, and the secret still has the live key. */
      async refuses(...command: [string, ...string[]]) {
        const { code, output } = await run(...command);
        expect([code, output]).toEqual([1, expect.stringMatching(HAS_TWO)]);
        expect(output).toContain(id);
        this.isWhole();
      },
      async passes(...command: [string, ...string[]]) {
        const { code, output } = await run(...command);
        expect([code, output]).toEqual([0, expect.anything()]);
        this.isWhole();
      },
      isWhole: () => expect(emulator.inspect.secretValue(id)).toBe(live),
      async [Symbol.asyncDispose]() {
        await workspace[Symbol.asyncDispose]();
        await emulator[Symbol.asyncDispose]();
      },
    };
  }

  it.concurrent(
    'P51: a renamed address: its own case comes first, and the import block is refused',
    TIMEOUT,
    async () => {
      await using world = await start();
      await world.workspace.write(recipe('new'));
      const { code, output } = await world.run('apply');
      expect(code).toBe(1);
      expect(output).toMatch(/name "uploads-key" is taken.*moved \{ from.*import \{ to = coffer_secret/);

      await world.workspace.write(recipe('new') + world.imported);
      await world.refuses('apply');
      await world.refuses('apply', '-refresh=false');

      await world.workspace.write(`${recipe('new')}\nmoved {\n  from = coffer_secret.old\n  to = coffer_secret.new\n}`);
      await world.passes('apply');
    },
  );

  it(
    'P51: with -target the import passes, and the destroy that is left is refused until one address is let go',
    TIMEOUT,
    async () => {
      await using world = await start();
      await world.workspace.write(recipe('new') + world.imported);
      await world.passes('apply', '-target=coffer_secret.new');
      await world.refuses('apply');
      await world.refuses('apply', '-refresh=false');

      await world.passes('state', 'rm', 'coffer_secret.old');
      await world.passes('apply');
      await world.passes('plan', '-detailed-exitcode');
    },
  );

  it('P51: the command import, and states that have no marks yet', TIMEOUT, async () => {
    await using world = await start();
    await world.workspace.write(recipe('new'));
    await world.passes('import', 'coffer_secret.new', world.id);
    await world.refuses('apply');
    await forgetMarks(world.workspace);
    await world.refuses('apply');

    // Two blocks of one object: what is there stays, and neither can go while the other is there.
    await world.workspace.write(recipe('new') + secret('old'));
    await world.passes('plan');
    await world.refuses('apply', '-replace=coffer_secret.old');
    await world.workspace.write(recipe('new') + removed('coffer_secret.old'));
    await world.passes('apply');
    await world.passes('plan', '-detailed-exitcode');
  });

  it('P51: a destroy of all deletes an object at both of its addresses', TIMEOUT, async () => {
    await using world = await start();
    await world.workspace.write(recipe('new') + world.imported);
    await world.passes('apply', '-target=coffer_secret.new');
    await world.workspace.write(recipe('new') + secret('old'));

    await world.workspace.destroy();

    expect(world.emulator.inspect.secrets()).toEqual([]);
  });

  it.concurrent('P51: two blocks of one name', TIMEOUT, async () => {
    await using world = await start();
    await world.workspace.write(recipe('old') + secret('new'));
    expect((await world.run('apply')).output).toContain('If two blocks have one name');
    await world.workspace.write(recipe('old') + secret('new') + world.imported);
    await world.refuses('apply');

    await world.workspace.write(
      recipe('old') +
        importTo('coffer_secret.a["x"]', world.id) +
        importTo('coffer_secret.a["y"]', world.id) +
        `
resource "coffer_secret" "a" {
  for_each = toset(["x", "y"])
  name     = "uploads-key"
}`,
    );
    await world.refuses('plan');
  });

  it.concurrent('P51: -replace, which create_before_destroy hands on, and a deposed object', TIMEOUT, async () => {
    await using world = await start();
    const { code, output } = await world.run('apply', '-replace=coffer_secret.old');
    expect([code, output]).toEqual([1, expect.stringContaining('create_before_destroy')]);
    world.isWhole();
    await world.workspace.write(recipe('old') + secret('new') + world.imported);
    await world.refuses('apply', '-replace=coffer_secret.old');

    // The replacement under another name leaves the old secret deposed, because its DELETE fails.
    const fault = world.emulator.faults.add({ operation: 'deleteSecret', status: 403 });
    const renamed = (more: string) => recipe('old').replace('"uploads-key"', '"other-key"') + more;
    await world.workspace.write(renamed(''));
    await world.run('apply', '-replace=coffer_secret.old');
    fault.remove();
    expect((await world.workspace.state()).some(({ deposed_key: key }) => key !== undefined)).toBe(true);
    await world.workspace.write(renamed(secret('new') + world.imported));
    await world.refuses('apply');
  });

  it(
    'P51: what is legitimate passes: a removed block, state rm, state mv, and import, change and destroy at one address',
    TIMEOUT,
    async () => {
      await using world = await start();
      await world.workspace.write(recipe('new') + removed('coffer_secret.old') + world.imported);
      await world.passes('apply');
      await world.passes('plan', '-detailed-exitcode');

      await world.passes('state', 'mv', 'coffer_secret.new', 'coffer_secret.newer');
      await world.workspace.write(recipe('newer'));
      await world.passes('plan', '-detailed-exitcode');

      await world.passes('state', 'rm', 'coffer_secret.newer');
      await world.workspace.write(recipe('new') + world.imported);
      await world.passes('apply');
      await world.workspace.write(recipe('new').replace('"1"', '"2"'));
      expect((await world.run('apply')).code).toBe(0);
      await world.workspace.destroy();
      expect(world.emulator.inspect.secrets()).toEqual([]);
    },
  );

  it('P51: without attach, where each command has a process of its own', TIMEOUT, async () => {
    await using world = await start({ installation: 'dev_overrides' });
    await world.workspace.write(recipe('new') + world.imported);
    await world.refuses('apply');
    await world.workspace.write(recipe('new') + world.imported + removed('coffer_secret.old'));
    await world.passes('apply');
    await world.workspace.destroy();
    expect(world.emulator.inspect.secrets()).toEqual([]);
  });

  it('P51: the keys and the secret of a rotating key belong to its address', TIMEOUT, async () => {
    const rotating = (trigger: string) => `
resource "coffer_bucket" "b" {
  max_size = 1000
}
resource "coffer_rotating_access_key" "r" {
  bucket_ids       = [coffer_bucket.b.id]
  permissions      = { read = true }
  rotation_trigger = { n = "${trigger}" }
  store_in         = { secret_name = "sink" }
}`;
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform });
    await workspace.write(rotating('1'));
    await workspace.apply();
    await workspace.write(rotating('2'));
    await workspace.apply();
    const {
      current,
      previous,
      secret_id: sink,
    } = (await workspace.resource('coffer_rotating_access_key.r')) as Record<string, { id: string }>;
    const key =
      'resource "coffer_access_key" "x" {\n  bucket_ids = [coffer_bucket.b.id]\n  permissions = { read = true }\n}';
    for (const [block, address, id] of [
      [key, 'coffer_access_key.x', current?.id],
      [key, 'coffer_access_key.x', previous?.id],
      ['resource "coffer_secret" "x" {\n  name = "sink"\n}', 'coffer_secret.x', sink],
    ] as const) {
      await workspace.write(`${rotating('2')}\n${block}\n${importTo(address, String(id))}`);
      const { code, output } = await workspace.run(['plan', '-input=false', '-no-color']);
      expect([code, output]).toEqual([1, expect.stringContaining('has two addresses')]);
    }
    await workspace.write('');
    await workspace.apply();
    expect(emulator.inspect.accessKeys()).toEqual([]);
  });
});

interface StateFile {
  readonly resources: { instances: { private?: string }[] }[];
}

const readState = async ({ folder }: Workspace): Promise<StateFile> =>
  JSON.parse(await readFile(join(folder, 'terraform.tfstate'), 'utf8')) as StateFile;

/** Makes the state one of a release without marks. */
async function forgetMarks(workspace: Workspace): Promise<void> {
  const state = await readState(workspace);
  for (const { instances } of state.resources) {
    for (const instance of instances) {
      const { at: _, ...rest } = JSON.parse(Buffer.from(instance.private ?? 'e30=', 'base64').toString());
      instance.private = Buffer.from(JSON.stringify(rest)).toString('base64');
    }
  }
  await writeFile(join(workspace.folder, 'terraform.tfstate'), JSON.stringify(state, null, 2));
  await rm(join(workspace.folder, 'terraform.tfstate.backup'), { force: true });
}
