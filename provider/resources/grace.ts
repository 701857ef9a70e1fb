import type { PrivateState } from '../../framework/private-state';
import type { Sightings } from '../client';
import { SETTLE_MS } from '../client/listing';

/**
 * How long an object that we made may be missing from lists before it counts as gone (P7, decision 0085). Private state says when it was
 * made; a read or an apply looks at the clock, never a plan (P17).
 *
 * A sighting ends the grace if it came after the settle time, or with a second one some seconds later: replicas flap, so one early
 * sighting proves little.
 */

/** How long an object that no list has shown stays in any case, in milliseconds. */
const STAYS_MS = 60_000;

/** How long the lists that call it gone are spread over the settle time, in milliseconds since it was made. */
const DOUBT_MS = 10 * 60_000;

/** How far apart two sightings are that prove that lists know an object, in milliseconds. */
const FLAP_MS = 3_000;

/** Private state of earlier releases: when the object of a resource was made, whichever object that is. */
const UNSEEN = 'unseen_since';

/** `fresh`: it stays. `doubted`: it is gone if lists spread over the settle time agree. `over`: it is gone if three lists agree. */
export type Phase = 'fresh' | 'doubted' | 'over';

/** The grace of one object of a resource. */
export class Grace {
  readonly #made: string;
  readonly #seen: string;
  readonly #denied: string;

  constructor(
    private readonly privateState: PrivateState,
    id: string,
  ) {
    [this.#made, this.#seen, this.#denied] = [`made ${id}`, `seen ${id}`, `denied ${id}`];
  }

  /** Begins with an object just made that no list of this process has shown. */
  begin(nowMs: number): void {
    this.privateState.set(this.#made, nowMs);
  }

  end(): void {
    for (const key of [this.#made, this.#seen, this.#denied, UNSEEN]) this.privateState.set(key, undefined);
  }

  /**
   * Remembers what lists of this process have shown, as long as it matters: a refresh that changes private state makes a difference to
   * `plan -refresh-only -detailed-exitcode`, though Terraform shows none.
   */
  note(sightings: Sightings | undefined): void {
    const madeMs = this.#madeMs;
    if (sightings === undefined || madeMs === undefined) return;
    const { firstMs, lastMs } = sightings;
    if (lastMs - madeMs >= DOUBT_MS) return;
    // One that lies in the future was noted by another clock.
    const noted = this.#time(this.#seen) ?? firstMs;
    const earliestMs = noted <= lastMs ? Math.min(noted, firstMs) : firstMs;
    if (lastMs - madeMs >= SETTLE_MS || lastMs - earliestMs >= FLAP_MS) this.end();
    else this.privateState.set(this.#seen, earliestMs);
  }

  /** Remembers that the service itself has said that there is no such object. Within the settle time that means nothing. */
  deny(nowMs: number): void {
    const madeMs = this.#madeMs;
    if (madeMs !== undefined && nowMs - madeMs >= SETTLE_MS) this.privateState.set(this.#denied, true);
  }

  phase(nowMs: number): Phase {
    const madeMs = this.#madeMs;
    if (madeMs === undefined) return 'over';
    const ageMs = nowMs - madeMs;
    // A clock that was set back, or another machine's, must not keep it for longer.
    if (Math.abs(ageMs) < STAYS_MS) return 'fresh';
    return ageMs >= DOUBT_MS || this.privateState.get(this.#denied) === true ? 'over' : 'doubted';
  }

  get #madeMs(): number | undefined {
    return this.#time(this.#made) ?? this.#time(UNSEEN);
  }

  #time(key: string): number | undefined {
    const ms = this.privateState.get(key);
    return typeof ms === 'number' ? ms : undefined;
  }
}
