import { routes } from '../../../contract';
import { ClientError, type RefusedError } from '../errors/errors';
import { quoted } from '../errors/with-ids';
import { withGrace } from '../http/after-abort';
import type { Requester } from '../http/requester';
import { mayPass } from '../http/retry';
import { type Listing, SETTLE_MS } from '../lists/listing';
import { hasId } from '../lists/look-up';
import { countOf, isRound } from '../lists/round';
import { nextWaitMs } from '../lists/settle';
import type { Call } from '../settings';
import type { Ledger } from './ledger';
import { candidatesFor, type Lost, oddBefore, oddCandidatesFor, type Sighting } from './lost-create';
import { AmbiguousError, LostError } from './lost-create-errors';
import type { LostCreateLists } from './lost-create-lists';

/** Time between the two lists that are compared after a 2xx that said no, in milliseconds (P49). */
const REFUSED_AGAIN_MS = 3_000;

/** An object that was assigned to a lost create. */
export interface Found<T> {
  readonly record: T;
  /** True if the response named it, or said at least that the create succeeded. */
  readonly isCertain: boolean;
}

/**
 * Finds the object of a create whose response was lost or contains no id (P1 to P3). An object may be ours when a list after the create shows
 * it, a list before did not, this client has not claimed it for another create, and it matches the request. It is judged once no create of this
 * client that it would match is in flight any more. As long as there are no more such objects than lost creates that sent the same data, it does
 * not matter which create gets which. None of this is proof while others write too: `lost_creates` decides what happens to the object.
 */
export class Search<T extends { readonly id: string }> {
  constructor(
    private readonly requester: Requester,
    private readonly rounds: LostCreateLists<T>,
    private readonly ledger: Ledger<T>,
  ) {}

  /**
   * Searches for the object of a lost create until `decide` has a result; undefined when `limitMs` are over first. A cancelled call still
   * searches for a few seconds, so that nothing is lost needlessly. Throws LostError when the lists cannot be read, or when they show an
   * object that resembles it; what `decide` throws is turned into a LostError, too, but for an AmbiguousError.
   */
  async search<R>(
    lost: Lost<T>,
    call: Call,
    decide: (sighting: Sighting<T>) => R | undefined,
    limitMs = SETTLE_MS,
  ): Promise<R | undefined> {
    const result = await withGrace(this.requester, call.signal, (within, mostMs) =>
      this.searchWithin(lost, decide, Math.min(limitMs, mostMs), within),
    ).catch((error: unknown) => {
      const isVerdict = error instanceof AmbiguousError || error instanceof LostError;
      throw isVerdict ? error : this.lostError(lost, 'It could not be looked for.', error);
    });
    // If the search fails, it stays: what it may have made must not go to another lost create.
    this.ledger.close(lost, result === undefined ? 'unseen' : 'seen');
    return result;
  }

  /** Picks and claims the object of a lost create; undefined if a later list must decide. Throws AmbiguousError for several, and like `mayBeOdd`. */
  readonly pickOne = (sighting: Sighting<T>): Found<T> | undefined => {
    const { lost, candidates, rivals, isLast } = sighting;
    const take = (record: T, isCertain: boolean) => {
      this.ledger.claimFound(record);
      return { record, isCertain };
    };
    const named = candidates.find((one) => lost.received?.names(one));
    if (named !== undefined) return take(named, true);
    if (this.mayBeOdd(sighting)) return undefined;
    // The response contained an id: until the settle time is over, no other object is accepted.
    if (candidates.length === 0 || (lost.received?.hasIds && !isLast)) return undefined;
    const isOdd = rivals.some(({ creation }) => creation.content !== lost.creation.content);
    if (candidates.length > rivals.length + 1 || isOdd) {
      const { operation, subject } = lost.creation;
      const ids = candidates.map(({ id }) => id);
      throw new AmbiguousError(routes[operation], subject, ids, lost.failure);
    }
    const free = candidates.filter((one) => !rivals.some(({ received }) => received?.names(one)));
    // Creates that certainly took effect come first.
    const certain = lost.failure === undefined ? 0 : rivals.filter(({ failure }) => failure === undefined).length;
    const [ours] = free.slice(certain);
    return ours && take(ours, lost.failure === undefined);
  };

  /** True while an unreadable record may be the object. Throws LostError on the last list, because another create might make a second object. */
  readonly mayBeOdd = ({ lost, odd, isLast }: Sighting<T>): boolean => {
    if (odd.length === 0 || !isLast) return odd.length > 0;
    const detail = `It was not sent again, because a list shows what it may have made, in a form that cannot be read: ${odd.join(', ')}.`;
    throw this.lostError(lost, detail);
  };

  /** Searches once more, in one list, for the object of a lost create that did not appear in time. Like `search` with `pickOne`. */
  searchAgain(lost: Lost<T>, call: Call): Promise<Found<T> | undefined> {
    this.ledger.reopen(lost);
    return this.search(lost, call, this.pickOne, 0);
  }

  /**
   * The error for a create whose 2xx said no: the refusal alone, or with the ids of what two lists show since, three seconds apart (P49). A LostError
   * if they cannot be read.
   */
  async refused(lost: Lost<T>, refusal: RefusedError, call: Call): Promise<ClientError> {
    const look = (within: AbortSignal | undefined) => async (waitMs: number) => {
      const ids = (found: Sighting<T>) => [...found.candidates, ...found.odd].flatMap(({ id }) => id ?? []);
      return this.sight(lost, await this.rounds.listing(waitMs, within), true, ids);
    };
    try {
      const ids = await withGrace(this.requester, call.signal, async (within) => [
        ...(await look(within)(0)),
        ...(await look(within)(REFUSED_AGAIN_MS)),
      ]);
      if (ids.length === 0) return refusal;
      const detail = `${refusal.message} But the list shows since: ${quoted(new Set(ids))}. Nothing was adopted or sent again. Find out whose it is; import it if it is yours, or delete it, before you apply again.`;
      return new LostError(routes[lost.creation.operation], lost.creation.subject, false, detail, refusal);
    } catch (error) {
      return this.lostError(lost, 'It could not be looked for.', error);
    } finally {
      this.ledger.close(lost, 'reported');
    }
  }

  /** Objects in a fresh list beyond those of other lost creates, and unreadable records, by id alone; none if the list cannot be read. */
  async twins(lost: Lost<T>, call: Call): Promise<readonly (Pick<T, 'id'> & Partial<T>)[]> {
    try {
      const listing = await withGrace(this.requester, call.signal, (within) => this.rounds.listing(0, within));
      const beyond = ({ candidates, rivals, odd }: Sighting<T>) => [
        ...(candidates.length > rivals.length ? candidates : []),
        ...odd.flatMap(({ id }) => (id === undefined ? [] : [{ id } as Pick<T, 'id'> & Partial<T>])),
      ];
      return await this.sight(lost, listing, true, beyond);
    } catch {
      return []; // the requested object exists: an unreadable list is no reason to fail
    }
  }

  /** The error for a create whose outcome stays unknown. `detail` describes the attempts, as sentences; `cause` is a later failure than its own. */
  lostError({ creation, failure, posting }: Lost<T>, detail: string, cause?: unknown): LostError {
    const seen =
      posting.seen.length === 0
        ? ''
        : ` The response names no object in its place; it holds ${posting.seen.join(', ')}.`;
    const why = failure === undefined ? seen : ` ${failure.message}`;
    const also = cause instanceof ClientError ? ` ${cause.message}` : '';
    return new LostError(
      routes[creation.operation],
      creation.subject,
      failure === undefined,
      `${detail}${why}${also} Look for it at the service; import or delete it before you apply again.`,
      failure ?? cause,
    );
  }

  private async searchWithin<R>(
    lost: Lost<T>,
    decide: (sighting: Sighting<T>) => R | undefined,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<R | undefined> {
    const { environment, settings } = this.requester;
    const { operation } = lost.creation;
    settings.log?.('warn', 'looking for what a lost create may have made, before it is sent again or given up', {
      method: routes[operation].method,
      path: routes[operation].path,
      reason: lost.failure?.name ?? 'no id in the response',
      attempt: String(lost.posting.attempts),
      longest_ms: String(limitMs),
    });
    let [lastMs, passedMs] = [environment.now(), 0];
    const leftMs = () => {
      const nowMs = environment.now();
      // A clock that is set back adds no time.
      passedMs += Math.max(0, nowMs - lastMs);
      lastMs = nowMs;
      return limitMs - passedMs;
    };
    let shown: readonly T[] = [];
    for (let waitMs = 0; ; waitMs = nextWaitMs(waitMs)) {
      let listing: Listing<T> | undefined;
      try {
        listing = await this.rounds.listing(Math.max(0, Math.min(waitMs, leftMs())), signal);
      } catch (error) {
        // Giving up here may leave an untracked object behind.
        if (signal?.aborted || !mayPass(error) || leftMs() <= 0) throw this.unsearched(lost, shown, error);
      }
      if (listing) shown = candidatesFor(lost, listing.records);
      const isLast = leftMs() <= 0;
      const result = listing && (await this.sight(lost, listing, isLast, decide));
      if (result !== undefined) return result;
      if (listing && isLast) {
        this.refuseResembling(lost, listing);
        this.refuseCut(lost, listing);
        return undefined;
      }
    }
  }

  /** The failure of a list that ends a search; with the ids of what an earlier list showed and what nothing has claimed, if there are any. */
  private unsearched(lost: Lost<T>, shown: readonly T[], error: unknown): unknown {
    const ids = shown.flatMap(({ id }) => (this.ledger.isClaimed(id) ? [] : [id]));
    if (ids.length === 0) return error;
    const detail = `It could not be looked for to the end. A list showed what it may have made: ${quoted(ids)}.`;
    return this.lostError(lost, detail, error);
  }

  /** Decides on the objects in a list that the create may have created, once every other create in flight that they match has ended. */
  private async sight<R>(
    lost: Lost<T>,
    listing: Listing<T>,
    isLast: boolean,
    decide: (sighting: Sighting<T>) => R,
  ): Promise<R> {
    const like = candidatesFor(lost, listing.records);
    const oddLike = oddCandidatesFor(lost, listing);
    const others = this.ledger.allLost;
    const pending = this.ledger.inFlight(
      (creation) => like.some((one) => creation.matches(one)) || oddLike.some((one) => one.mayMatch(creation.matches)),
    );
    await Promise.all(pending.map(({ ended }) => ended));
    const candidates = like.filter(({ id }) => !this.ledger.isClaimed(id));
    const oddNow = oddLike.filter(({ id }) => id === undefined || !this.ledger.isClaimed(id));
    const odd = oddNow.length === 0 && candidates.length > 0 ? oddBefore(lost) : oddNow;
    const rivals = this.ledger.rivals(lost, [...others, ...pending.flatMap((flight) => flight.lost ?? [])], candidates);
    // No await between the filters and this decision: another search must not decide on the same objects meanwhile.
    return decide({ lost, candidates, odd, rivals, isLast });
  }

  /** Prevents a retry that would create the same object once more (P3). */
  private refuseResembling(lost: Lost<T>, { records }: Listing<T>): void {
    const { creation, posting } = lost;
    const odd = records.filter(
      (one) =>
        creation.resembles?.(one) &&
        !hasId(posting.before, one.id) &&
        !this.ledger.isClaimed(one.id) &&
        !this.ledger.isOfAnother(lost, one),
    );
    if (odd.length === 0) return;
    const ids = quoted(odd.map(({ id }) => id));
    const detail = `The provider did not retry, because the list shows objects that it may have created, with values other than those sent: ${ids}.`;
    throw this.lostError(lost, detail);
  }

  /** Prevents a retry after lists that may end at a number without a word, and then prove nothing (P7). */
  private refuseCut(lost: Lost<T>, listing: Listing<T>): void {
    const count = countOf(listing);
    if (!isRound(count) || count !== countOf(lost.posting.before)) return;
    const detail = `The provider did not retry, because the list has ${count} records, before and after. It may end at this number without a word, and then it shows nothing new.`;
    throw this.lostError(lost, detail);
  }
}
