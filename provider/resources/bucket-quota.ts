import type { Diagnostics } from '../../framework/diagnostic';
import { toBigInt } from '../../framework/number';
import { path } from '../../framework/path';
import type { PrivateState } from '../../framework/private-state';
import type { NumberValue } from '../../framework/value';

/**
 * A quota that the service changes, for instance to whole mebibytes (P41). Private state keeps what was sent and what
 * was listed right after that: exactly that listed value is no difference to what was sent, any other is drift.
 */

/** Private state: the pair. Texts, since a quota may be larger than what JSON carries. */
const SENT = 'quota_sent';
const LISTED = 'quota_listed';

/** Private state: the quota of a create that no list has shown yet. */
const AWAITED = 'quota_awaited';

interface Memory {
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

/** Remembers what a create sent, until a list shows what the service has made of it. */
export function awaitQuota({ privateState }: Pick<Memory, 'privateState'>, sent: bigint): void {
  privateState.set(AWAITED, sent.toString());
}

/** Notes what a list shows of the quota that a create sent, the first time. A different one is warned of. */
export function noteCreated(memory: Memory, id: string, listed: bigint | undefined): void {
  const sent = quotaIn(memory.privateState, AWAITED);
  if (sent === undefined || listed === undefined) return;
  memory.privateState.set(AWAITED, undefined);
  noteUpdated(memory, id, sent, listed);
}

/** Notes what the list shows right after an update. A difference that is not known yet is warned of. */
export function noteUpdated(memory: Memory, id: string, sent: bigint, listed: bigint): void {
  const { privateState, diagnostics } = memory;
  const isKnown = listedFor(privateState, sent) === listed;
  privateState.set(AWAITED, undefined);
  privateState.set(SENT, sent === listed ? undefined : sent.toString());
  privateState.set(LISTED, sent === listed ? undefined : listed.toString());
  if (sent === listed || isKnown) return;
  diagnostics.warn(
    'The service changed the quota',
    `Bucket ${JSON.stringify(id)} was given a max_size of ${sent}, and the service lists ${listed}. The provider takes this as the service's own ` +
      `rounding and ignores it from now on; any other value is a difference. To make both equal, set max_size = ${listed}.`,
    path('max_size'),
  );
}

/** What the service lists for a quota that was sent; undefined where it lists what was sent, as far as is known. */
export function listedFor(privateState: PrivateState, sent: bigint): bigint | undefined {
  return quotaIn(privateState, SENT) === sent ? quotaIn(privateState, LISTED) : undefined;
}

/** The quota as state has it: what was sent, where the service lists what it made of that. */
export function quotaInState(
  privateState: PrivateState,
  state: NumberValue | null,
  listed: bigint | undefined,
): NumberValue | null {
  if (listed === undefined) return state;
  const sent = state === null ? undefined : toBigInt(state);
  return sent !== undefined && listedFor(privateState, sent) === listed ? state : listed;
}

function quotaIn(privateState: PrivateState, key: string): bigint | undefined {
  const text = privateState.get(key);
  return typeof text === 'string' && /^\d+$/.test(text) ? BigInt(text) : undefined;
}
