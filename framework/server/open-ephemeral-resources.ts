/** The ephemeral resources of one connection that are open or about to be, so that the framework can close them if the host does not (F4). */
export class OpenEphemeralResources {
  readonly #opening = new Set<Promise<unknown>>();
  readonly #open = new Set<{ readonly key: string; readonly close: () => Promise<void> }>();
  readonly #closing = new Set<object>();

  /** True while an ephemeral resource is open or about to be. */
  get any(): boolean {
    return this.#opening.size > 0 || this.#open.size > 0;
  }

  /** The result of an opening, which counts as open meanwhile. The work calls {@link opened} before it succeeds. Rejects with the work. */
  async opening<R>(work: Promise<R>): Promise<R> {
    this.#opening.add(work);
    try {
      return await work;
    } finally {
      this.#opening.delete(work);
    }
  }

  /** Remembers how to close an ephemeral resource; another one may have the same key. `close` calls {@link closed} if it succeeds. */
  opened(key: string, close: () => Promise<void>): void {
    this.#open.add({ key, close });
  }

  /** Forgets one ephemeral resource with this key, which was closed; does nothing if there is none. */
  closed(key: string): void {
    const [one] = [...this.#open].filter((each) => each.key === key);
    if (one) this.#open.delete(one);
  }

  /** Waits for the openings in progress. Never rejects. */
  async openings(): Promise<void> {
    await Promise.allSettled(this.#opening);
  }

  /** Closes, all at once, every open ephemeral resource that is not being closed by this already. One that fails stays open. Never rejects. */
  async closeAll(): Promise<void> {
    const open = [...this.#open].filter((one) => !this.#closing.has(one));
    for (const one of open) this.#closing.add(one);
    await Promise.allSettled(open.map((one) => one.close().finally(() => this.#closing.delete(one))));
  }
}
