/** How often to look whether the host is still our parent, in milliseconds. */
const PARENT_POLL_MS = 250;

/** How long what is running may take to end once the host is gone, in milliseconds. */
const GRACE_PERIOD_MS = 500;

/** How long closing may take what would otherwise stay behind open at the service, in milliseconds (P28). */
export const CLOSING_MS = 5_000;

/** How long a response may take to leave before the process does, in milliseconds. */
const LAST_RESPONSE_MS = 250;

/** What has to be done before the end. */
export interface Duties {
  /** Cancels what is running and closes what is open; settles when that has ended. */
  readonly cancel: () => Promise<void>;
  /** True while something is open that only this process can close. */
  readonly hasOpen: () => boolean;
  /** Removes what lies on disk. */
  readonly cleanUp: () => void;
}

const NO_DUTIES: Duties = { cancel: async () => {}, hasOpen: () => false, cleanUp: () => {} };

/** How this process ends. Every way removes the socket. */
export class Lifetime {
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
    if (this.#duties.hasOpen()) {
      this.leave();
    } else {
      setImmediate(this.exit);
      setTimeout(this.exit, LAST_RESPONSE_MS);
    }
  };

  /** Cancels what is running and ends: well within a second whatever happens, or within five while something is open. */
  readonly leave = (code = 0): void => {
    if (this.#leaving) return;
    this.#leaving = true;
    const { cancel, hasOpen } = this.#duties;
    const exit = () => this.exit(code);
    setTimeout(exit, hasOpen() ? CLOSING_MS : GRACE_PERIOD_MS);
    cancel().finally(exit);
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
