import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of this process; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Shows the output immediately instead of collecting it. */
  readonly inherit?: boolean;
  /** Called with each piece of output as it arrives. */
  readonly onOutput?: (text: string) => void;
}

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order of their arrival. */
  readonly output: string;
}

/** Runs a command to its end, without input. Throws only if it cannot be started. */
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

export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    readonly command: string,
    readonly result: RunResult,
  ) {
    super(`${command} ended with ${result.code}\n${result.output.slice(-8_000)}`);
  }
}

/** Runs a command that has to exit with 0. Otherwise throws a {@link CommandError} with its output. */
export async function must(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const result = await run(command, args, options);
  if (result.code !== 0) throw new CommandError([command, ...args].join(' '), result);
  return result;
}
