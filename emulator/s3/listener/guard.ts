import { S3Error } from '../errors';

/** Minimum average rate of a slow body. */
const LEAST_BYTES_PER_SECOND = 1024;

/** Default for how long a body may be slower than that. */
export const SLOW_BODY_MS = 120_000;

/** Enforces a minimum pace: a client that sends a byte now and then would hold its connection for ever. Only time spent waiting for it counts. */
export class Pace {
  #received = 0;
  #waitedMs = 0;

  constructor(private readonly slowMs: number) {}

  /** Notes received bytes, and how long the wait for them was. Throws `RequestTimeout`. */
  note(bytes: number, waitedMs: number): void {
    this.#received += bytes;
    this.#waitedMs += waitedMs;
    if (this.#waitedMs <= this.slowMs || this.#received >= (LEAST_BYTES_PER_SECOND * this.#waitedMs) / 1000) return;
    throw new S3Error(
      'RequestTimeout',
      'Your socket connection to the server was not read from or written to within the timeout period.',
    );
  }
}

export interface Guards {
  /** Throws if the key or the bucket was deleted since the request began. */
  readonly requireCurrent: () => void;
  readonly pace: Pace;
  /** Called before the first piece is requested. */
  readonly beforeFirst?: (() => void) | undefined;
}

/**
 * The pieces of a body as they arrive, which end with an error, at the latest with the next one, if the key or the bucket is deleted
 * meanwhile, or if they arrive too slowly. Runs before hashing, so that waiting for a
 * thread does not count as a slow client.
 */
export async function* guard(
  pieces: AsyncIterable<Uint8Array>,
  { requireCurrent, pace, beforeFirst }: Guards,
): AsyncGenerator<Uint8Array> {
  beforeFirst?.();
  let askedAt = performance.now();
  for await (const piece of pieces) {
    pace.note(piece.length, performance.now() - askedAt);
    requireCurrent();
    yield piece;
    askedAt = performance.now();
  }
  requireCurrent();
}
