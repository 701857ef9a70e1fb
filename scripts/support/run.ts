import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of this process; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Shows the output immediately instead of collecting it. */
  readonly inherit?: boolean;
  /** Called with each piece of output as it arrives. */
  readonly onOutput?: (text: string) => void;
  /** Called with all output so far whenever more arrives. What it returns is typed into the command, which has no input otherwise. */
  readonly answer?: (output: string) => string | undefined;
}

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order of their arrival. */
  readonly output: string;
}

/** Runs a command to its end. Throws only if it cannot be started. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const output = options.inherit ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: [options.answer ? 'pipe' : 'ignore', output, output],
    });
    // A command that has ended takes no answer.
    child.stdin?.on('error', () => undefined);
    const printed = { stdout: '', stderr: '', output: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
        printed.output += text;
        options.onOutput?.(text);
        const answer = options.answer?.(printed.output);
        if (answer !== undefined) child.stdin?.write(answer);
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), ...printed }));
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
