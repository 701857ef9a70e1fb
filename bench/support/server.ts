import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inRoot } from '../../scripts/support/paths';
import { withoutOurSettings } from './program';

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
}

/** A server in a process of its own. */
export interface Server extends AsyncDisposable {
  readonly pid: number;
  /** The line that it printed when it was ready; empty if none was waited for. */
  readonly said: string;
}

/** The command that starts the emulator on free ports and makes it report on stdout, as JSON, when it is ready. */
export function emulatorCommand(...program: readonly string[]): [string, ...string[]] {
  const flags = ['--json', '--port', '0', '--s3-port', '0'];
  return [process.execPath, ...program, ...flags];
}

/** Starts a server, and waits until it prints a matching line on stdout. `settings`: environment, which process lists do not show. */
export async function startServer(
  [program, ...args]: readonly [string, ...string[]],
  ready?: RegExp,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const env = { ...process.env, ...withoutOurSettings(), ...settings };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = ready ? await lineOf(child.stdout, ready) : '';
  child.stdout.resume();
  return { pid: child.pid ?? Number.NaN, said, [Symbol.asyncDispose]: () => end(child, 'SIGTERM') };
}

async function lineOf(stdout: NodeJS.ReadableStream, ready: RegExp): Promise<string> {
  for await (const line of createInterface({ input: stdout })) if (ready.test(line)) return line;
  throw new Error('The server ended before it was ready.');
}

/** Starts a program that responds to each message with one, by its path in `bench`, in a process of its own. */
export function converse<Question extends object, Response>(program: string, ...args: readonly string[]) {
  const child = fork(inRoot('bench', program), args, { execArgv: ['--import', 'tsx'] });
  return {
    pid: child.pid ?? Number.NaN,
    /** Sends a question and waits for the response; one at a time. */
    exchange: async <R extends Response>(question: Question): Promise<R> => {
      child.send(question);
      return (await once(child, 'message'))[0];
    },
    [Symbol.asyncDispose]: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
