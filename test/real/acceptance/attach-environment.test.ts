import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { findTerraform } from '../../../scripts/support/terraform';
import { Workspace } from '../../support/workspace';
import { BUILDS, executableOf } from '../support/builds';

const emulator = useEmulator();

const SECRET = 'resource "coffer_secret" "s" {\n  name = "s"\n  value_wo = "v"\n}\n';

/** The provider has the environment and the folder of `attach`: where those of Terraform differ, it refuses to work. */
describe.each(BUILDS)('attach of the %s provider', (build) => {
  /** Runs a script under `attach`; `$TF` in it is Terraform. */
  async function attach(workspace: Workspace, script: string, env: Readonly<Record<string, string | undefined>> = {}) {
    const { path: TF } = await findTerraform();
    const { code, output } = await workspace.runProgram(executableOf(build), ['attach', '--', 'sh', '-c', script], {
      env: { ...env, TF, APPLY: 'apply -auto-approve -input=false -no-color' },
    });
    return { code, output: output.replaceAll(/\n[│ ]*/g, ' ') };
  }

  it.each([
    ['COFFER_PROJECT_ID=p2', 'COFFER_PROJECT_ID', 'has another value'],
    ['env -u COFFER_BASE_URL', 'COFFER_BASE_URL', 'is not set'],
    ['https_proxy=http://canary@127.0.0.1:1', 'https_proxy', 'is set'],
  ])('refuses %s inside', async (before, variable, how) => {
    await using workspace = await Workspace.create(emulator, { build });
    await workspace.write(SECRET);

    const { code, output } = await attach(workspace, `${before} $TF $APPLY`);

    expect(code).toBe(1);
    expect(output).toContain(`Error: ${variable} not the same inside attach`);
    expect(output).toContain(`There, ${variable} ${how}. Set each variable before attach`);
    expect(output).not.toContain('canary');
    expect(emulator.journal.count({})).toBe(0);
  });

  it('takes what the provider block sets, whatever the variables are', async () => {
    await using workspace = await Workspace.create(emulator, { build });
    const { projectId, token } = emulator;
    await workspace.write(`provider "coffer" {\n  project_id = "${projectId}"\n  token = "${token}"\n}\n${SECRET}`);

    const { code } = await attach(
      workspace,
      'COFFER_PROJECT_ID=p2 COFFER_TOKEN= COFFER_TOKEN_FILE=nowhere COFFER_PLAN_MODE=x $TF $APPLY',
    );

    expect(code).toBe(0);
    expect(emulator.inspect.secrets()).toHaveLength(1);
  });

  it.each([['COFFER_TOKEN_FILE', { COFFER_TOKEN_FILE: 'token', COFFER_TOKEN: undefined }, '']])(
    'refuses a relative %s in another folder',
    async (given, env, block) => {
      await using workspace = await Workspace.create(emulator, { build });
      await workspace.write(`${block}${SECRET}`);
      await writeFile(join(workspace.folder, 'token'), emulator.token);
      const elsewhere = join(workspace.folder, 'elsewhere');
      await mkdir(elsewhere);

      const other = await attach(workspace, `cd elsewhere && cp ../*.tf . && $TF $APPLY`, env);
      const same = await attach(workspace, `$TF $APPLY`, env);

      expect(other.output).toContain(`Error: Relative ${given} inside attach`);
      expect(other.output).toContain(`would begin at "${workspace.folder}", and not at "${elsewhere}"`);
      expect(other.code).toBe(1);
      expect(same.code).toBe(0);
    },
  );

  it('says once that TF_LOG inside has no effect', async () => {
    await using workspace = await Workspace.create(emulator, { build });
    await workspace.write(SECRET);

    const { code, output } = await attach(
      workspace,
      'export TF_LOG=ERROR; $TF $APPLY && $TF plan -detailed-exitcode -input=false',
    );

    expect(code).toBe(0);
    expect(output.split('attach: TF_LOG is not the same inside the command')).toHaveLength(2);
  });

  it('judges two Terraforms at the same time each for itself', async () => {
    await using workspace = await Workspace.create(emulator, { build });
    await workspace.write(SECRET);
    const held = emulator.faults.add({ operation: 'createSecret', pause: true, times: 1 });
    await mkdir(join(workspace.folder, 'bad'));

    const both = attach(
      workspace,
      '$TF $APPLY & good=$!; until [ -e go ]; do sleep 0.05; done; cp *.tf bad; (cd bad && COFFER_PROJECT_ID=p2 $TF $APPLY); echo "bad: $?"; touch done; wait $good',
    );
    await held.whenMet();
    await writeFile(join(workspace.folder, 'go'), '');
    await expect.poll(() => workspace.read('done').catch(() => undefined), { timeout: 60_000 }).toBe('');
    held.release();
    const { code, output } = await both;

    expect(code).toBe(0);
    expect(output).toContain('bad: 1');
    expect(output).toContain('COFFER_PROJECT_ID not the same inside attach');
    expect(output).toContain('Apply complete!');
    expect(emulator.inspect.secrets()).toHaveLength(1);
  });
});
