import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { withoutOurSettings } from '../support/program';
import type { Target } from './messages';

/** A server in a separate process. */
export interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly target: Target;
}

/** The command that starts the emulator on free ports and makes it report on stdout when it is ready. */
export const serverCommand = (program: readonly string[]): [string, ...string[]] => [
  process.execPath,
  ...program,
  '--json',
  '--port',
  '0',
  '--s3-port',
  '0',
];

/** Starts a server by its command, and waits until it prints its address on stdout. */
export async function startServer([command, ...args]: readonly [string, ...string[]]): Promise<Server> {
  const child = spawn(command, args, {
    env: { ...process.env, ...withoutOurSettings() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { baseUrl, token, projectId } = JSON.parse(String(line)) as Target;
  return {
    pid: child.pid ?? 0,
    target: { baseUrl, token, projectId },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
