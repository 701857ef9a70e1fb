import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../host/emulator/support';
import { EmulatorProcess, runToEnd } from '../../support/emulator-process';

/** A program of Node that prints what it finds. */
const node = (code: string) => ['--', process.execPath, '--eval', code];

test('the command gets an emulator of its own, and its exit code and output are those of exec', async () => {
  const code = `
    const { COFFER_BASE_URL: url, COFFER_TOKEN: token, COFFER_PROJECT_ID: project } = process.env;
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
    const body = JSON.stringify({ project_id: project, name: 'n', value: 'dg==' });
    fetch(url + '/secrets', { method: 'POST', headers, body }).then(({ status }) => {
      console.log(status, process.argv.slice(1).join());
      process.exit(7);
    });`;

  const { code: exit, stdout, stderr } = await runToEnd(['exec', ...node(code), 'a', 'b c']);

  expect([exit, stdout, stderr]).toEqual([7, '201 a,b c\n', '']);
});

test('D2: the command can reach nothing but the emulator', async () => {
  const real = {
    COFFER_BASE_URL: 'https://service.example',
    COFFER_TOKEN: 'canary',
    COFFER_PROJECT_ID: 'production',
    COFFER_TOKEN_FILE: 'canary',
    COFFER_TOKEN_COMMAND: '["canary"]',
    COFFER_HEADERS: '{"x":"canary"}',
    COFFER_S3_ENDPOINT: 'https://canary.example',
  };

  const { stdout } = await runToEnd(['exec', ...node('console.log(JSON.stringify(process.env))')], real);

  const env = JSON.parse(stdout);
  expect(env).toMatchObject({ COFFER_REQUIRE_EMULATOR: '1', COFFER_PROJECT_ID: 'project-1' });
  expect(env.COFFER_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(stdout).not.toContain('canary');
});

test.each<[string, string[], number, string]>([
  ['no command', ['exec'], 2, 'exec needs a command after --'],
  ['no command after the dashes', ['exec', '--tls', '--'], 2, 'exec needs a command after --'],
  ['a wrong flag', ['exec', '--nope', '--', 'true'], 2, 'There is no flag --nope.'],
  ['a flag of the start alone', ['exec', '--json', '--', 'true'], 2, 'exec has no --version, --json'],
  ['a command that there is not', ['exec', '--', 'no-such-program'], 127, 'no-such-program cannot be run'],
  ['a folder that cannot be', ['exec', '--data', '/dev/null/x', '--', 'true'], 1, '/dev/null/x'],
])('%s: says so, and runs nothing', async (_what, flags, expected, says) => {
  const { code, stdout, stderr } = await runToEnd(flags);

  expect([code, stdout]).toEqual([expected, '']);
  expect(stderr).toContain(says);
});

test('SIGTERM reaches the command, whose end is awaited', async () => {
  const file = join(temporaryFolder(), 'ended');
  const code = `
    process.once('SIGTERM', () => setTimeout(() => {
      require('node:fs').writeFileSync(${JSON.stringify(file)}, 'ended');
      process.exit(3);
    }, 100));
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const exec = new EmulatorProcess(['exec', ...node(code)]);
  await exec.firstLine();

  await exec.kill('SIGTERM');

  expect((await exec.ended).code).toBe(3);
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('ended');
});
