import { spawn } from 'node:child_process';

/** How to run a command. */
export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of this process; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Shown as it comes instead of collected. */
  readonly inherit?: boolean;
  /** Takes each piece of output as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** What a command left. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order in which they came. */
  readonly output: string;
}

/** Runs a command to its end. It gets no input. Throws only when it cannot be started. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.inherit ? 'inherit' : 'pipe', options.inherit ? 'inherit' : 'pipe'],
    });
    let [stdout, stderr, output] = ['', '', ''];
    const collect = (text: string) => {
      output += text;
      options.onOutput?.(text);
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      collect(text);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      collect(text);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), stdout, stderr, output }));
  });
}

/** A command that did not end as it should. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    readonly command: string,
    readonly result: RunResult,
  ) {
    super(`${command} ended with ${result.code}\n${result.output.slice(-8_000)}`);
  }
}

/** Runs a command that has to end with 0. Throws a {@link CommandError} with its output otherwise. */
export async function must(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const result = await run(command, args, options);
  if (result.code !== 0) throw new CommandError([command, ...args].join(' '), result);
  return result;
}
