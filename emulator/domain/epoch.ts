/** How an epoch began, but for the first one, which began with the start. */
export interface Beginning {
  readonly by: 'reset' | 'restore';
  /** Real time in milliseconds: it is for people, who look at the clock on the wall. */
  readonly at: number;
  /** Who asked for it, such as the name of a test. */
  readonly who?: string | undefined;
}

/** The time until everything stored is replaced: by a reset, or by a snapshot that is restored. What began in it ends with it. */
export class Epoch {
  #hasEnded = false;
  readonly #members = new Set<() => void>();

  /** @param number 1 for the first, then one more each time */
  constructor(
    readonly number = 1,
    readonly beginning?: Beginning,
  ) {}

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
  next(beginning?: Beginning): void {
    const ended = this.#current;
    this.#current = new Epoch(ended.number + 1, beginning);
    ended.end();
  }
}
