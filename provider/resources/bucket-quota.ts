/* A quota that the service changes, as to whole mebibytes (P41): private state keeps a sent one with what the next list shows. */

import { type Diagnostics, type PrivateState, path } from '../../framework';
import { withIds } from '../client/errors/with-ids';
import { Pair } from './pair';

interface Memory {
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

const pairIn = (privateState: PrivateState) => new Pair(privateState, 'quota');

/** Notes the quota that a create or an update has sent, until a list shows the quota of the service; undefined forgets it, but no pair. */
export function awaitQuota({ privateState }: Pick<Memory, 'privateState'>, sent: bigint | undefined): void {
  pairIn(privateState).await(sent?.toString());
}

/** Notes the quota in the first list with one after `awaitQuota`; does nothing at any other time, or without one. Warns if it is not the one that was sent. */
export function noteCreated(memory: Memory, id: string, listed: bigint | undefined): void {
  const sent = toQuota(pairIn(memory.privateState).awaited);
  if (sent !== undefined && listed !== undefined) noteUpdated(memory, id, sent, listed);
}

/** Notes the quota in the list right after an update. Warns of a difference to the sent one that is not known yet. */
export function noteUpdated({ privateState, diagnostics }: Memory, id: string, sent: bigint, listed: bigint): void {
  if (!pairIn(privateState).note(sent.toString(), listed.toString())) return;
  diagnostics.warn(
    withIds('The service changed the quota', [id]),
    `Bucket ${JSON.stringify(id)} was given a max_size of ${sent}, and the service lists ${listed}. The provider takes this as the service's own ` +
      `rounding and ignores it from now on; any other value is a difference. To make both equal, set max_size = ${listed}.`,
    path('max_size'),
  );
}

/** The quota that the service lists for one that was sent, if that is the last for which a list has shown another; undefined for any other one. */
export function listedFor(privateState: PrivateState, sent: bigint): bigint | undefined {
  return toQuota(pairIn(privateState).listedFor(sent.toString()));
}

/** The quota for state: the one that is there if `listed` is its known counterpart, or undefined because a list has none; else the listed one. */
export function quotaInState(
  privateState: PrivateState,
  state: bigint | null,
  listed: bigint | undefined,
): bigint | null {
  if (listed === undefined) return state;
  return state !== null && listedFor(privateState, state) === listed ? state : listed;
}

const toQuota = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d+$/.test(text) ? BigInt(text) : undefined;
