import { routes } from '../../../contract';
import { ClientError, type RefusedError } from '../errors/errors';
import { quoted } from '../errors/with-ids';
import { withGrace } from '../http/after-abort';
import type { Requester } from '../http/requester';
import { mayPass } from '../http/retry';
import { settledOrAborted } from '../http/wait-or-abort';
import { countOf, isRound, type Listing, SETTLE_MS } from '../lists/listing';
import { hasId } from '../lists/look-up';
import { nextWaitMs } from '../lists/settle';
import type { Call } from '../settings';
import type { Ledger } from './ledger';
import {
  AmbiguousError,
  candidatesFor,
  type Findings,
  type Lost,
  LostError,
  oddBefore,
  oddCandidatesFor,
} from './lost-create';
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
    private readonly lists: LostCreateLists<T>,
    private readonly ledger: Ledger<T>,
  ) {}

  /**
   * Searches for the object of a lost create until `decide` has a result; undefined when `limitMs` are over first. A cancelled call still
   * searches for a few seconds, so that nothing is lost needlessly. Rejects with LostError when the lists cannot be read, when others that may have
   * made the object do not end in time, or when a list shows an object that resembles it; and like `decide`.
   */
  async search<R>(
    lost: Lost<T>,
    call: Call,
    decide: (findings: Findings<T>) => R | undefined,
    limitMs = SETTLE_MS,
  ): Promise<R | undefined> {
    const shown = new Set<string>();
    const result = await withGrace(this.requester, call.signal, (within, mostMs) =>
      this.searchWithin(lost, decide, Math.min(limitMs, mostMs), within, shown),
    );
    // If the search fails, it stays: what it may have made must not go to another lost create.
    this.ledger.close(lost, result === undefined ? 'unseen' : 'seen');
    return result;
  }

  /** Picks and claims the object of a lost create; undefined if a later list must decide. Throws AmbiguousError for several, and like `mayBeOdd`. */
  readonly pickOne = (findings: Findings<T>): Found<T> | undefined => {
    const { lost, candidates, rivals, isLast } = findings;
    const take = (record: T, isCertain: boolean) => {
      this.ledger.claimFound(record);
      return { record, isCertain };
    };
    const named = candidates.find((one) => lost.received?.names(one));
    if (named !== undefined) return take(named, true);
    if (this.mayBeOdd(findings)) return undefined;
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
  readonly mayBeOdd = ({ lost, odd, isLast }: Findings<T>): boolean => {
    if (odd.length === 0 || !isLast) return odd.length > 0;
    const detail = `It was not sent again, because a list shows what it may have created, in a form that cannot be read: ${odd.join(', ')}.`;
    throw this.lostError(lost, detail);
  };

  /** Searches once more, in one list, for the object of a lost create that did not appear in time. Like `search` with `pickOne`. */
  searchAgain(lost: Lost<T>, call: Call): Promise<Found<T> | undefined> {
    this.ledger.reopen(lost);
    return this.search(lost, call, this.pickOne, 0);
  }

  /**
   * The error for a create whose 2xx said no: its own, or with the ids of what two lists show since, three seconds apart (P49). A LostError if they
   * cannot be read; then the create stays lost, so that what it may have made goes to no other.
   */
  async errorAfterRefusal(lost: Lost<T>, refused: RefusedError, call: Call): Promise<ClientError> {
    const shown = new Set<string>();
    const look = async (waitMs: number, within: AbortSignal | undefined) => {
      const { candidates, resembling, odd } = await this.look(lost, waitMs, within);
      for (const { id } of [...candidates, ...resembling, ...odd]) if (id !== undefined) shown.add(id);
    };
    try {
      await withGrace(this.requester, call.signal, async (within) => {
        await look(0, within);
        await look(REFUSED_AGAIN_MS, within);
      });
    } catch (error) {
      return this.unsearched(lost, shown, error);
    }
    this.ledger.close(lost, 'reported');
    if (shown.size === 0) return refused;
    const detail = `${refused.message} But the list shows since: ${quoted(shown)}. Nothing was adopted or sent again. Find out whose it is; import it if it is yours, or delete it, before you apply again.`;
    return new LostError(routes[lost.creation.operation], lost.creation.subject, false, detail, refused);
  }

  /** Objects in a fresh list beyond those of other lost creates, and unreadable records, by id alone; none if the list cannot be read. */
  async twins(lost: Lost<T>, call: Call): Promise<readonly (Pick<T, 'id'> & Partial<T>)[]> {
    try {
      const { candidates, resembling, rivals, odd } = await withGrace(this.requester, call.signal, (within) =>
        this.look(lost, 0, within),
      );
      return [
        ...(candidates.length > rivals.length ? candidates : []),
        ...resembling,
        ...odd.flatMap(({ id }) => (id === undefined ? [] : [{ id } as Pick<T, 'id'> & Partial<T>])),
      ];
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
    decide: (findings: Findings<T>) => R | undefined,
    limitMs: number,
    signal: AbortSignal | undefined,
    /** Receives the ids of what the lists show. */
    shown: Set<string>,
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
    for (let waitMs = 0; ; waitMs = nextWaitMs(waitMs)) {
      let read: { readonly listing: Listing<T>; readonly others: readonly Lost<T>[] } | undefined;
      try {
        const listing = await this.lists.listing(Math.max(0, Math.min(waitMs, leftMs())), signal);
        for (const { id } of [...candidatesFor(lost, listing.records), ...this.resembling(lost, listing)])
          shown.add(id);
        read = { listing, others: await this.othersIn(listing, lost, signal) };
      } catch (error) {
        // Giving up here may leave an untracked object behind.
        if (signal?.aborted || !mayPass(error) || leftMs() <= 0) throw this.unsearched(lost, shown, error);
      }
      const isLast = leftMs() <= 0;
      if (read === undefined) continue;
      const result = decide(this.findingsIn(read.listing, lost, read.others, isLast));
      if (result !== undefined) return result;
      if (!isLast) continue;
      this.forbidRetryIfResembled(lost, read.listing);
      this.forbidRetryIfCut(lost, read.listing);
      return undefined;
    }
  }

  /** The error of a search that could not be ended; with the ids of what its lists showed and what nothing has claimed, if there are any. */
  private unsearched(lost: Lost<T>, shown: ReadonlySet<string>, error: unknown): LostError {
    const ids = [...shown].filter((id) => !this.ledger.isClaimed(id));
    const detail = `The search for it was not completed. A list showed what it may have created: ${quoted(ids)}.`;
    return this.lostError(lost, ids.length === 0 ? 'It could not be looked for.' : detail, error);
  }

  /** What a list shows that begins in `waitMs`, as if it were the last. */
  private async look(lost: Lost<T>, waitMs: number, signal: AbortSignal | undefined): Promise<Findings<T>> {
    const listing = await this.lists.listing(waitMs, signal);
    return this.findingsIn(listing, lost, await this.othersIn(listing, lost, signal), true);
  }

  /**
   * The other lost creates that may have made what a list shows, once each one in flight that may have made it has ended: it may claim the object, or be lost,
   * too. Rejects with the signal's reason when aborted first: one in flight may wait for its turn as long as the service slows us down.
   */
  private async othersIn(
    listing: Listing<T>,
    lost: Lost<T>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Lost<T>[]> {
    const like = candidatesFor(lost, listing.records);
    const odd = oddCandidatesFor(lost, listing);
    // Both are taken before the wait: what begins during it cannot be in this list.
    const others = this.ledger.allLost;
    const pending = this.ledger.inFlight(
      (creation) => like.some((one) => creation.matches(one)) || odd.some((one) => one.mayMatch(creation.matches)),
    );
    const ended = Promise.all(pending.map((flight) => flight.ended));
    await settledOrAborted(ended, signal, () => signal?.reason);
    return [...others, ...pending.flatMap((flight) => flight.lost ?? [])];
  }

  /** What a list shows of a lost create at this moment. No await may come before the decision: another search must not decide on the same objects meanwhile. */
  private findingsIn(listing: Listing<T>, lost: Lost<T>, others: readonly Lost<T>[], isLast: boolean): Findings<T> {
    const candidates = candidatesFor(lost, listing.records).filter(({ id }) => !this.ledger.isClaimed(id));
    const oddNow = oddCandidatesFor(lost, listing).filter(({ id }) => id === undefined || !this.ledger.isClaimed(id));
    const odd = oddNow.length === 0 && candidates.length > 0 ? oddBefore(lost) : oddNow;
    const resembling = this.resembling(lost, listing);
    return { lost, candidates, resembling, odd, rivals: this.ledger.rivals(lost, others, candidates), isLast };
  }

  /** What a list shows that the create may have made, with other values than were sent (P41). */
  private resembling(lost: Lost<T>, { records }: Listing<T>): readonly T[] {
    const { creation, posting } = lost;
    return records.filter(
      (one) =>
        creation.resembles?.(one) &&
        !hasId(posting.before, one.id) &&
        !this.ledger.isClaimed(one.id) &&
        !this.ledger.isOfAnother(lost, one),
    );
  }

  /** Prevents a retry that would create the same object once more (P3). */
  private forbidRetryIfResembled(lost: Lost<T>, listing: Listing<T>): void {
    const odd = this.resembling(lost, listing);
    if (odd.length === 0) return;
    const ids = quoted(odd.map(({ id }) => id));
    const detail = `The provider did not retry, because the list shows objects that it may have created, with values other than those sent: ${ids}.`;
    throw this.lostError(lost, detail);
  }

  /** Prevents a retry after lists that may end at a number without a word, and then prove nothing (P7). */
  private forbidRetryIfCut(lost: Lost<T>, listing: Listing<T>): void {
    const count = countOf(listing);
    if (!isRound(count) || count !== countOf(lost.posting.before)) return;
    const detail = `The provider did not retry, because the list has ${count} records, before and after. It may end at this number without a word, and then it shows nothing new.`;
    throw this.lostError(lost, detail);
  }
}
