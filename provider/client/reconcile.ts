import { type Operation, routes } from '../../contract';
import { AmbiguousError, ApiError, ClientError, LostError } from './errors';
import { Gate } from './gate';
import { pathOf, type Requester } from './requester';
import type { Call } from './settings';
import { SETTLE_MS, untilSettled, withPatience } from './settle';
import type { Listing, SharedList } from './shared-list';

/** How old the list before a create may be, in milliseconds: as old as others' objects may be to be mistaken for ours. */
const BEFORE_MS = 5_000;

/** How long a cancelled create still tries to find out what it has done, in milliseconds. */
const GRACE_MS = 5_000;

/** Said of a lost create that did not appear, and whose repetition was refused. */
export const SENT_AGAIN = 'It did not appear in the list, and sending it again failed.';

/** One create, as the search for its object needs to know it. */
export interface Creation<T> {
  readonly operation: Operation;
  /** What is made, in words: `secret "db" in project "p1"`. */
  readonly subject: string;
  /** The same for interchangeable objects, different for all others. */
  readonly group: string;
  /** Whether a record could be the object, judged by what is listed of it. */
  readonly matches: (record: T) => boolean;
}

/** A create of which nobody knows whether it took effect, or under which id. */
export interface Lost<T> {
  readonly creation: Creation<T>;
  readonly gate: Gate;
  /** What was there before. */
  readonly before: Listing<T>;
  /** Undefined when the service said that it made the object and only the id is missing. */
  readonly failure: ClientError | undefined;
}

/** How a create went. */
export type Outcome<T, R> = { readonly made: R } | { readonly lost: Lost<T> };

/**
 * Finds out what became of a create whose answer was lost or holds no id (SEMANTICS P1 to P3).
 *
 * An object is ours when a list after the create has it, a list before had not, this process has not claimed it for
 * another create, and it looks as it was asked for. As long as there are no more such objects than lost creates of the same
 * kind, all of them are ours, and it does not matter which create gets which. The search waits until no create of the same
 * kind is on its way, because an object whose answer is still coming looks lost too.
 */
export class Reconciler<T extends { readonly id: string }> {
  private readonly claimed = new Set<string>();
  private readonly gates = new Map<string, Gate>();

  constructor(
    private readonly requester: Requester,
    private readonly list: SharedList<T>,
    private readonly listOperation: Operation,
  ) {}

  /** Notes that an id belongs to an object this process knows as its own. */
  claim(id: string): void {
    this.claimed.add(id);
  }

  /** The list to compare with later. To be read before the create is sent. */
  before(call: Call): Promise<Listing<T>> {
    return this.list.readRecent(BEFORE_MS, call.signal);
  }

  /**
   * Sends a create once. `post` results in undefined when it succeeded without saying which object it made. Rejects with
   * what failed when it certainly did nothing.
   */
  async attempt<R extends { readonly id: string }>(
    creation: Creation<T>,
    before: Listing<T>,
    post: () => Promise<R | undefined>,
  ): Promise<Outcome<T, R>> {
    const gate = this.gateOf(creation.group);
    return gate.pass(async () => {
      let failure: ClientError | undefined;
      try {
        const made = await this.list.write(post);
        if (made !== undefined) {
          this.claim(made.id);
          return { made };
        }
      } catch (error) {
        if (!(error instanceof ClientError && error.mayHaveTakenEffect)) throw error;
        failure = error;
      }
      gate.lost += 1;
      return { lost: { creation, gate, before, failure } };
    });
  }

  /**
   * The id of the object that a lost create made; undefined when none appeared within the settle time, and then the create
   * is no longer counted as lost. A cancelled call still searches for a few seconds, so that nothing is lost needlessly.
   *
   * Throws AmbiguousError when several could be it, LostError when the lists cannot be read.
   */
  async search(lost: Lost<T>, call: Call, limitMs = SETTLE_MS): Promise<string | undefined> {
    const { gate } = lost;
    try {
      return await gate.alone(async () => {
        if (!call.signal?.aborted) {
          try {
            return await this.searchWithin(lost, limitMs, call.signal);
          } catch (error) {
            if (!call.signal?.aborted) throw error;
          }
        }
        return await this.searchWithin(lost, Math.min(limitMs, GRACE_MS), AbortSignal.timeout(GRACE_MS));
      });
    } catch (error) {
      throw error instanceof AmbiguousError ? error : this.lostError(lost, 'It could not be looked for.', error);
    } finally {
      gate.lost -= 1;
    }
  }

  /**
   * Warns of what a create may have made after all that was given up as lost, now that another one has succeeded: nobody knows
   * of it. It is not deleted, because it may be somebody else's.
   */
  async warnOfTwins(lost: Lost<T>, call: Call): Promise<void> {
    const { creation, gate } = lost;
    // The object that was asked for exists: a list that cannot be read is no reason to fail.
    const twins = await gate.alone(() => this.candidates(lost, call.signal)).catch(() => []);
    if (twins.length <= gate.lost) return;
    const ids = twins.map(({ id }) => JSON.stringify(id)).join(', ');
    call.warn?.(
      'A create may have taken effect twice',
      `The answer to the first request was lost, and what it made did not appear in time, so it was sent again. Since then the list shows more than one ${creation.subject}. Nothing here knows of ${ids}: delete it at the service, unless it is somebody else's.`,
    );
  }

  /** The error for a create that stays unknown. `detail` says what was tried. */
  lostError({ creation, failure }: Lost<T>, detail: string, cause?: unknown): LostError {
    const why = failure === undefined ? '' : ` ${failure.message}`;
    const also = cause instanceof ClientError ? ` ${cause.message}` : '';
    return new LostError(
      routes[creation.operation].method,
      pathOf(creation.operation),
      creation.subject,
      failure === undefined,
      `${detail}${why}${also} Look for it at the service; import or delete it before you apply again.`,
      failure ?? cause,
    );
  }

  /**
   * Makes an object and returns its id, whatever happens to the answer: a lost create is looked for, and sent again only
   * when nothing appeared within the settle time, at most `maxRetries` times.
   */
  async create(
    creation: Creation<T>,
    before: Listing<T>,
    post: () => Promise<{ readonly id: string } | undefined>,
    call: Call,
  ): Promise<string> {
    let last: Lost<T> | undefined;
    for (let attempt = 0; ; attempt += 1) {
      let outcome: Outcome<T, { readonly id: string }>;
      try {
        outcome = await this.attempt(creation, before, post);
      } catch (error) {
        if (last === undefined) throw error;
        // A name is taken: perhaps by the create before this one, come through later than anyone waited for it.
        const refused = error instanceof ApiError && error.status === 409;
        const late = refused ? await this.searchAgain(last, call) : undefined;
        if (late !== undefined) return late;
        throw refused ? error : this.lostError(last, SENT_AGAIN, error);
      }
      if ('made' in outcome) {
        if (last !== undefined) await this.warnOfTwins(last, call);
        return outcome.made.id;
      }
      last = outcome.lost;
      const found = await this.search(last, call);
      if (found !== undefined) return found;
      if (last.failure === undefined || call.signal?.aborted || attempt >= this.requester.settings.maxRetries) {
        throw this.lostError(last, 'It did not appear in the list.');
      }
    }
  }

  private searchAgain(lost: Lost<T>, call: Call): Promise<string | undefined> {
    lost.gate.lost += 1;
    return this.search(lost, call, 0);
  }

  private searchWithin(lost: Lost<T>, limitMs: number, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { creation, gate } = lost;
    const look = async (): Promise<string | undefined> => {
      const candidates = await this.candidates(lost, signal);
      if (candidates.length > gate.lost) {
        throw new AmbiguousError(
          routes[creation.operation].method,
          pathOf(creation.operation),
          creation.subject,
          candidates.map(({ id }) => id),
          lost.failure,
        );
      }
      const [ours] = candidates;
      if (ours !== undefined) this.claim(ours.id);
      return ours?.id;
    };
    return untilSettled(this.requester, creation.operation, look, limitMs, signal);
  }

  /** What a new list shows that the create may have made, and no other create of this process. */
  private async candidates({ creation, before }: Lost<T>, signal: AbortSignal | undefined): Promise<readonly T[]> {
    const read = () => this.list.readAfter(undefined, signal);
    // Who gives up here may leave an object that nobody knows of.
    const { records } = await withPatience(this.requester, this.listOperation, read, signal);
    return records.filter((one) => !before.byId.has(one.id) && !this.claimed.has(one.id) && creation.matches(one));
  }

  private gateOf(group: string): Gate {
    const known = this.gates.get(group);
    if (known !== undefined) return known;
    const gate = new Gate();
    this.gates.set(group, gate);
    return gate;
  }
}
