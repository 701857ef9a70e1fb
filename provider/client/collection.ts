import type * as z from 'zod';
import { type Operation, routes, secretRecord } from '../../contract';
import { Reconciler } from './creates/reconcile';
import { ApiError, CancelledError, ClientError, type RequestName } from './errors/errors';
import { Received } from './errors/received';
import { type Requester, type RequestParts, TIME_LIMIT_MS } from './http/requester';
import { StillListedError } from './lists/list-errors';
import { SETTLE_MS, type Sightings } from './lists/listing';
import { shows } from './lists/look-up';
import { listAll } from './lists/paging';
import { untilSettled } from './lists/settle';
import { SharedList } from './lists/shared-list';
import { readId, readRecord, refuseMarkup } from './responses/responses';
import { type Call, limitsOf } from './settings';

/** The objects of one kind, with the list that all calls of the client share. Methods reject with the ClientError of their request or list. */
export abstract class Collection<T extends { readonly id: string; readonly project_id?: string | undefined }> {
  protected readonly shared: SharedList<T>;
  protected readonly reconciler: Reconciler<T>;

  protected constructor(
    protected readonly requester: Requester,
    /** The operation that lists, and the schema of a listed record. */
    list: Operation,
    schema: z.ZodType<T>,
    private readonly deletion: Operation,
  ) {
    this.shared = new SharedList(
      requester.environment,
      (begun, signal, deadlineMs = 0) => {
        // Readers with a later deadline may join the list, so it gets at least the default time limit.
        const latestMs = Math.max(deadlineMs, requester.environment.now() + TIME_LIMIT_MS);
        return listAll(requester, list, schema, { signal, deadlineMs: latestMs }, begun);
      },
      () => new CancelledError(routes[list], false, `while the list was awaited${requester.lastFailureOf(list)}`),
      requester.settings.listConfirmationMs,
      (deadlineMs, work) => requester.before(deadlineMs, list, work),
    );
    this.reconciler = new Reconciler(requester, this.shared);
  }

  /**
   * Deletes an object. A 404 or 410 of the service counts as success (P4) when lists agree within 30 seconds (P33): one, and `deleted`, if a retry of
   * our own DELETE finds nothing. Rejects with StillListedError otherwise.
   */
  async deleteIfExists(id: string, call: Call = {}): Promise<Deletion> {
    const limits = limitsOf(call);
    // When lists still show the object after the settle time, it was not the service that said it is gone.
    const requireSettled = async (response: ApiError, isGone: () => Promise<boolean>) => {
      const attempt = async () => (await isGone()) || undefined;
      if (await untilSettled(this.requester, this.deletion, attempt, SETTLE_MS, call.signal)) return;
      throw new StillListedError(response, id, response);
    };
    let isRepetition = false;
    const onRepeat = () => {
      isRepetition = true;
    };
    try {
      await this.shared.delete(id, async () => {
        try {
          await this.sendForNothing(this.deletion, { id, ...limits, onRepeat });
        } catch (error) {
          if (!(isRepetition && error instanceof ApiError && error.saysGone)) throw error;
          await requireSettled(error, async () => !shows(await this.shared.readAfter(undefined, limits), id));
        }
      });
      return 'deleted';
    } catch (error) {
      if (!(error instanceof ApiError && error.saysGone)) throw error;
      await requireSettled(error, () => this.shared.isGone(id, limits));
      return 'was gone';
    }
  }

  /**
   * The object as listed; undefined when lists agree that it is gone (P7). Rejects with UnreadableRecordError in doubt (P32) and, with
   * `call.refreshing`, with ListFailedBeforeError, no ClientError (P39).
   */
  find(id: string, call: Call = {}): Promise<T | undefined> {
    return this.shared.find(id, call);
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

  /** Reads the record of a response; undefined if it has none: its ids are in `posting.received` then, or in `received` of the ClientError. */
  protected sendForRecord<R>(
    operation: Operation,
    parts: Undecoded,
    schema: z.ZodType<R>,
    read: (source: RequestName, text: string, schema: z.ZodType<R>) => R | undefined = readRecord,
  ): Promise<R | undefined> {
    const decode = ({ text }: { readonly text: string }, source: RequestName): R | undefined => {
      try {
        const record = read(source, text, schema);
        if (record === undefined && parts.posting) parts.posting.received = new Received(text);
        return record;
      } catch (error) {
        if (error instanceof ClientError) error.received = new Received(text);
        throw error;
      }
    };
    return this.requester.send(operation, { ...parts, decode });
  }

  /** Sends a create and reads the id in its response; undefined when it contains none. Not for objects of which the id alone is of no use. */
  protected sendForId(operation: Operation, parts: Undecoded, schema: z.ZodType<{ id: string }> = withId) {
    return this.sendForRecord(operation, parts, schema, readId);
  }

  /** Sends a request and ignores the body of its response (interface, "Gaps"). A page of markup rejects with MalformedResponseError. */
  protected sendForNothing(operation: Operation, parts: Undecoded): Promise<void> {
    return this.requester.send(operation, { ...parts, decode: ({ text }, source) => refuseMarkup(source, text) });
  }
}

type Undecoded = Omit<RequestParts<unknown>, 'decode'>;

const withId = secretRecord.pick({ id: true });

export type Deletion = 'deleted' | 'was gone';
