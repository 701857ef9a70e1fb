/*
 * A create from top to bottom (P1 to P5): the list before it (`Creates.begin`); one attempt, whose response is judged and whose id is claimed (`attemptCreate`); if
 * the response was lost, or names no object, the search for it; and what `lost_creates` says about an object that was found (`take`).
 */

import { routes } from '../../../contract';
import { ApiError, RefusedError } from '../errors/errors';
import { quoted, withIds } from '../errors/with-ids';
import type { Listing } from '../lists/listing';
import { type Call, limitsOf } from '../settings';
import { attemptCreate, type Outcome, type Send, sendForId } from './attempt';
import type { Creates } from './creates';
import { type Creation, type Lost, mayBeRetried, SENT_AGAIN, UnconfirmedError } from './lost-create';
import type { Found } from './search';

/** A create of an object that is usable even if the response is lost. */
export interface LastingCreation<T extends { readonly id: string }> extends Creation<T> {
  /** The body of the request, and the texts in it that no message may repeat. */
  readonly body: object;
  readonly secrets?: readonly string[];
  /** How to send it. Default: as it is, for the id in the response. */
  readonly send?: Send<T, { readonly id: string }>;
  /** Advice on how to resend data that no list shows, as sentences; undefined if lists show all of it. */
  readonly sendAgain?: string;
  /** False for an object that is only adopted if it is certainly ours, or with `lost_creates = "sole_writer"`; otherwise it is reported. Default true. */
  readonly mayAdopt?: boolean | undefined;
}

/** A created or adopted object, and the list that its create was compared with. */
export interface Made<T> {
  readonly id: string;
  readonly before: Listing<T>;
  /** True if no list has shown it, and the service has only promised it, with a 202 (P40). */
  readonly isPromised: boolean;
}

/**
 * Creates an object even if the response is lost: searches for the object of a lost create, and sends the request again only when nothing
 * appeared within 30 seconds, at most `maxRetries` times, not after an abort. Handles an object it finds as `lost_creates` says (P2), and warns of
 * one that it adopts in doubt or may have made twice. Rejects with LostError, UnconfirmedError or AmbiguousError, which say what may exist, and
 * before any loss with the failure of the list before the create or of the request. Creates of other data that no list tells apart take `Turns`.
 */
export async function createOnce<T extends { readonly id: string }>(
  creates: Creates<T>,
  creation: LastingCreation<T>,
  call: Call,
): Promise<Made<T>> {
  const { requester, search } = creates;
  const { operation, body, secrets = [] } = creation;
  const posting = await creates.begin(call);
  const { send = (of) => sendForId(requester, operation, { body, secrets, ...limitsOf(call), posting: of }) } =
    creation;
  let lost: Lost<T> | undefined;
  for (let attempt = 0; ; attempt += 1) {
    let outcome: Outcome<T, { readonly id: string }>;
    try {
      outcome = await attemptCreate(creates, creation, posting, send);
    } catch (error) {
      if (lost === undefined) throw error;
      // The name is taken: perhaps by the previous create, which took effect after the search for it had ended.
      const isTaken = error instanceof ApiError && error.status === 409;
      const late = isTaken ? await search.searchAgain(lost, call) : undefined;
      if (late === undefined) throw search.lostError(lost, SENT_AGAIN, error);
      return { id: take(creates, creation, lost, late, call), before: posting.before, isPromised: false };
    }
    if ('made' in outcome) {
      if (lost !== undefined) await warnOfTwins(creates, lost, call);
      return { id: outcome.made.id, before: posting.before, isPromised: posting.isAccepted };
    }
    lost = outcome.lost;
    if (lost.failure instanceof RefusedError) throw await search.errorAfterRefusal(lost, lost.failure, call);
    const found = await search.search(lost, call, search.pickOne);
    if (found !== undefined)
      return { id: take(creates, creation, lost, found, call), before: posting.before, isPromised: false };
    if (!mayBeRetried(lost) || call.signal?.aborted || attempt >= requester.settings.maxRetries)
      throw search.lostError(lost, 'It did not appear in the list.');
  }
}

/** The id of the object found, adopted as `lost_creates` says. */
function take<T extends { readonly id: string }>(
  { mode, ledger }: Creates<T>,
  creation: LastingCreation<T>,
  { failure, posting }: Lost<T>,
  { record, isCertain }: Found<T>,
  call: Call,
): string {
  const { id } = record;
  const { operation, subject, sendAgain, mayAdopt = true } = creation;
  if (isCertain || failure === undefined) return id;
  // An earlier create of ours with another value, given up as lost, may have taken effect only now.
  if (mode === 'sole_writer' && !ledger.mayBeStray(record, creation.content)) return id;
  const evidence =
    'It did not exist before, this provider block created no other like it, and it matches the request; but another client may have created it at that moment.';
  if (mode === 'report' || !mayAdopt || posting.isOld) {
    const age = posting.isOld ? ' The list before it was more than 5 seconds old when the request went out.' : '';
    const detail = `${evidence}${age} It is left as it is. ${failure.message} Find out whose it is; import it if it is yours, or else apply again once it is gone.`;
    throw new UnconfirmedError(routes[operation], operation, subject, id, detail, failure);
  }
  const value =
    sendAgain === undefined ? '' : ` Whether it has the value that was sent could not be confirmed. ${sendAgain}`;
  call.warn?.(
    withIds('Adopted after a lost response', [id]),
    `The response to the request for ${subject} was lost: ${failure.message} The list shows one since, ${JSON.stringify(id)}, and it is in state now. ${evidence}${value} If it is somebody else's, remove it from state with terraform state rm. With lost_creates = "report" this is an error; with "sole_writer" it is taken without this warning.`,
  );
  return id;
}

/** Warns of untracked objects that a create given up as lost may have made after all. They stay: they may be somebody else's. */
async function warnOfTwins<T extends { readonly id: string }>(
  { search }: Creates<T>,
  lost: Lost<T>,
  call: Call,
): Promise<void> {
  const twins = await search.twins(lost, call);
  if (twins.length === 0) return;
  const ids = twins.map(({ id }) => id);
  call.warn?.(
    withIds('A create may have taken effect twice', ids),
    `The response to the first request was lost, and what it made did not appear in time, so it was sent again. Since then the list shows more than one ${lost.creation.subject}. No state tracks ${quoted(ids)}: delete it at the service, unless another client created it.`,
  );
}

/**
 * Warns at once of all objects that the list before a create shows and that match it, but those in `ours`, which this client has made. A run that was
 * killed before it wrote its state leaves such an object, which nothing else names (P43); it may be somebody else's. `noun`: the kind, as `bucket`.
 */
export function warnOfLookalikes<T extends { readonly id: string }>(
  noun: string,
  { id, before }: Made<T>,
  { subject, matches }: Pick<Creation<T>, 'subject' | 'matches'>,
  ours: ReadonlySet<string>,
  call: Call,
): void {
  const ids = before.records.filter((one) => one.id !== id && !ours.has(one.id) && matches(one)).map((one) => one.id);
  if (ids.length === 0) return;
  call.warn?.(
    withIds(`Another ${noun} like this one`, ids),
    `Before ${JSON.stringify(id)} was created, the list already showed ${quoted(ids)}, equal to the requested ${subject}. If a killed run created it, no state tracks it: delete it at the service, or import it in place of the new object. If another resource or someone else manages it, do nothing.`,
  );
}
