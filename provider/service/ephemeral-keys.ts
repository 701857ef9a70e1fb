/**
 * The access keys that this provider has made for as long as an ephemeral resource is open (P28). They are nobody else's to
 * count on, so what lists access keys leaves them out.
 */
export class EphemeralKeys {
  readonly #making = new Set<Promise<unknown>>();
  readonly #ids = new Set<string>();

  /** Waits for a key to be made. */
  async make<R extends { readonly id: string }>(making: Promise<R>): Promise<R> {
    this.#making.add(making);
    try {
      const made = await making;
      // Never taken out again: a list may show for a while what has been deleted.
      this.#ids.add(made.id);
      return made;
    } finally {
      this.#making.delete(making);
    }
  }

  /** The keys of a list without ours. Waits for keys on their way, which the list may show already. */
  async leaveOut<R extends { readonly id: string }>(listed: readonly R[]): Promise<readonly R[]> {
    await Promise.allSettled(this.#making);
    return listed.filter(({ id }) => !this.#ids.has(id));
  }
}
