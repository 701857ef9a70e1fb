import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { CommandError, type RunResult } from '../support/run';

/** Time after which an interrupted command is killed, in milliseconds. */
const GRACE_PERIOD_MS = 5_000;

interface CommandOptions {
  readonly cwd: string;
  /** The complete environment. It carries the secrets; arguments never do, since every process on a machine can read them. */
  readonly env: NodeJS.ProcessEnv;
  /** Called with each line of stdout as it arrives, without colours. */
  readonly onLine?: (line: string) => void;
}

/** Runs commands to their end and keeps their output. An abort ends them with all their descendants. */
export class Commands {
  transcript = '';

  constructor(private readonly stop: AbortSignal) {}

  /** Runs a command that has to succeed. Otherwise throws a {@link CommandError} with its output, or the reason of the abort. */
  async run(command: string, args: readonly string[], options: CommandOptions): Promise<RunResult> {
    this.stop.throwIfAborted();
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // In a separate process group: Ctrl-C reaches only the demo, which then ends the whole group and waits for it.
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
        this.transcript += plain;
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
    // The group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
