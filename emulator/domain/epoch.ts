/** The event that began an epoch other than the first one, which began with the start. */
export interface Beginning {
  readonly by: 'reset' | 'restore';
  /** Real time in milliseconds, not that of the virtual clock, because it is for people. */
  readonly at: number;
  /** The name of the person or test that caused it. */
  readonly who?: string | undefined;
}

/** The time between two replacements of everything stored, by a reset or a restored snapshot. Work that begins in it ends with it. */
export class Epoch {
  #hasEnded = false;
  readonly #members = new Set<() => void>();

  /** @param number 1 for the first epoch, and one more for each next one */
  constructor(
    readonly number = 1,
    readonly beginning?: Beginning,
  ) {}

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Calls `end` when the epoch ends, or at once if it has ended. The function that it returns cancels that. */
  join(end: () => void): () => void {
    if (this.#hasEnded) end();
    else this.#members.add(end);
    return () => void this.#members.delete(end);
  }

  end(): void {
    this.#hasEnded = true;
    const members = [...this.#members];
    this.#members.clear();
    for (const end of members) end();
  }
}

export class Epochs {
  #current = new Epoch();

  get current(): Epoch {
    return this.#current;
  }

  next(beginning?: Beginning): void {
    const ended = this.#current;
    this.#current = new Epoch(ended.number + 1, beginning);
    ended.end();
  }
}
