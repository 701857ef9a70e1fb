import type { ClientEnvironment } from './environment';

const FIRST_SPACING_MS = 20;
const MAX_SPACING_MS = 1_000;

/**
 * Slows every request of a client when the server asks for it.
 *
 * A pause holds all of them back; each pause also doubles the distance kept between two requests afterwards, and each
 * success takes a tenth of it away again, so that a rate limit is approached instead of hit over and over.
 */
export class Throttle {
  private pausedUntil = 0;
  private nextSlot = 0;
  private spacingMs = 0;
  /** Asked at every pause. */
  private readonly watchers = new Set<() => void>();

  constructor(private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>) {}

  /** Lets nobody through for so many milliseconds from now. */
  pauseFor(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.environment.now() + ms);
    this.spacingMs = Math.min(MAX_SPACING_MS, Math.max(FIRST_SPACING_MS, this.spacingMs * 2));
    for (const look of this.watchers) look();
  }

  /** Settles as the work does, or rejects with `tooLong` of the pause's end as soon as a pause goes beyond `latestMs`. */
  before<R>(latestMs: number, work: Promise<R>, tooLong: (untilMs: number) => Error): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const look = () => {
        if (this.pausedUntil > latestMs) reject(tooLong(this.pausedUntil));
      };
      this.watchers.add(look);
      work.then(resolve, reject).finally(() => this.watchers.delete(look));
      // Work that has ended already is not held back.
      setImmediate(look);
    });
  }

  /** Notes a request that the server did not mind. */
  succeeded(): void {
    this.spacingMs = this.spacingMs < 1 ? 0 : this.spacingMs * 0.9;
  }

  /**
   * Resolves with 0 when it is this request's turn, or at once with the wait in milliseconds when that would come after
   * `latestMs`. Rejects when `signal` is aborted first.
   */
  async turn(signal?: AbortSignal, latestMs = Number.POSITIVE_INFINITY): Promise<number> {
    for (;;) {
      if (this.pausedUntil > latestMs) return this.pausedUntil - this.environment.now();
      const slot = this.reserve();
      const waitMs = slot - this.environment.now();
      if (waitMs <= 0) return 0;
      await this.environment.sleep(waitMs, signal);
      // A pause that was asked for during the sleep moves everyone back.
      if (this.pausedUntil <= slot) return 0;
    }
  }

  private reserve(): number {
    const slot = Math.max(this.environment.now(), this.pausedUntil, this.nextSlot);
    this.nextSlot = slot + this.spacingMs;
    return slot;
  }
}
