import { S3Error } from '../errors';

/** What a body has to bring on average, once it is slow. */
const LEAST_BYTES_PER_SECOND = 1024;

/** How long a body may be slower than that, by default. */
export const SLOW_BODY_MS = 120_000;

/**
 * Whether a body comes at a pace that has an end: a client that sends a byte now and then would hold its connection for ever. Only
 * the time counts in which the client is waited for.
 */
export class Pace {
  #received = 0;
  #waitedMs = 0;

  constructor(private readonly slowMs: number) {}

  /** Notes bytes that came, and how long they were waited for. Throws `RequestTimeout`. */
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
