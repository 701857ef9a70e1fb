import type * as z from 'zod';
import { type Operation, routes } from '../../contract';
import { Creates } from './creates/creates';
import { ApiError, CancelledError, ClientError, RefusedError } from './errors/errors';
import { withGrace } from './http/after-abort';
import { type Requester, type RequestOptions, TIME_LIMIT_MS } from './http/requester';
import { StillListedError } from './lists/list-errors';
import { countOf, SETTLE_MS, type Sightings } from './lists/listing';
import { hasId, shows } from './lists/look-up';
import { listAll } from './lists/paging';
import { untilSettled } from './lists/settle';
import { SharedList } from './lists/shared-list';
import { type Call, limitsOf } from './settings';

/** The objects of one kind, with the list that all calls of the client share. Methods reject with the ClientError of their request or list. */
export abstract class Collection<T extends { readonly id: string; readonly project_id?: string | undefined }> {
  protected readonly shared: SharedList<T>;
  protected readonly creates: Creates<T>;
  /** The objects that a 202 has promised. */
  protected readonly promised = new Set<string>();

  protected constructor(
    protected readonly requester: Requester,
    /** The operation that lists, and the schema of a listed record. */
    private readonly listOperation: Operation,
    schema: z.ZodType<T>,
    private readonly deleteOperation: Operation,
  ) {
    this.shared = new SharedList(
      requester.environment,
      (begun, signal, deadlineMs = 0) => {
        // Readers with a later deadline may join the list, so it gets at least the default time limit.
        const latestMs = Math.max(deadlineMs, requester.environment.now() + TIME_LIMIT_MS);
        return listAll(requester, listOperation, schema, { signal, deadlineMs: latestMs }, begun);
      },
      () =>
        new CancelledError(
          routes[listOperation],
          false,
          `while the list was awaited${requester.lastFailureOf(listOperation)}`,
        ),
      requester.settings.listConfirmationMs,
      (deadlineMs, work) => requester.withinDeadline(deadlineMs, listOperation, work),
    );
    this.creates = new Creates(requester, this.shared);
  }

  /**
   * Deletes an object. A 404 or 410 of the service counts as success (P4) when lists agree within 30 seconds (P33): one, and `deleted`, if a retry of
   * our own DELETE finds nothing. Rejects with StillListedError otherwise. A 2xx that says no counts only when lists agree that the object is gone (P49).
   */
  async deleteIfExists(id: string, call: Call = {}): Promise<Deletion> {
    const limits = limitsOf(call);
    // When lists still show the object after the settle time, it was not the service that said it is gone.
    const requireSettled = async (response: ApiError, isGone: () => Promise<boolean>) => {
      const attempt = async () => (await isGone()) || undefined;
      if (await untilSettled(this.requester, this.deleteOperation, attempt, SETTLE_MS, call.signal)) return;
      throw new StillListedError(response, id, response);
    };
    let isRepetition = false;
    const onRepeat = () => {
      isRepetition = true;
    };
    try {
      await this.shared.delete(id, async () => {
        try {
          await this.sendForNothing(this.deleteOperation, { id, ...limits, onRepeat });
        } catch (error) {
          if (!(isRepetition && error instanceof ApiError && error.saysGone)) throw error;
          await requireSettled(error, async () => !shows(await this.shared.readAfter(undefined, limits), id));
        }
      });
      return 'deleted';
    } catch (error) {
      if (error instanceof RefusedError && (await this.isCertainlyGone(id, call))) return 'deleted';
      if (!(error instanceof ApiError && error.saysGone)) throw error;
      await requireSettled(error, () => this.shared.isGone(id, limits));
      return 'was gone';
    }
  }

  /** True if lists agree that an object is gone, false if they do not, or cannot be read. After an abort they get a few seconds. */
  private async isCertainlyGone(id: string, call: Call): Promise<boolean> {
    try {
      return await withGrace(this.requester, call.signal, (signal) =>
        this.shared.isGone(id, { ...limitsOf(call), signal }),
      );
    } catch {
      return false; // what the service said is the error
    }
  }

  /**
   * The object as listed; undefined when lists agree that it is gone (P7). Rejects with UnreadableRecordError in doubt (P32) and, with
   * `call.refreshing`, with ListFailedBeforeError, no ClientError (P39).
   */
  find(id: string, call: Call = {}): Promise<T | undefined> {
    return this.shared.find(id, call);
  }

  /** Number of records in the last list, readable or not, those of deleted objects included; 0 before the first. */
  get listedCount(): number {
    const last = this.shared.peek();
    return last === undefined ? 0 : countOf(last);
  }

  /** True if the last list shows it as deleted (P53): no other method counts it as listed. */
  isTombstone(id: string): boolean {
    return this.shared.isTombstone(id);
  }

  /**
   * True for an object that a response or a list has shown. For one that a 202 has promised, waits until a list shows it, for the settle time at most (P40);
   * false if none does, or lists cannot be read. Rejects with CancelledError.
   */
  async isConfirmed(id: string, call: Call = {}): Promise<boolean> {
    if (!this.promised.has(id)) return true;
    const look = async () => hasId(await this.shared.readAfter(undefined, limitsOf(call)), id) || undefined;
    try {
      const { settleMs = SETTLE_MS, signal } = call;
      return (await untilSettled(this.requester, this.listOperation, look, settleMs, signal)) === true;
    } catch (error) {
      if (error instanceof CancelledError || !(error instanceof ClientError)) throw error;
      return false;
    }
  }

  /** The times at which lists of this client have shown it; undefined if none has. */
  sightings(id: string): Sightings | undefined {
    return this.shared.sightings(id);
  }

  /** The matching objects of any project, from one list. Rejects with UnreadableRecordError if a record that cannot be read may match. */
  search(matches: (record: T) => boolean, call: Call = {}): Promise<readonly T[]> {
    return this.shared.search(matches, call);
  }

  /** Every object visible to the token, in any project, without secret parts. Unreadable records are left out, with one warning per client. */
  list(call: Call = {}): Promise<readonly T[]> {
    return this.shared.list(call);
  }

  /** Sends a request and ignores what the body of its response holds (interface, "Gaps"), unless that says no (P49) or is markup. */
  protected async sendForNothing(operation: Operation, parts: RequestOptions): Promise<void> {
    await this.requester.send(operation, parts);
  }
}

export type Deletion = 'deleted' | 'was gone';
