/** Runs work on each bucket and key one after the other, never two at the same time. */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(id) ?? Promise.resolve()).then(work);
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(id) === settled) this.#last.delete(id);
      });
    this.#last.set(id, settled);
    return mine;
  }

  /** Resolves when no work runs. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
