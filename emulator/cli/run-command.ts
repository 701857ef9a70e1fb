import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { EXIT } from './arguments';

/** Exit codes of a shell for a command that cannot be run, and for one that there is not. */
const CANNOT_RUN = 126;
const NOT_FOUND = 127;

/** The codes of a command that a signal has ended begin after this one, in a shell. */
const AFTER_SIGNAL = 128;

/**
 * Runs a command with this process's streams to its end. Returns its exit code, or that of a shell for a command that a signal ended or that cannot be
 * run, which it reports. Passes SIGTERM on; of Ctrl-C the terminal tells the command itself, so this only waits.
 */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  // On Windows, npm and npx are scripts, which only a shell runs.
  const child = spawn(program, args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
  const terminate = () => child.kill('SIGTERM');
  const wait = () => {};
  process.on('SIGTERM', terminate).on('SIGINT', wait);
  try {
    return await ended(child);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    process.stderr.write(`${program} cannot be run: ${message}.\n`);
    return code === 'ENOENT' ? NOT_FOUND : CANNOT_RUN;
  } finally {
    process.off('SIGTERM', terminate).off('SIGINT', wait);
  }
}

const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve(code ?? (signal === null ? EXIT.failed : AFTER_SIGNAL + constants.signals[signal])),
    );
  });
