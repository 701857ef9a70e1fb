import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { withoutOurSettings } from '../support/program';
import type { Target } from './messages';

/** The built emulator in a process of its own. */
export interface Server extends AsyncDisposable {
  readonly pid: number;
  readonly target: Target;
}

/** The command that starts the emulator on free ports and has it say on stdout when it is ready. */
export const serverCommand = (program: readonly string[]): [string, ...string[]] => [
  process.execPath,
  ...program,
  '--json',
  '--port',
  '0',
  '--s3-port',
  '0',
];

/** Starts one in memory, from its built program. */
export async function startServer(program: string): Promise<Server> {
  const [command, ...args] = serverCommand([program]);
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
