/*
 * Which creates of a collection are in flight, which are lost, and which ids are given out. What always holds:
 *
 * 1. An id is given out once: nothing takes it out of `claimed`.
 * 2. A create is in `flights` from before its first byte until its outcome is in this ledger. Whoever decides about an object waits for those that it may
 *    be of (`inFlight`), because one of them may still claim it, or be lost and want it, too.
 * 3. A lost create is in `lost` until its object is claimed, or a whole search has not shown it (then in `unseen`), or has shown it after a 2xx that said no.
 *    A search that failed leaves it there, so that what it may have made goes to no other create.
 * 4. The list that a lost create is compared with changes no more.
 */

import type { ClientError } from '../errors/errors';
import type { Received } from '../errors/received';
import { hasId } from '../lists/look-up';
import type { ComparedPosting } from './compared-posting';
import { type Creation, candidatesFor, type Lost } from './lost-create';

/** A create whose response has not arrived yet. */
export interface Flight<T extends { readonly id: string }> {
  readonly creation: Creation<T>;
  /** Resolves when the create has ended, however it ended; never rejects. */
  readonly ended: Promise<void>;
  readonly end: () => void;
  /** Set before `ended` resolves if the create was lost. */
  lost: Lost<T> | undefined;
}

export class Ledger<T extends { readonly id: string }> {
  private readonly claimed = new Set<string>();
  /** The ids among them that a search has found: no response named them. */
  private readonly found = new Set<string>();
  private readonly flights = new Set<Flight<T>>();
  private readonly lost = new Set<Lost<T>>();
  /** Lost creates whose objects never appeared; they still may. */
  private readonly unseen: Lost<T>[] = [];

  constructor(private readonly hasDeleted: (id: string) => boolean) {}

  begin(creation: Creation<T>): Flight<T> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const flight: Flight<T> = { creation, ended, end, lost: undefined };
    this.flights.add(flight);
    return flight;
  }

  /** Notes that a create in flight is lost. */
  lose(
    flight: Flight<T>,
    posting: ComparedPosting<T>,
    failure: ClientError | undefined,
    received: Received | undefined,
  ): Lost<T> {
    posting.fix();
    const lost = { creation: flight.creation, posting, failure, received };
    flight.lost = lost;
    this.lost.add(lost);
    return lost;
  }

  end(flight: Flight<T>): void {
    this.flights.delete(flight);
    flight.end();
  }

  /** Gives the id in the response of a create to it. Gives the reason, and claims nothing, if that is the object of another one. */
  claimNamed(id: string, { before }: ComparedPosting<T>): string | undefined {
    // A service may give the id of an object that we deleted to a new one.
    const wasDeleted = this.hasDeleted(id);
    // But not that of one which a search has found: a sole writer deletes a found key, and the response to the retry may be the stored one, with its id.
    if (this.found.has(id) || (this.claimed.has(id) && !wasDeleted))
      return 'another resource of this run has. Find out to which of the two it belongs, remove the other one from state, and apply again';
    if (hasId(before, id) && !wasDeleted)
      return 'existed before the request: the service may have overwritten it. Import it if it is yours';
    this.claimed.add(id);
    return undefined;
  }

  /** Gives an object that a search has found to its create. */
  claimFound({ id }: T): void {
    this.claimed.add(id);
    this.found.add(id);
  }

  isClaimed(id: string): boolean {
    return this.claimed.has(id);
  }

  /** Notes that a create is lost again, to be looked for once more. */
  reopen(lost: Lost<T>): void {
    this.lost.add(lost);
  }

  /** Notes that a search is over. `unseen`: no list has shown an object of it, though one still may. */
  close(lost: Lost<T>, outcome: 'seen' | 'unseen' | 'reported'): void {
    this.lost.delete(lost);
    if (outcome === 'unseen') this.unseen.push(lost);
  }

  /** The creates in flight that may be of one of these objects. */
  inFlight(mayBeOf: (creation: Creation<T>) => boolean): readonly Flight<T>[] {
    return [...this.flights].filter(({ creation }) => mayBeOf(creation));
  }

  /** The lost creates at this moment. */
  get allLost(): readonly Lost<T>[] {
    return [...this.lost];
  }

  /** Those of these lost creates that are still lost and may have made one of the objects. */
  rivals(lost: Lost<T>, others: readonly Lost<T>[], candidates: readonly T[]): readonly Lost<T>[] {
    return [...new Set(others)].filter(
      (one) => one !== lost && this.lost.has(one) && candidatesFor(one, candidates).length > 0,
    );
  }

  /** True if another create, in flight or lost, may be of this object. */
  isOfAnother(lost: Lost<T>, record: T): boolean {
    return [...this.flights, ...this.lost].some((one) => one !== lost && one.creation.matches(record));
  }

  /** True if the record may come from a lost create with other content whose object never appeared. */
  mayBeStray(record: T, content: string): boolean {
    return this.unseen.some((one) => one.creation.content !== content && candidatesFor(one, [record]).length > 0);
  }
}
