/** The database's record of files whose rows are gone. */
export interface FreedFiles {
  /** Makes everything committed survive a power cut. False: not all of it does yet. */
  checkpoint(): boolean;
  /** Notes that the files are gone. */
  forget(files: readonly string[]): void;
}

/** Minimum wait before a removal; checkpoints may take at most one part in `SHARE` of the time. */
const LEAST_WAIT_MS = 1_000;
const SHARE = 20;

/**
 * Removes files in the background: one that a row named only after the commit that freed it is durable. Otherwise a power cut could undo the commit,
 * and the row would name a missing file.
 */
export class Removals {
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #tookMs = 0;
  readonly #underWay = new Set<Promise<unknown>>();

  /** `unlink` returns whether the file is gone. `freed` undefined: no commit is durable anyway, so removals do not wait. */
  constructor(
    private readonly unlink: (file: string) => Promise<boolean>,
    private readonly freed: FreedFiles | undefined,
  ) {}

  /** Removes files that no commit ever named. */
  discard(files: readonly string[]): void {
    void this.#remove(files);
  }

  /** Removes files that a commit freed. */
  add(files: readonly string[]): void {
    if (files.length === 0) return;
    if (this.freed === undefined) {
      this.discard(files);
      return;
    }
    this.#waiting.push(...files);
    this.#schedule();
  }

  /** Resolves once no removal is under way. */
  async idle(): Promise<void> {
    this.#flush();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#flush();
        if (this.#waiting.length > 0) this.#schedule();
      },
      LEAST_WAIT_MS + SHARE * this.#tookMs,
    ).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { freed } = this;
    if (freed === undefined || this.#waiting.length === 0) return;
    const files = this.#waiting;
    const began = performance.now();
    const lasts = trying(() => freed.checkpoint());
    this.#tookMs = performance.now() - began;
    // The files are noted in the database, and removed by a later flush or at the next start.
    if (!lasts) return;
    this.#waiting = [];
    this.#track(this.#remove(files).then((gone) => trying(() => freed.forget(gone))));
  }

  /** Returns the files that are gone. */
  #remove(files: readonly string[]): Promise<string[]> {
    return this.#track(
      Promise.all(files.map(async (file) => ((await this.unlink(file)) ? [file] : []))).then((gone) => gone.flat()),
    );
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    void work.then(() => this.#underWay.delete(work));
    return work;
  }
}

function trying<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // The disk is full, or the database was closed.
    return undefined;
  }
}
