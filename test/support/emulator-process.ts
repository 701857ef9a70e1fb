import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { EMULATOR_PROGRAM } from './built-emulator';

/** The line that `--json` prints. */
export interface Ready {
  readonly baseUrl: string;
  readonly s3Endpoint: string;
  readonly dashboardUrl: string;
  readonly token: string;
  readonly projectId: string;
}

/** A process that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The emulator as people start it: the program of its package, in a process of its own, killed when the test ends. */
export class EmulatorProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(
    flags: readonly string[],
    env: Record<string, string | undefined> = {},
    program = [EMULATOR_PROGRAM],
    command: string = process.execPath,
    cwd?: string,
  ) {
    this.#child = spawn(command, [...program, ...flags], {
      ...(cwd !== undefined && { cwd }),
      env: { ...withoutOurs(process.env), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk) => {
      this.stdout += chunk;
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
    });
    this.ended = once(this.#child, 'close').then(([code]) => ({ code, stdout: this.stdout, stderr: this.stderr }));
    onTestFinished(async () => {
      this.#child.kill('SIGKILL');
      await this.ended;
    });
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  /** Resolves with the first line on stdout; rejects with stderr when the process ends without one. */
  async firstLine(): Promise<string> {
    if (!this.#child.stdout) throw new Error('stdout is not piped');
    const line = once(createInterface({ input: this.#child.stdout }), 'line').then(([text]) => String(text));
    const end = this.ended.then(({ stderr }) => Promise.reject(new Error(`ended without a line: ${stderr}`)));
    // Once there is a line, the end is no longer an error.
    end.catch(() => undefined);
    return Promise.race([line, end]);
  }

  async ready(): Promise<Ready> {
    return JSON.parse(await this.firstLine());
  }

  async kill(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended;
  }
}

/** Starts with `--json` on free ports. */
export async function startProcess(flags: readonly string[] = [], env: Record<string, string> = {}) {
  const emulator = new EmulatorProcess(['--json', '--port', '0', '--s3-port', '0', ...flags], env);
  return { emulator, ready: await emulator.ready() };
}

/** Runs until it ends by itself. */
export function runToEnd(flags: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new EmulatorProcess(flags, env).ended;
}

function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('COFFER_')));
}
