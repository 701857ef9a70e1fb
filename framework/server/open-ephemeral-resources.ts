/** The ephemeral resources of one connection that are open or about to be, so that the framework can close them if the host does not (F4). */
export class OpenEphemeralResources {
  readonly #opening = new Set<Promise<unknown>>();
  readonly #close = new Map<string, () => Promise<void>>();
  readonly #closing = new Set<string>();

  /** True while an ephemeral resource is open or about to be. */
  get any(): boolean {
    return this.#opening.size > 0 || this.#close.size > 0;
  }

  /** The result of an opening, which counts as open meanwhile. The work calls {@link opened} before it ends. Rejects with the work. */
  async opening<R>(work: Promise<R>): Promise<R> {
    this.#opening.add(work);
    try {
      return await work;
    } finally {
      this.#opening.delete(work);
    }
  }

  /** Remembers how to close the ephemeral resource with this key, instead of an earlier one with it. `close` calls {@link closed} if it succeeds. */
  opened(key: string, close: () => Promise<void>): void {
    this.#close.set(key, close);
  }

  /** Forgets an ephemeral resource that was closed; does nothing if there is none with this key. */
  closed(key: string): void {
    this.#close.delete(key);
  }

  /** Waits for the openings in progress. Never rejects. */
  async openings(): Promise<void> {
    await Promise.allSettled(this.#opening);
  }

  /** Closes, all at once, every open ephemeral resource that is not being closed by this already. One that fails stays open. Never rejects. */
  async closeAll(): Promise<void> {
    const open = [...this.#close].filter(([key]) => !this.#closing.has(key));
    for (const [key] of open) this.#closing.add(key);
    await Promise.allSettled(open.map(([key, close]) => close().finally(() => this.#closing.delete(key))));
  }
}
