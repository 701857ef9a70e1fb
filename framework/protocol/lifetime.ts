import { LONGEST_CLOSE_MS } from '../server/configuration';

/** How often to look whether the host is still our parent, in milliseconds. */
const PARENT_POLL_MS = 250;

/** How long an end may take that has nothing to wait for, in milliseconds. */
const GRACE_PERIOD_MS = 500;

/** How long an end may take while something runs or is open at the service, in milliseconds (F4, F8). */
const LONGEST_END_MS = LONGEST_CLOSE_MS + GRACE_PERIOD_MS;

/** How long responses to what was sent, and what follows from them, are awaited while the host may live, in milliseconds (F8). */
export const LONGEST_DRAIN_MS = 45_000;

/** How long a response may take to leave before the process does, in milliseconds. */
const LAST_RESPONSE_MS = 250;

/** What has to be done before the end. */
export interface Duties {
  /** Interrupts what is running; settles when that has ended. */
  readonly stop: () => Promise<void>;
  /** Ends what is running and closes what is open; settles when that is done. */
  readonly end: () => Promise<void>;
  /** True while something runs, or is open that only this process can close. */
  readonly isBusy: () => boolean;
  /** Removes what lies on disk. */
  readonly cleanUp: () => void;
}

const NO_DUTIES: Duties = {
  stop: async () => {},
  end: async () => {},
  isBusy: () => false,
  cleanUp: () => {},
};

/** How this process ends. Every way removes the socket. */
export class Lifetime {
  #draining = false;
  #leaving = false;
  #duties = NO_DUTIES;

  /** @param end what ends the process, with its exit code */
  constructor(private readonly end: (code: number) => void = (code) => process.exit(code)) {}

  prepare(duties: Duties): void {
    this.#duties = duties;
  }

  /** Ends at once. */
  readonly exit = (code = 0): void => {
    this.#duties.cleanUp();
    this.end(code);
  };

  /** Ends as soon as the response that is being sent has left; tries once more to close what is still open. */
  readonly exitAfterResponse = (): void => {
    if (this.#duties.isBusy()) {
      this.leave();
    } else {
      setImmediate(this.exit);
      setTimeout(this.exit, LAST_RESPONSE_MS);
    }
  };

  /** Sends nothing new; the process stays. A host that lives has the last word: it takes the results, and goes (F9). */
  readonly stop = (): void => {
    void this.#duties.stop();
  };

  /** Sends nothing new, and leaves once what was sent is answered and its results have gone out; at once when it is asked again. */
  readonly drain = (): void => {
    if (this.#draining) {
      this.leave();
      return;
    }
    this.#draining = true;
    const { stop, isBusy } = this.#duties;
    const flushMs = isBusy() ? LAST_RESPONSE_MS : 0;
    setTimeout(this.leave, LONGEST_DRAIN_MS);
    stop().finally(() => setTimeout(this.leave, flushMs));
  };

  /**
   * Ends everything, because the host is gone: well within a second, or within eleven while something runs or is open (F4, F8).
   */
  readonly leave = (code = 0): void => {
    if (this.#leaving) return;
    this.#leaving = true;
    const { end, isBusy } = this.#duties;
    const exit = () => this.exit(code);
    setTimeout(exit, isBusy() ? LONGEST_END_MS : GRACE_PERIOD_MS);
    end().finally(exit);
  };

  /** Leaves when the host has died, also before it has connected. */
  watchParent(parent = process.ppid, platform = process.platform): void {
    // Elsewhere an orphan gets another parent; on Windows the id of the one that it had stays, and is asked for.
    const hasDied = platform === 'win32' ? () => !isRunning(parent) : () => process.ppid !== parent;
    setInterval(() => {
      if (hasDied()) this.leave();
    }, PARENT_POLL_MS).unref();
  }
}

/** Whether there is a process of this id; also one of another account. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
