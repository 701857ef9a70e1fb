/** An object that S3 did not delete. */
export interface FailedDeletion {
  /** Redacted and shortened, like the rest. */
  readonly key: string;
  /** S3's code for the reason, or the status without one; perhaps empty. */
  readonly code: string;
  /** The server's message; perhaps empty. */
  readonly words: string;
}

/** Transient error codes of single objects. */
const PASSING = new Set(['InternalError', 'OperationAborted', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown']);

/** Codes for an object that somebody else has deleted meanwhile: S3 acknowledges its deletion, other servers do not. */
const GONE = new Set(['NoSuchKey', 'NoSuchVersion']);

/** True if the code means that the object no longer exists. */
export const isGone = (code: string | undefined): boolean => code !== undefined && GONE.has(code);

const NAMED = 5;

/** Refused deletions, condensed for an error message: there may be millions. */
export class FailedDeletions {
  readonly #passing = new Named();
  readonly #lasting = new Named();

  add(refused: readonly FailedDeletion[]): void {
    this.#passing.add(refused.filter(({ code }) => PASSING.has(code)));
    this.#lasting.add(refused.filter(({ code }) => !PASSING.has(code)));
  }

  get isNothing(): boolean {
    return this.#passing.count === 0 && !this.areLasting;
  }

  /** True if another attempt would fail for some of them, too: for each code that is not known to pass. */
  get areLasting(): boolean {
    return this.#lasting.count > 0;
  }

  /** A sentence with the first five keys in order, and the count of the others: of the lasting ones, or else the passing ones. */
  toString(): string {
    return `S3 did not delete ${this.areLasting ? this.#lasting : this.#passing}.`;
  }
}

/** The first keys, and the total count. */
class Named {
  count = 0;
  #first: readonly FailedDeletion[] = [];

  add(refused: readonly FailedDeletion[]): void {
    this.count += refused.length;
    this.#first = [...this.#first, ...refused].sort((one, other) => (one.key < other.key ? -1 : 1)).slice(0, NAMED);
  }

  toString(): string {
    const named = this.#first.map(
      ({ key, code, words }) => `${JSON.stringify(key)} (${[code, words].filter((word) => word !== '').join(': ')})`,
    );
    return named.join(', ') + (this.count > NAMED ? ` and ${this.count - NAMED} others` : '');
  }
}
