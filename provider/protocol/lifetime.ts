/** How often to look whether the host is still our parent, in milliseconds. */
const PARENT_POLL_MS = 250;

/** How long what is running may take to end once the host is gone, in milliseconds. */
const FAREWELL_MS = 500;

/** How long an answer may take to leave before the process does, in milliseconds. */
const LAST_ANSWER_MS = 250;

/** How this process ends. Every way removes the socket. */
export class Lifetime {
  #leaving = false;
  #cleanUp: () => void = () => {};
  #cancel: () => Promise<void> = async () => {};

  /** What has to be done before the end: cancelling what is running, and removing what lies on disk. */
  prepare(cancel: () => Promise<void>, cleanUp: () => void): void {
    this.#cancel = cancel;
    this.#cleanUp = cleanUp;
  }

  /** Ends at once. */
  readonly exit = (code = 0): void => {
    this.#cleanUp();
    process.exit(code);
  };

  /** Ends as soon as the answer that is being sent has left. */
  readonly exitAfterAnswer = (): void => {
    setImmediate(this.exit);
    setTimeout(this.exit, LAST_ANSWER_MS);
  };

  /** Cancels what is running and ends, well within a second whatever happens. */
  readonly leave = (code = 0): void => {
    if (this.#leaving) return;
    this.#leaving = true;
    const exit = () => this.exit(code);
    setTimeout(exit, FAREWELL_MS);
    this.#cancel().finally(exit);
  };

  /** Leaves when another process becomes our parent: the host died. */
  watchParent(): void {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) this.leave();
    }, PARENT_POLL_MS).unref();
  }
}
