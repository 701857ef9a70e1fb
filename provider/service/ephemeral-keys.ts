/**
 * The access keys that this provider has made for open ephemeral resources (P28). Lists of access keys leave them out, because nobody
 * else can rely on them.
 */
export class EphemeralKeys {
  readonly #making = new Set<Promise<unknown>>();
  readonly #ids = new Set<string>();

  /** Waits for a new key, and remembers its id. */
  async make<R extends { readonly id: string }>(making: Promise<R>): Promise<R> {
    this.#making.add(making);
    try {
      const made = await making;
      // The id is never removed, because lists may still show a deleted key for a while.
      this.#ids.add(made.id);
      return made;
    } finally {
      this.#making.delete(making);
    }
  }

  /** Returns a list without the ephemeral keys. First waits for keys that are being made, which the list may already show. */
  async leaveOut<R extends { readonly id: string }>(listed: readonly R[]): Promise<readonly R[]> {
    await Promise.allSettled(this.#making);
    return listed.filter(({ id }) => !this.#ids.has(id));
  }
}
