import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Exit code when the command could not be run, as shells have it. */
export const ATTACH_FAILED = 127;

/** Usage text, for `attach` without a command. */
export const ATTACH_USAGE = `attach runs a command and keeps one provider for every terraform or tofu in it:

  attach -- terraform plan
  attach -- sh -c 'terraform plan -out=plan && terraform apply plan'

Neither the provider's start nor the check of its package is paid again each time. Its exit code is the command's.
`;

/** The command after `--`, which may be left out; undefined when there is none. */
export function readCommand(args: readonly string[]): readonly [string, ...string[]] | undefined {
  const [program, ...rest] = args[0] === '--' ? args.slice(1) : args;
  return program === undefined ? undefined : [program, ...rest];
}

/**
 * Runs a command in this terminal, with further variables, and gives its exit code: 128 and the signal's number when a signal
 * ended it. Rejects when it cannot be started.
 *
 * A terminal sends Ctrl-C to the whole process group, the command included, which decides what follows: here it is ignored.
 * SIGTERM comes to this process alone and is handed on.
 */
export function runAttached(
  [program, ...args]: readonly [string, ...string[]],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } });
    for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such command' : error.message;
      reject(new Error(`${program} cannot be run: ${reason}.`));
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
