/*
 * The grace of a new object: the time for which it may be missing from lists before it counts as gone (P7, decision 0085). Private state holds the
 * time at which it was made. Reads and applies use the clock, plans do not (P17). A list that shows the object ends the grace after the settle time,
 * or if another list shows it some seconds later. One early list proves little, because the next one may come from a replica that lags behind.
 */

import { createHash } from 'node:crypto';
import type { PrivateState } from '../../framework';
import type { Sightings } from '../client';
import { SETTLE_MS } from '../client/lists/listing';

/** Age until which a missing object stays, in milliseconds. */
const STAYS_MS = 60_000;

/** Age until which the lists that confirm that it is gone are spread over the settle time, in milliseconds. */
const DOUBT_MS = 10 * 60_000;

/** The least time between two lists that prove that lists know the object, in milliseconds. */
const FLAP_MS = 3_000;

/** Key of private state of earlier versions: the time at which the resource's object was made, whatever its id. */
const UNSEEN = 'unseen_since';

/** What distinguishes the few objects of one resource: for 1,000 resources Terraform writes each byte of their states more than 1,000 times. */
const shortened = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 4);

/** `fresh`: a missing object stays. `doubted`: it is gone if lists spread over the settle time agree. `over`: if the usual lists agree. */
type Phase = 'fresh' | 'doubted' | 'over';

/** The grace of one object of a resource, in the private state of the resource. Without a `begin` it is over. Times are clock times in milliseconds. */
export class Grace {
  readonly #made: string;
  readonly #seen: string;
  readonly #denied: string;

  constructor(
    private readonly privateState: PrivateState,
    id: string,
  ) {
    // An earlier version named them by the whole id: what it noted is read, and ended, under its names.
    const object = privateState.get(`made ${id}`) === undefined ? shortened(id) : id;
    [this.#made, this.#seen, this.#denied] = [`made ${object}`, `seen ${object}`, `denied ${object}`];
  }

  /** Begins the grace, now, of an object that was just made. */
  begin(nowMs: number): void {
    this.privateState.set(this.#made, nowMs);
  }

  /** Ends the grace: from now on a missing object is judged like any other. */
  end(): void {
    for (const key of [this.#made, this.#seen, this.#denied, UNSEEN]) this.privateState.set(key, undefined);
  }

  /**
   * Notes when lists of this provider block have shown the object, and ends the grace if they prove enough. Does nothing after ten minutes: a
   * refresh that changes private state changes the exit code of `plan -refresh-only -detailed-exitcode`, although Terraform shows no difference.
   */
  note(sightings: Sightings | undefined): void {
    const madeMs = this.#madeMs;
    if (sightings === undefined || madeMs === undefined) return;
    const { firstMs, lastMs } = sightings;
    if (lastMs - madeMs >= DOUBT_MS) return;
    // A time in the future comes from another clock.
    const noted = this.#time(this.#seen) ?? firstMs;
    const earliestMs = noted <= lastMs ? Math.min(noted, firstMs) : firstMs;
    if (lastMs - madeMs >= SETTLE_MS || lastMs - earliestMs >= FLAP_MS) this.end();
    else this.privateState.set(this.#seen, earliestMs);
  }

  /** Notes that the service has denied that the object exists. Ignored within the settle time. */
  deny(nowMs: number): void {
    const madeMs = this.#madeMs;
    if (madeMs !== undefined && nowMs - madeMs >= SETTLE_MS) this.privateState.set(this.#denied, true);
  }

  /** The phase at this time. Changes nothing. */
  phase(nowMs: number): Phase {
    const madeMs = this.#madeMs;
    if (madeMs === undefined) return 'over';
    const ageMs = nowMs - madeMs;
    // A clock that was set back, or that of another machine, may shift this phase, but it is never longer than two minutes.
    if (Math.abs(ageMs) < STAYS_MS) return 'fresh';
    return ageMs >= DOUBT_MS || this.privateState.get(this.#denied) === true ? 'over' : 'doubted';
  }

  /** True if we made the object, no list that this state knows of has shown it, and the service has not denied it. A state that no later apply has written knows of none. */
  get isUnseen(): boolean {
    const { privateState } = this;
    return (
      this.#madeMs !== undefined && this.#time(this.#seen) === undefined && privateState.get(this.#denied) !== true
    );
  }

  get #madeMs(): number | undefined {
    return this.#time(this.#made) ?? this.#time(UNSEEN);
  }

  #time(key: string): number | undefined {
    const ms = this.privateState.get(key);
    return typeof ms === 'number' ? ms : undefined;
  }
}
