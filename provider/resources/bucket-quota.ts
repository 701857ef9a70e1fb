/* A quota that the service changes, as to whole mebibytes (P41): private state keeps a sent one with what the next list shows, which is no difference; any other one is drift. */

import { type Diagnostics, type PrivateState, path } from '../../framework';
import { withIds } from '../client/errors/with-ids';

/** Keys of private state for the pair. The values are texts, because a quota may be larger than a number in JSON. */
const SENT = 'quota_sent';
const LISTED = 'quota_listed';

/** Key of private state: the quota that was sent last and that no list has shown yet. */
const AWAITED = 'quota_awaited';

interface Memory {
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

/** Notes the quota that a create or an update has sent, until a list shows the quota of the service; undefined forgets it, but no pair. */
export function awaitQuota({ privateState }: Pick<Memory, 'privateState'>, sent: bigint | undefined): void {
  privateState.set(AWAITED, sent?.toString());
}

/** Notes the quota in the first list with one after `awaitQuota`; does nothing at any other time, or without one. Warns if it is not the one that was sent. */
export function noteCreated(memory: Memory, id: string, listed: bigint | undefined): void {
  const sent = quotaIn(memory.privateState, AWAITED);
  if (sent === undefined || listed === undefined) return;
  memory.privateState.set(AWAITED, undefined);
  noteUpdated(memory, id, sent, listed);
}

/** Notes the quota in the list right after an update. Warns of a difference to the sent one that is not known yet. */
export function noteUpdated(memory: Memory, id: string, sent: bigint, listed: bigint): void {
  const { privateState, diagnostics } = memory;
  const isKnown = listedFor(privateState, sent) === listed;
  privateState.set(AWAITED, undefined);
  privateState.set(SENT, sent === listed ? undefined : sent.toString());
  privateState.set(LISTED, sent === listed ? undefined : listed.toString());
  if (sent === listed || isKnown) return;
  diagnostics.warn(
    withIds('The service changed the quota', [id]),
    `Bucket ${JSON.stringify(id)} was given a max_size of ${sent}, and the service lists ${listed}. The provider takes this as the service's own ` +
      `rounding and ignores it from now on; any other value is a difference. To make both equal, set max_size = ${listed}.`,
    path('max_size'),
  );
}

/** The quota that the service lists for one that was sent, if that is the last for which a list has shown another; undefined for any other one. */
export function listedFor(privateState: PrivateState, sent: bigint): bigint | undefined {
  return quotaIn(privateState, SENT) === sent ? quotaIn(privateState, LISTED) : undefined;
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

function quotaIn(privateState: PrivateState, key: string): bigint | undefined {
  const text = privateState.get(key);
  return typeof text === 'string' && /^\d+$/.test(text) ? BigInt(text) : undefined;
}
