/** A line between requests that says what a client was about, such as the beginning of a test. */
export interface JournalMark {
  /** `mark-1`, `mark-2`, … */
  readonly markId: string;
  readonly text: string;
  /** Time by the virtual clock, in milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Number of the last request before it; 0: it stands before all of them. */
  readonly after: number;
}

/** Number of marks kept; older ones are dropped. */
const CAPACITY = 1_000;

/** The last 1,000 marks of all clients of the emulator. */
export class Marks {
  #marks: JournalMark[] = [];
  #made = 0;

  list(): readonly JournalMark[] {
    return this.#marks;
  }

  add(mark: Omit<JournalMark, 'markId'>): JournalMark {
    this.#made += 1;
    const added = { markId: `mark-${this.#made}`, ...mark };
    this.#marks = [...this.#marks.slice(1 - CAPACITY), added];
    return added;
  }

  clear(): void {
    this.#marks = [];
  }

  /** Called at a reset. */
  reset(): void {
    this.clear();
    this.#made = 0;
  }
}
