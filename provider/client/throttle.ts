import type { ClientEnvironment } from './environment';

const FIRST_SPACING_MS = 20;
const MAX_SPACING_MS = 1_000;

/**
 * Slows all requests of a client when the server asks for it.
 *
 * A pause holds all of them back. Each pause also doubles the spacing of requests afterwards, and each success reduces it by a
 * tenth, so that the rate approaches the limit instead of exceeding it over and over.
 */
export class Throttle {
  private pausedUntil = 0;
  private nextSlot = 0;
  private spacingMs = 0;
  /** Called at every pause. */
  private readonly watchers = new Set<() => void>();

  constructor(private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>) {}

  /** Holds all requests back for `ms` milliseconds from now. */
  pauseFor(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.environment.now() + ms);
    this.spacingMs = Math.min(MAX_SPACING_MS, Math.max(FIRST_SPACING_MS, this.spacingMs * 2));
    for (const look of this.watchers) look();
  }

  /** Settles like the work, or rejects with `tooLong` of the pause's end as soon as a pause goes beyond `latestMs`. */
  before<R>(latestMs: number, work: Promise<R>, tooLong: (untilMs: number) => Error): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const look = () => {
        if (this.pausedUntil > latestMs) reject(tooLong(this.pausedUntil));
      };
      this.watchers.add(look);
      work.then(resolve, reject).finally(() => this.watchers.delete(look));
      // Deferred, so that work that has already ended settles first.
      setImmediate(look);
    });
  }

  /** Notes a successful request. */
  succeeded(): void {
    this.spacingMs = this.spacingMs < 1 ? 0 : this.spacingMs * 0.9;
  }

  /**
   * Resolves with 0 when it is this request's turn, or at once with the wait in milliseconds when a pause lasts beyond
   * `latestMs`. Rejects when `signal` is aborted first.
   */
  async turn(signal?: AbortSignal, latestMs = Number.POSITIVE_INFINITY): Promise<number> {
    for (;;) {
      if (this.pausedUntil > latestMs) return this.pausedUntil - this.environment.now();
      const slot = this.reserve();
      const waitMs = slot - this.environment.now();
      if (waitMs <= 0) return 0;
      await this.environment.sleep(waitMs, signal);
      // A pause that began during the sleep delays all requests further.
      if (this.pausedUntil <= slot) return 0;
    }
  }

  private reserve(): number {
    const slot = Math.max(this.environment.now(), this.pausedUntil, this.nextSlot);
    this.nextSlot = slot + this.spacingMs;
    return slot;
  }
}
