import { DomainError } from '../domain/errors';
import type { Clock } from '../domain/ports';
import { readAdvance, readTime } from '../rest/clock-change';

/**
 * A clock that tests can move. It runs with real time from wherever it was set, unless it was frozen.
 *
 * Timestamps, settling, presigned URLs and lifecycle rules follow it, for everybody who uses the emulator: a test that moves it while
 * others run has an emulator of its own.
 */
export class VirtualClock implements Clock {
  #offsetMs = 0;
  #frozenAt: number | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #fixed: string | undefined;

  /** @param fixed says why it cannot be moved; undefined: it can */
  constructor({ fixed }: { readonly fixed?: string | undefined } = {}) {
    this.#fixed = fixed;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  now(): number {
    return this.#frozenAt ?? Date.now() + this.#offsetMs;
  }

  /** Whether it stands still. */
  get isFrozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Moves the clock forward, or back for a negative number, to the next millisecond. Throws `invalid` for what is no such number. */
  advance(ms: number): void {
    this.set(Math.round(this.now() + readAdvance(ms)));
  }

  /** Sets the clock, in whole milliseconds since 1970-01-01 UTC or as a date. Throws `invalid` for what is no time. */
  set(time: number | Date): void {
    this.#requireMovable();
    const ms = readTime(Number(time));
    if (this.#frozenAt !== undefined) this.#frozenAt = ms;
    else this.#offsetMs = ms - Date.now();
    this.#tell();
  }

  /** Stops the clock where it is; it can still be moved. */
  freeze(): void {
    this.#requireMovable();
    this.#frozenAt = this.now();
  }

  /** Back to real time, running. */
  reset(): void {
    this.#offsetMs = 0;
    this.#frozenAt = undefined;
    this.#tell();
  }

  /** Called by the emulator: has it hear of each move. Gives what ends that. */
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
