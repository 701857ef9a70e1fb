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

export const isGone = (code: string | undefined): boolean => code !== undefined && GONE.has(code);

const NAMED = 5;

/** Refused deletions, condensed for an error message: there may be millions. */
export class FailedDeletions {
  /** True if another attempt would fail for some of them, too: for each code that is not known to pass. Then only these are counted. */
  areLasting = false;
  #count = 0;
  /** The first keys, in order. */
  #first: readonly FailedDeletion[] = [];

  add(refused: readonly FailedDeletion[]): void {
    const lasting = refused.filter(({ code }) => !PASSING.has(code));
    if (lasting.length > 0 && !this.areLasting) [this.areLasting, this.#count, this.#first] = [true, 0, []];
    const counted = this.areLasting ? lasting : refused;
    this.#count += counted.length;
    this.#first = [...this.#first, ...counted].sort((one, other) => (one.key < other.key ? -1 : 1)).slice(0, NAMED);
  }

  get isNothing(): boolean {
    return this.#count === 0;
  }

  /** A sentence with the first five keys in order, and the count of the others. */
  toString(): string {
    const named = this.#first.map(({ key, code, words }) => {
      const why = [code, words].filter(Boolean).join(': ');
      return why === '' ? JSON.stringify(key) : `${JSON.stringify(key)} (${why})`;
    });
    const more = this.#count - NAMED;
    return `S3 did not delete ${named.join(', ')}${more > 0 ? ` and ${more} other${more === 1 ? '' : 's'}` : ''}.`;
  }
}
