import { DiagnosticError } from '../diagnostic';
import { LONGEST_CLOSE_MS } from '../server/running-calls';
import type { Connections } from './connections';

/** Interval at which to check that the host is still our parent, in milliseconds. */
const PARENT_POLL_MS = 250;

/** Time limit of the end if it has nothing to wait for, in milliseconds. */
const GRACE_PERIOD_MS = 500;

/** Time limit of the end while a call runs or an ephemeral resource is open, in milliseconds (F4, F8): framework/server/running-calls.ts has its parts. */
const LONGEST_END_MS = LONGEST_CLOSE_MS + GRACE_PERIOD_MS;

/** Time after which {@link Lifetime.drain} no longer waits for outstanding responses and their calls, in milliseconds (F8). */
export const LONGEST_DRAIN_MS = 45_000;

/** Time that the last response gets to leave before the process exits, in milliseconds. */
const LAST_RESPONSE_MS = 250;

type Work = Pick<Connections, 'stopAll' | 'endAll' | 'isBusy'>;

/** Ends the process, also after {@link refuseExit}. */
export const exitProcess: typeof process.exit = process.exit.bind(process);

/** From now on `process.exit` throws a DiagnosticError where `isOf` says that the provider calls it: operations would lose what they have made (F5). */
export function refuseExit(isOf = () => true): void {
  const { exit } = process;
  process.exit = (code) => {
    if (!isOf()) return exit(code);
    throw new DiagnosticError(
      'Unexpected error in the provider',
      `The provider or a package that it uses called process.exit(${code ?? ''}), which would lose what was made until then, and was refused. ` +
        'This is a bug in the provider: please report it.',
    );
  };
}

/** The ways in which this process ends. All of them remove the socket. */
export class Lifetime {
  #draining = false;
  #leaving = false;
  #work: Work = { stopAll: async () => {}, endAll: async () => {}, isBusy: false };
  #cleanUp = () => {};

  /** @param end ends the process with an exit code */
  constructor(private readonly end: (code: number) => void = exitProcess) {}

  /** Sets the work that is to be ended before the process ends, and what then removes the socket. Until then that is nothing. */
  prepare(work: Work, cleanUp: () => void): void {
    this.#work = work;
    this.#cleanUp = cleanUp;
  }

  /** Ends the process at once, whatever runs. */
  readonly exit = (code = 0): void => {
    this.#cleanUp();
    this.end(code);
  };

  /** Exits with code 0 as soon as the current response has left. While a call runs or an ephemeral resource is open, it is {@link leave}. */
  readonly exitAfterResponse = (): void => {
    if (this.#work.isBusy) {
      this.leave();
    } else {
      setImmediate(this.exit);
      setTimeout(this.exit, LAST_RESPONSE_MS);
    }
  };

  /** Interrupts all calls but does not exit: a host that is alive takes the results and then ends this process (F9). */
  readonly stop = (): void => {
    void this.#work.stopAll();
  };

  /** Interrupts all calls; calls {@link leave} when their results are sent, after {@link LONGEST_DRAIN_MS}, or if called again. */
  readonly drain = (): void => {
    if (this.#draining) {
      this.leave();
      return;
    }
    this.#draining = true;
    const flushMs = this.#work.isBusy ? LAST_RESPONSE_MS : 0;
    setTimeout(this.leave, LONGEST_DRAIN_MS);
    this.#work.stopAll().finally(() => setTimeout(this.leave, flushMs));
  };

  /** Ends everything and exits, once: within a second, or within eleven while a call runs or an ephemeral resource is open (F4, F8). */
  readonly leave = (code = 0): void => {
    if (this.#leaving) return;
    this.#leaving = true;
    const exit = () => this.exit(code);
    setTimeout(exit, this.#work.isBusy ? LONGEST_END_MS : GRACE_PERIOD_MS);
    this.#work.endAll().finally(exit);
  };

  /** Calls {@link leave} when the host has died, even before it has connected. */
  watchParent(parent = process.ppid, platform = process.platform): void {
    // An orphan gets another parent, except on Windows, where the id of its parent stays: there the check asks for that process.
    const hasDied = platform === 'win32' ? () => !isRunning(parent) : () => process.ppid !== parent;
    setInterval(() => {
      if (hasDied()) this.leave();
    }, PARENT_POLL_MS).unref();
  }
}

/** True if there is a process with this positive id, even one of another account. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
