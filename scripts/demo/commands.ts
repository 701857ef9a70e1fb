import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { CommandError, type RunResult } from '../support/run';

/** What was asked to end is killed after this time, in milliseconds. */
const GRACE_PERIOD_MS = 5_000;

/** How to run a command of the demo. */
export interface CommandOptions {
  readonly cwd: string;
  /** The whole environment. Secrets travel here and never in arguments, which every process of a machine can read. */
  readonly env: NodeJS.ProcessEnv;
  /** Takes each line of stdout as it comes, without colours. */
  readonly onLine?: (line: string) => void;
}

/** Runs commands to their end, keeps what they print, and ends them, with all that they started, when told to stop. */
export class Commands {
  #transcript = '';

  constructor(private readonly stop: AbortSignal) {}

  /** All that all commands have printed. */
  get transcript(): string {
    return this.#transcript;
  }

  /** Runs a command that has to succeed. Throws a {@link CommandError} with its output otherwise, or why it was stopped. */
  async run(command: string, args: readonly string[], options: CommandOptions): Promise<RunResult> {
    this.stop.throwIfAborted();
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // In a group of its own: Ctrl-C reaches the demo alone, which then ends the whole group and waits for it.
      detached: true,
    });
    let killer: NodeJS.Timeout | undefined;
    const end = () => {
      signalGroup(child, 'SIGINT');
      killer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_PERIOD_MS);
    };
    this.stop.addEventListener('abort', end, { once: true });
    try {
      const result = await this.#collect(child, options.onLine);
      this.stop.throwIfAborted();
      if (result.code !== 0) throw new CommandError([command, ...args].join(' '), result);
      return result;
    } finally {
      this.stop.removeEventListener('abort', end);
      clearTimeout(killer);
    }
  }

  #collect(child: ChildProcess, onLine: CommandOptions['onLine']): Promise<RunResult> {
    const printed = { stdout: '', stderr: '', output: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        const plain = stripVTControlCharacters(text);
        printed[name] += plain;
        printed.output += plain;
        this.#transcript += plain;
      });
    }
    if (child.stdout && onLine) {
      createInterface({ input: child.stdout }).on('line', (line) => onLine(stripVTControlCharacters(line)));
    }
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code: code ?? 1, ...printed }));
    });
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Gone by itself in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
