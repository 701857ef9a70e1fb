/**
 * The ephemeral resources of one connection that are open, or about to be: what has to be closed when nobody will ask for
 * it any more (F4).
 */
export class OpenEphemeralResources {
  readonly #opening = new Set<Promise<unknown>>();
  readonly #close = new Map<string, () => Promise<void>>();
  readonly #closing = new Set<string>();

  /** True while there is something to close. */
  get any(): boolean {
    return this.#opening.size > 0 || this.#close.size > 0;
  }

  /** Waits for an opening, and remembers meanwhile that it may make something. */
  async opening<R>(work: Promise<R>): Promise<R> {
    this.#opening.add(work);
    try {
      return await work;
    } finally {
      this.#opening.delete(work);
    }
  }

  /** Remembers how to close what has been opened, by a key of its own. */
  opened(key: string, close: () => Promise<void>): void {
    this.#close.set(key, close);
  }

  closed(key: string): void {
    this.#close.delete(key);
  }

  /** Waits for the openings on their way. Never rejects. */
  async openings(): Promise<void> {
    await Promise.allSettled(this.#opening);
  }

  /** Closes what is open and not being closed by now. Never rejects. */
  async closeAll(): Promise<void> {
    const open = [...this.#close].filter(([key]) => !this.#closing.has(key));
    for (const [key] of open) this.#closing.add(key);
    await Promise.allSettled(open.map(([key, close]) => close().finally(() => this.#closing.delete(key))));
  }
}
