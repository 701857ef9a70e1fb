import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { TokenCommand, TokenFile, TokenProblem } from '../../../../../provider/client';
import { killAll, tokenIn } from '../../../../../provider/client/tokens/token-command';
import { temporaryFolder } from '../../../../unit/support/temporary-folder';

const NOW = Date.UTC(2026, 0, 1);
const NODE = process.execPath;

const command = (argv: readonly [string, ...string[]], timeoutMs = 60_000) =>
  new TokenCommand('COFFER_TOKEN_COMMAND', { argv, timeoutMs, variables: process.env, now: () => NOW });

/** A command that runs this script in Node. */
const script = (code: string, timeoutMs?: number) => command([NODE, '-e', code], timeoutMs);

test('prints the token, in its own environment and without a shell', async () => {
  const code = "process.stdout.write(process.argv[1] + process.env.HOME + '\\n')";

  const { text } = await command([NODE, '-e', code, '$HOME;canary']).fetch();

  expect(text).toBe(`$HOME;canary${process.env.HOME}`);
});

describe('its output', () => {
  const token = (text: string) => tokenIn(Buffer.from(text), 'It', NOW);

  test.each([
    ['canary\n', { text: 'canary' }],
    ['{"token":"canary"}', { text: 'canary' }],
    [
      '{"access_token":"canary","token_type":"Bearer","expires_in":300}\n',
      { text: 'canary', expiresAtMs: NOW + 300_000 },
    ],
    ['{"access_token":"canary","expires_in":"300"}', { text: 'canary', expiresAtMs: NOW + 300_000 }],
    ['{"token":"canary","expires_at":"2026-01-01T01:00:00Z"}', { text: 'canary', expiresAtMs: NOW + 3_600_000 }],
    ['{"token":"canary","expires_at":1767229200}', { text: 'canary', expiresAtMs: NOW + 3_600_000 }],
  ])('contains a token: %j', (text, expected) => {
    expect(token(text)).toMatchObject(expected);
  });

  test.each([
    ['', 'contains no token: it is empty'],
    ['canary canary', 'contains a space'],
    ['"canary"', 'contains a quotation mark or a bracket before the token'],
    ['{"token":', 'printed JSON without a text in "token"'],
    ['{"id_token":"canary"}', 'printed JSON without a text in "token"'],
    ['{"token":"can\\nary"}', 'contains more than one line'],
    ['{"token":"canary","expires_at":"tomorrow"}', 'printed JSON whose "expires_at" is not a time.'],
    ['{"token":"canary","expires_in":"1h"}', 'printed JSON whose "expires_in" is not a time.'],
  ])('contains no token and is not quoted: %j', (text, expected) => {
    expect(() => token(text)).toThrow(expected);
    expect(() => token(text)).not.toThrow(/can.*ary|id_token/s);
  });
});

test.each([
  ["console.error('canary'); process.exit(3)", 'ended with exit code 3. Its output is not shown'],
  ["process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)", 'ended with the signal SIGTERM'],
  ['process.exit(0)', 'contains no token: it is empty'],
])('that fails says how: %s', async (code, expected) => {
  const fetching = script(code).fetch();

  await expect(fetching).rejects.toThrow(`The command ${JSON.stringify(NODE)} of COFFER_TOKEN_COMMAND ${expected}`);
  await expect(fetching).rejects.not.toThrow(/canary/);
});

test.each<[program: string, code: string, ...args: string[]]>([
  ['coffer-no-such-program', 'ENOENT'],
  [NODE, 'E2BIG', '-e', 'canary'.repeat(1_000_000)],
])('that cannot be started is named: %s, %s', async (program, code, ...args) => {
  await expect(command([program, ...args]).fetch()).rejects.toThrow(
    new TokenProblem(
      `The command ${JSON.stringify(program)} of COFFER_TOKEN_COMMAND cannot be started (${code}). Give a program that is on the ` +
        'PATH, or its absolute path.',
    ),
  );
});

/** Expects the process whose id is in a file to be gone. An empty file means that it was killed before it could write. */
async function expectGone(file: string): Promise<void> {
  const pid = Number(readFileSync(file, 'utf8') || Number.NaN);
  if (Number.isNaN(pid)) return;
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 30_000 });
}

/** A file for the id of a process, removed with the test. */
function pidFile(): string {
  const folder = temporaryFolder();
  const file = join(folder, 'pid');
  writeFileSync(file, '');
  return file;
}

/** A script that starts a child process, which writes its id into a file and keeps running; then runs `rest`. */
function withChild(rest: string, detached = false): { code: string; file: string } {
  const file = pidFile();
  const inner = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
  // The rest starts once the child runs.
  const code = `
    require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit', detached: ${detached} });
    const wait = setInterval(() => {
      if (require('fs').readFileSync(${JSON.stringify(file)}, 'utf8') === '') return;
      clearInterval(wait);
      ${rest}
    }, 10);
  `;
  return { code, file };
}

test.each([
  [65_536, 'canary'],
  [65_537, 'printed more than 64 KiB and was killed'],
])('that prints %i bytes: %s', async (bytes, expected) => {
  const fetching = script(`process.stdout.write('canary'.padEnd(${bytes}))`).fetch();

  const outcome = await fetching.then(
    ({ text }) => text,
    ({ message }: Error) => message,
  );

  expect(outcome).toContain(expected);
});

test.each([
  ['in its own group', false],
  ['in a session of its own', true],
])('that hangs is killed with all that it started %s', async (_, detached) => {
  const { code, file } = withChild('setInterval(() => {}, 1000)', detached);

  const fetching = script(code, 3_000).fetch();

  await expect(fetching).rejects.toThrow('did not end within 3000 ms and was killed');
  await expectGone(file);
});

test('that has ended is reported while a process that it started keeps its output open, and that process is killed', async () => {
  const file = pidFile();

  const fetching = command(['sh', '-c', 'sleep 600 & echo $! >"$1"; echo canary', 'sh', file], 2_000).fetch();

  await expect(fetching).rejects.toThrow('ended, and something that it started kept its output open for 2000 ms.');
  await expectGone(file);
});

test('is killed when the provider ends, and its standard error is not shown', async () => {
  const file = pidFile();
  rmSync(file);
  const story = join(__dirname, 'token-command-story.ts');

  const { stdout, stderr } = await promisify(execFile)(NODE, ['--import', 'tsx', story, file]);

  expect([stdout, stderr]).toEqual(['', '']);
  expect(readFileSync(file, 'utf8')).toMatch(/^\d+\n$/);
  await expectGone(file);
});

test('a token file that is a named pipe is refused without waiting', async () => {
  const pipe = pidFile();
  rmSync(pipe);
  execFileSync('mkfifo', [pipe]);

  const fetching = new TokenFile('token_file', pipe, { sleep: async () => {} }).fetch();

  await expect(fetching).rejects.toThrow('cannot be read (it is not a regular file)');
});

test('kills the processes that an ended process has left in its group', async () => {
  const child = spawn('sh', ['-c', 'sleep 600 >/dev/null & echo $!'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [left] = await Promise.all([once(child.stdout, 'data'), once(child, 'close')]);

  killAll(child);

  await vi.waitFor(() => expect(() => process.kill(Number(left), 0)).toThrow('ESRCH'), { timeout: 30_000 });
});

test('does not kill a process that has the id of an ended one', async () => {
  const other = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const ended = once(other, 'exit');
  await once(other, 'spawn');

  killAll({ pid: other.pid, exitCode: 0, signalCode: null });

  other.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});
