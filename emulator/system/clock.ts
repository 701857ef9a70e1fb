import * as z from 'zod';
import { DomainError } from '../domain/errors';
import type { Clock } from '../domain/ports';
import { strict } from '../validation/strict';
import { validate } from '../validation/validate';

/** The end of the year 9999: dates of HTTP, XML and SDKs have four digits for the year. */
const MAX_TIME_MS = 253_402_300_799_999;

const time = z.int().min(0).max(MAX_TIME_MS);

/** Body of a call that sets the clock. */
export const clockSet = strict({ now: time.describe('Milliseconds since 1970-01-01 UTC.') });

/** Body of a call that moves the clock. */
export const clockAdvance = strict({
  ms: z.number().min(-MAX_TIME_MS).max(MAX_TIME_MS).describe('Milliseconds; negative: back.'),
});

/**
 * A clock that tests can move. From the time it was set to, it runs at the speed of real time, unless it is frozen.
 *
 * Timestamps, settling, presigned URLs and lifecycle rules follow it, for every client of the emulator. A test that moves it needs
 * its own emulator if others run at the same time.
 */
export class VirtualClock implements Clock {
  #offsetMs = 0;
  #frozenAt: number | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #fixed: string | undefined;

  /** @param fixed reason why the clock cannot be moved; undefined: it can */
  constructor({ fixed }: { readonly fixed?: string | undefined } = {}) {
    this.#fixed = fixed;
  }

  /** Milliseconds since 1970-01-01 UTC. The clock stops at the end of the year 9999. */
  now(): number {
    return this.#frozenAt ?? Math.min(Date.now() + this.#offsetMs, MAX_TIME_MS);
  }

  /** Whether the clock is stopped. */
  get isFrozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Moves the clock forward, or back for a negative number; rounds to a whole millisecond. Throws `invalid` for an invalid number. */
  advance(ms: number): void {
    this.set(Math.round(this.now() + validate(clockAdvance, { ms }, 'The time').ms));
  }

  /** Sets the clock, to whole milliseconds since 1970-01-01 UTC or to a date. Throws `invalid` for an invalid time. */
  set(time: number | Date): void {
    this.#requireMovable();
    const ms = validate(clockSet, { now: Number(time) }, 'The time').now;
    if (this.#frozenAt !== undefined) this.#frozenAt = ms;
    else this.#offsetMs = ms - Date.now();
    this.#tell();
  }

  /** Stops the clock at its current time; it can still be moved. */
  freeze(): void {
    this.#requireMovable();
    this.#frozenAt = this.now();
  }

  /** Returns to real time, running. */
  reset(): void {
    this.#offsetMs = 0;
    this.#frozenAt = undefined;
    this.#tell();
  }

  /** Called by the emulator: calls `listener` after each move. Returns a function that removes the listener. */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #requireMovable(): void {
    if (this.#fixed !== undefined) throw new DomainError('not_implemented', this.#fixed);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
