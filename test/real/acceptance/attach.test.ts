import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { run } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { Workspace } from '../../support/workspace';
import { temporaryFolder } from '../../unit/support/temporary-folder';
import { BUILDS, executableOf } from '../support/builds';

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

  it.each(['./pipeline', 'pipeline'])(
    'runs a script without a first line that names its shell: %s',
    async (program) => {
      const folder = temporaryFolder();
      await writeFile(join(folder, 'pipeline'), 'echo "$1, $VALUE"; exit 3\n', { mode: 0o755 });
      const story = `cd "$0" && PATH="$0:$PATH" "$1" attach -- ${program} 'an argument'`;

      const result = await run('sh', ['-c', story, folder, executableOf(build)], { env: { VALUE: 'a value' } });

      expect(result).toMatchObject({ code: 3, stdout: 'an argument, a value\n', stderr: '' });
    },
  );

  it('keeps the socket where only its owner can enter', async () => {
    const show = `stat -c %a "$(dirname "$(printf %s "$TF_REATTACH_PROVIDERS" | sed 's/.*"String":"\\([^"]*\\)".*/\\1/')")"`;

    expect(await attach(['sh', '-c', show])).toMatchObject({ code: 0, stdout: '700\n' });
  });

  it.each([
    ['alone', '', 1, /not meant to be run by hand/],
    ['--debug', '--debug', 1, /^Nobody reads standard output, where --debug says how to attach to the provider\.\n$/],
    ['attach --help', 'attach --help', 0, /^$/],
    ['attach', 'attach -- sh -c "echo said >&2; exit 5"', 5, /^said\n$/],
  ])('ends without a stack when nobody reads its output: %s', async (_what, args, code, says) => {
    const TMPDIR = temporaryFolder();
    // The reader has gone before it starts.
    const late = `(exec 3>&1; { until [ -e "$TMPDIR/gone" ]; do sleep 0.02; done; "$0" ${args}; echo $? >&3; } | touch "$TMPDIR/gone")`;

    const result = await run('sh', ['-c', late, executableOf(build)], { env: { TMPDIR } });

    expect(result).toMatchObject({ stdout: `${code}\n`, stderr: expect.stringMatching(says) });
    expect(result.stderr).not.toMatch(/EPIPE|stack/);
    expect(await readdir(TMPDIR)).toEqual(['gone']);
  });

  it.each(['>&-', '<&- >&- 2>&-'])('runs its command with %s', async (closed) => {
    const story = `"$0" attach -- sh -c 'exit 5' ${closed}`;

    expect(await run('sh', ['-c', story, executableOf(build)])).toMatchObject({ code: 5, stderr: '' });
  });

  it('removes the socket that a killed one has left', async () => {
    const TMPDIR = temporaryFolder();
    await attach(['--', 'sh', '-c', 'kill -9 $PPID'], { TMPDIR });
    const [left = ''] = await readdir(TMPDIR);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(TMPDIR, left), hourAgo, hourAgo);

    const result = await attach(['--', 'sh', '-c', `while [ -e "${join(TMPDIR, left)}" ]; do sleep 0.02; done`], {
      TMPDIR,
    });

    expect(left).toMatch(/^coffer-/);
    expect(result.code).toBe(0);
    expect(await readdir(TMPDIR)).toEqual([]);
  });
});
