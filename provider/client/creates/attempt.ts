/* One attempt of a create: what it is compared with is read before, then it is sent, and its response judged. */

import type * as z from 'zod';
import { type Operation, routes, secretRecord } from '../../../contract';
import { ClientError } from '../errors/errors';
import { Received } from '../errors/received';
import type { Posting } from '../http/posting';
import type { Requester, RequestOptions } from '../http/requester';
import type { SharedList } from '../lists/shared-list';
import { type Call, type LostCreates, limitsOf } from '../settings';
import { BEFORE_MS, ComparedPosting } from './compared-posting';
import { Ledger } from './ledger';
import type { Creation, Lost } from './lost-create';
import { LostError } from './lost-create-errors';
import { LostCreateLists } from './lost-create-lists';
import { Search } from './search';

/** The creates of one collection. */
export interface Creates<T extends { readonly id: string }> {
  readonly requester: Requester;
  readonly list: SharedList<T>;
  readonly ledger: Ledger<T>;
  readonly search: Search<T>;
  readonly mode: LostCreates;
}

export function createsOf<T extends { readonly id: string }>(requester: Requester, list: SharedList<T>): Creates<T> {
  const ledger = new Ledger<T>((id) => list.hasDeleted(id));
  const search = new Search(requester, new LostCreateLists(requester.environment, list), ledger);
  return { requester, list, ledger, search, mode: requester.settings.lostCreates ?? 'adopt' };
}

/** Sends a create. Resolves with undefined when it succeeded but the response does not name the object; `posting.received` then has its ids. */
export type Send<T extends { readonly id: string }, R> = (posting: ComparedPosting<T>) => Promise<R | undefined>;

export type Outcome<T extends { readonly id: string }, R> = { readonly made: R } | { readonly lost: Lost<T> };

/** Gets the list to compare with later, and an idempotency key. Rejects if the list cannot be read; no create has been sent then. */
export async function beginCreate<T extends { readonly id: string }>(
  { requester, list }: Creates<T>,
  call: Call,
): Promise<ComparedPosting<T>> {
  const before = await list.readRecent(BEFORE_MS, limitsOf(call));
  return new ComparedPosting(requester.environment, list, before);
}

/**
 * Sends a create once, and claims the id in its response. Rejects with the failure when the create certainly had no effect, and with LostError
 * when the response names an object that a search has found, or that existed before or another create has claimed, unless this client has deleted
 * it since. Any other failure is a lost create, which must be passed to `search`.
 */
export async function attemptCreate<T extends { readonly id: string }, R extends { readonly id: string }>(
  { list, ledger }: Creates<T>,
  creation: Creation<T>,
  posting: ComparedPosting<T>,
  send: Send<T, R>,
): Promise<Outcome<T, R>> {
  const flight = ledger.begin(creation);
  posting.received = undefined;
  posting.seen = [];
  posting.isAccepted = false;
  try {
    const made = await send(posting);
    if (made === undefined) return { lost: ledger.lose(flight, posting, undefined, posting.received) };
    const why = ledger.claimNamed(made.id, posting);
    if (why === undefined) return { made };
    const detail = `The response names ${JSON.stringify(made.id)}, which ${why}.`;
    throw new LostError(routes[creation.operation], creation.subject, true, detail);
  } catch (error) {
    if (!(error instanceof ClientError && error.mayHaveTakenEffect) || error instanceof LostError) throw error;
    return { lost: ledger.lose(flight, posting, error, error.received) };
  } finally {
    list.noteWrite();
    ledger.end(flight);
  }
}

type CreateParts = RequestOptions & { readonly posting: Posting };

/** The form of a record of which the id alone is enough. */
const withId = secretRecord.pick({ id: true });

/** Sends a create of an object of which the id alone is enough. Like `sendForRecord`. */
export const sendForId = (requester: Requester, operation: Operation, parts: CreateParts) =>
  sendForRecord(requester, operation, parts, withId);

/**
 * Sends a create and resolves with the record in its response; undefined if none stands in its place. What it names instead is in `posting` then, or in
 * `received` of the ClientError.
 */
export async function sendForRecord<R>(
  requester: Requester,
  operation: Operation,
  parts: CreateParts,
  schema: z.ZodType<R>,
): Promise<R | undefined> {
  const { verdict, response } = await requester.send(operation, { ...parts, schema });
  parts.posting.isAccepted = response.status === 202;
  if (verdict.is === 'record') return verdict.record;
  if (verdict.is === 'id elsewhere') {
    parts.posting.seen = verdict.seen;
    parts.posting.received = new Received(response.text, verdict.inPlace);
  }
  return undefined;
}
