import { constants, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../unit/support/temporary-folder';
import { bundle, RUNTIMES } from './support/bundle';
import { ProviderProcess } from './support/provider-process';

const provider = await bundle('fake-main.ts');

const attach = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  ProviderProcess.start(RUNTIMES.Node, provider, { args: ['attach', ...args], env });

/** Its standard error without the lines that the fake provider prints before it serves. */
const errors = ({ stderr }: ProviderProcess) => stderr.replaceAll(/^noise by .*\n/gm, '');

/** A program that tells of each signal; the one of its second argument also ends it. */
const LISTENER = `
  const [name, last] = process.argv.slice(1);
  const tell = (text) => require('node:fs').writeSync(1, name + text + '\\n');
  for (const signal of ['INT', 'TERM', 'HUP', 'QUIT']) {
    process.on('SIG' + signal, () => {
      tell(': got ' + signal);
      if (signal === last) process.exit();
    });
  }
  setInterval(() => {}, 60_000);
  tell(' is ready');`;
const LISTEN = `"${process.execPath}" -e "$0"`;

/** Runs a script under `attach` in a process group of its own. `$0` is the listener. */
function attached(script: string) {
  const args = [provider, 'attach', '--', 'sh', '-c', script, LISTENER];
  const started = ProviderProcess.start('setsid', RUNTIMES.Node, { args });
  const { pid } = started;
  onTestFinished(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  });
  const heard: string[] = [];
  /** Settles when all of these lines have come. */
  const hears = async (...lines: readonly string[]) => {
    while (!lines.every((line) => heard.includes(line))) heard.push(await started.line());
  };
  return {
    process: started,
    hears,
    heard,
    alone: (signal: NodeJS.Signals) => process.kill(pid, signal),
    all: (signal: NodeJS.Signals) => process.kill(-pid, signal),
  };
}

/** The program of Node under the name of a host. */
function fakeTerraform(): string {
  const path = join(temporaryFolder(), 'terraform');
  copyFileSync(process.execPath, path, constants.COPYFILE_FICLONE);
  return `"${path}" -e "$0"`;
}

it.each([
  ['TERM', 'to attach alone', ['alone']],
  ['INT', 'to attach alone', ['alone']],
  ['HUP', 'to attach alone', ['alone']],
  ['QUIT', 'to attach alone', ['alone']],
  ['INT', 'to the group, as Ctrl-C is', ['all']],
  ['TERM', 'to attach and then to the group, as timeout does', ['alone', 'all']],
  ['TERM', 'to attach twice at once', ['alone', 'alone']],
] as const)('F9: SIG%s %s reaches each process of the command once', async (name, _to, sends) => {
  const { hears, heard, all, alone } = attached(`${LISTEN} inner & exec ${LISTEN} outer`);
  await hears('inner is ready', 'outer is ready');

  for (const send of sends) (send === 'all' ? all : alone)(`SIG${name}`);
  await hears(`inner: got ${name}`, `outer: got ${name}`);
  // Whatever came twice would come before this.
  const last = name === 'INT' ? 'TERM' : 'INT';
  alone(`SIG${last}`);
  await hears(`inner: got ${last}`, `outer: got ${last}`);

  const of = (process: string) => heard.filter((line) => line.startsWith(`${process}:`));
  expect([of('inner'), of('outer')]).toEqual(
    ['inner', 'outer'].map((one) => [`${one}: got ${name}`, `${one}: got ${last}`]),
  );
});

it('F9: a host gets no SIGTERM after SIGINT, but a second SIGINT, and a plugin gets nothing', async () => {
  const { hears, heard, alone } = attached(
    `${fakeTerraform()} host & TF_PLUGIN_MAGIC_COOKIE=c ${LISTEN} plugin & exec ${LISTEN} outer`,
  );
  await hears('host is ready', 'plugin is ready', 'outer is ready');

  alone('SIGINT');
  await hears('host: got INT', 'outer: got INT');
  alone('SIGTERM');
  await hears('outer: got TERM');
  const before = heard.splice(0);
  // Until the first no longer counts as the same.
  const again = setInterval(() => alone('SIGINT'), 150);
  await hears('host: got INT', 'outer: got INT');
  clearInterval(again);

  expect(heard.filter((line) => !line.endsWith(': got INT'))).toEqual([]);
  expect([...before, ...heard].filter((line) => line.startsWith('plugin: got'))).toEqual([]);
});

it('F9: a signal reaches a host that outlives the command, and attach ends with it', async () => {
  const { process: started, hears, heard, alone } = attached(`${fakeTerraform()} host TERM & exit 3`);
  await Promise.all([hears('host is ready'), started.says('waiting for it.')]);

  alone('SIGTERM');

  expect(await started.exited).toEqual({ code: 3, signal: null });
  await hears('host: got TERM');
  expect(heard).toEqual(['host is ready', 'host: got TERM']);
  expect(errors(started)).toMatch(
    /^attach: the command has ended, and a terraform or tofu that it started still runs \(process \d+\): waiting for it\.\n$/,
  );
});

it('F9: an interrupt after another signal gives up what outlives a command, which is no success', async () => {
  const { process: started, hears, alone } = attached(`${fakeTerraform()} host & exit 0`);
  await Promise.all([hears('host is ready'), started.says('waiting for it.')]);

  alone('SIGTERM');
  await hears('host: got TERM');
  alone('SIGINT');

  await started.says('plan to see what is left to do.\n');
  expect(errors(started).split('\n')[1]).toMatch(/\(process \d+\) and is given up after a signal\./);
  await vi.waitFor(() => expect(() => process.kill(started.pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });
  expect(started.code).toBe(1);
});

// Node makes every ignored signal end it, before any of our code runs.
it('F9: nohup before attach keeps SIGHUP from attach and from the command', async () => {
  const script = 'kill -HUP $PPID $$; echo "goes on, $1"; exit 3';
  const args = [RUNTIMES.Bun, provider, 'attach', '--', 'sh', '-c', script, 'sh', 'as it was'];

  const started = ProviderProcess.start('setsid', 'nohup', { args });

  expect([await started.output(), await started.exited]).toEqual(['goes on, as it was', { code: 3, signal: null }]);
});

it('has the input, the output and the exit code of the command, whose variables name this provider, too', async () => {
  const show = 'console.log(process.env.TF_REATTACH_PROVIDERS + process.env.NOTE); process.exit(7)';

  const started = attach([process.execPath, '-e', show], { TF_REATTACH_PROVIDERS: '{"other":{"Pid":1}}', NOTE: '!' });

  const Addr = { Network: 'unix', String: expect.stringMatching(/\/fake-\w{6}\/plugin$/) };
  const config = { Protocol: 'grpc', ProtocolVersion: 6, Pid: started.pid, Test: true, Addr };
  const shown = await started.output();
  expect(shown.at(-1)).toBe('!');
  expect(JSON.parse(shown.slice(0, -1))).toEqual({
    other: { Pid: 1 },
    'registry.terraform.io/example/fake': config,
    'registry.opentofu.org/example/fake': config,
  });
  expect(await started.exited).toEqual({ code: 7, signal: null });
  expect(errors(started)).toBe('');
});

it('ends as the command does that a signal ended', async () => {
  expect(await attach(['sh', '-c', 'kill -9 $$']).exited).toEqual({ code: 137, signal: null });
});

const USAGE = 'attach runs a command and keeps one provider for every terraform or tofu in it:';

it.each(['--help', '-h'])('explains itself with %s', async (option) => {
  const started = attach([option]);

  expect(await started.output()).toContain(USAGE);
  expect([await started.exited, errors(started)]).toEqual([{ code: 0, signal: null }, '']);
});

/** A file that is no program. */
const FILE = join(import.meta.dirname, 'attach.test.ts');

it.each([
  [['--'], 2, 'There is no command to run.', USAGE],
  [['--fast', 'x'], 2, 'There is no option --fast.', USAGE],
  [['--', '--help'], 127, '--help cannot be run: there is no such command.', ''],
  [['/no/such', 'x'], 127, '/no/such cannot be run: there is no such command.', ''],
  [[FILE], 127, `${FILE} cannot be run: spawn ${FILE} EACCES.`, ''],
])('refuses %j with exit code %i', async (args, code, says, usage) => {
  const started = attach(args);

  expect([await started.output(), await started.exited]).toEqual(['', { code, signal: null }]);
  expect(errors(started)).toContain(`attach: ${says}`);
  expect(errors(started)).toContain(usage);
});
