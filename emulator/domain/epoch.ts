/** The time until everything stored is replaced: by a reset, or by a snapshot that is restored. What began in it ends with it. */
export class Epoch {
  #hasEnded = false;
  readonly #members = new Set<() => void>();

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Calls `end` when the epoch ends, at once if it has; not any more after the result was called. */
  join(end: () => void): () => void {
    if (this.#hasEnded) end();
    else this.#members.add(end);
    return () => {
      this.#members.delete(end);
    };
  }

  end(): void {
    this.#hasEnded = true;
    const members = [...this.#members];
    this.#members.clear();
    for (const end of members) end();
  }
}

/** The epochs of a running emulator, one after the other. */
export class Epochs {
  #current = new Epoch();

  get current(): Epoch {
    return this.#current;
  }

  /** Ends the current one; what arrives from now on belongs to the next. */
  next(): void {
    const ended = this.#current;
    this.#current = new Epoch();
    ended.end();
  }
}
