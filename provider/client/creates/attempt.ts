/* One attempt of a create: it is sent, its response is judged, and the id in it claimed. */

import type * as z from 'zod';
import { type Operation, routes, secretRecord } from '../../../contract';
import { ClientError } from '../errors/errors';
import { Received } from '../errors/received';
import type { Posting } from '../http/posting';
import type { Requester, RequestOptions } from '../http/requester';
import type { ComparedPosting } from './compared-posting';
import type { Creates } from './creates';
import { type Creation, type Lost, LostError } from './lost-create';

/** Sends a create. Resolves with undefined when it succeeded but the response does not name the object; `posting.received` then has its ids. */
export type Send<T extends { readonly id: string }, R> = (posting: ComparedPosting<T>) => Promise<R | undefined>;

export type Outcome<T extends { readonly id: string }, R> = { readonly made: R } | { readonly lost: Lost<T> };

/**
 * Sends a create once, and claims the id in its response. Rejects with the failure when the create certainly had no effect, and with LostError
 * when the response names an object that a search has found, or one that existed before or another create has claimed and that this client has
 * not deleted since. Any other failure is a lost create, which must be passed to `search`.
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
