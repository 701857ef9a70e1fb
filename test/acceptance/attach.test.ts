import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { run } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { BUILDS, executableOf } from '../support/builds';
import { Workspace } from '../support/workspace';

/** `attach` runs a command; one provider process serves every Terraform in it. */
describe.each(BUILDS)('attach of the %s provider', (build) => {
  const attach = (args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) =>
    run(executableOf(build), ['attach', ...args], { env });

  it('serves every command in it with one process, and leaves nothing behind', async () => {
    await using emulator = await Emulator.start();
    // This installation does not exist: a Terraform that starts its own provider fails.
    await using workspace = await Workspace.create(emulator, {
      build,
      env: { TF_CLI_CONFIG_FILE: '/nowhere/cli.tfrc' },
    });
    await workspace.write('resource "coffer_secret" "s" {\n  name = "s"\n  value_wo = "v"\n}\n');
    const { path: terraform } = await findTerraform();
    const story = [
      `${terraform} apply -auto-approve -input=false -no-color`,
      `${terraform} plan -detailed-exitcode -input=false -no-color`,
      `${terraform} destroy -auto-approve -input=false -no-color`,
    ].join(' && ');

    const result = await workspace.runProgram(executableOf(build), ['attach', '--', 'sh', '-c', story]);

    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toContain('No changes.');
    expect(emulator.inspect.secrets()).toEqual([]);
    expect(await readdir(join(workspace.folder, 'tmp'))).toEqual([]);
  });

  it('has the exit code and the output of the command, and its own terminal', async () => {
    const result = await attach(['--', 'sh', '-c', 'echo out; echo err >&2; exit 7']);

    expect(result).toMatchObject({ code: 7, stdout: 'out\n', stderr: 'err\n' });
  });

  it('ends as the command does that a signal ended', async () => {
    expect(await attach(['sh', '-c', 'kill -9 $$'])).toMatchObject({ code: 137 });
  });

  it('keeps the socket where only its owner can enter', async () => {
    const show = `stat -c %a "$(dirname "$(printf %s "$TF_REATTACH_PROVIDERS" | sed 's/.*"String":"\\([^"]*\\)".*/\\1/')")"`;

    expect(await attach(['sh', '-c', show])).toMatchObject({ code: 0, stdout: '700\n' });
  });

  it.each([
    [[], 2, 'attach runs a command'],
    [['--'], 2, 'attach runs a command'],
    [['--', '/no/such/command'], 127, 'there is no such command'],
  ] as const)('says what is wrong with %j', async (args, code, says) => {
    const TMPDIR = await mkdtemp(join(tmpdir(), 'coffer-attach-'));

    const result = await attach(args, { TMPDIR });

    expect(result.code).toBe(code);
    expect(result.stderr).toContain(says);
    expect(await readdir(TMPDIR)).toEqual([]);
    await rmdir(TMPDIR);
  });

  it('says what is wrong with a variable that is set already', async () => {
    const result = await attach(['true'], { TF_REATTACH_PROVIDERS: '{' });

    expect(result).toMatchObject({ code: 127, stderr: expect.stringContaining('TF_REATTACH_PROVIDERS must hold') });
  });
});
