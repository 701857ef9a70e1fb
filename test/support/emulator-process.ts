import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot, ROOT } from '../../scripts/support/paths';
import type { Target } from './workspace';

/** The emulator's command line, running. */
export interface EmulatorProcess extends Target, AsyncDisposable {
  readonly s3Endpoint: string;
  /** Everything that it has written so far. */
  readonly output: () => string;
  /** Asks it to stop, and waits for it. */
  readonly stop: () => Promise<void>;
}

/** Starts the emulator of the checkout on free ports, as a process of its own. */
export async function startEmulatorProcess(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<EmulatorProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', inRoot('emulator/main.ts'), '--json', '--port', '0', '--s3-port', '0', ...args],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const line = await new Promise<string>((resolve, reject) => {
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      stdout += text;
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')));
    });
    child.once('exit', () => reject(new Error(`the emulator ended:\n${output}`)));
    child.once('error', reject);
  });
  const stop = () => end(child);
  return {
    ...(JSON.parse(line) as Target & { s3Endpoint: string }),
    output: () => output,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
