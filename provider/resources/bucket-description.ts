/* A description that the service trims or clips (P41): private state keeps a sent one with what the next list shows. */

import { type Diagnostics, type PrivateState, path } from '../../framework';
import { describedAs } from '../client/as-listed';
import { withIds } from '../client/errors/with-ids';
import { Pair } from './pair';

interface Memory {
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

const pairIn = (privateState: PrivateState) => new Pair(privateState, 'description');

/** Notes the description that a create has sent, until a list shows the bucket. */
export function awaitDescription({ privateState }: Pick<Memory, 'privateState'>, sent: string | null): void {
  pairIn(privateState).await(sent ?? '');
}

/** Notes the description in the first list after `awaitDescription`; does nothing at any other time. Warns like `noteDescription`. */
export function noteFirstDescription(memory: Memory, id: string, listed: string | null | undefined): void {
  const sent = pairIn(memory.privateState).awaited;
  if (sent !== undefined) noteDescription(memory, id, sent, listed);
}

/** Notes what a list shows right after our write for the description that was sent. Warns of a clipped one that is not known yet. Another one is no pair. */
export function noteDescription(
  { privateState, diagnostics }: Memory,
  id: string,
  sent: string | null,
  listed: string | null | undefined,
): void {
  const pair = pairIn(privateState);
  const how = describedAs(sent, listed);
  if (how === 'other') {
    pair.await(undefined);
    return;
  }
  if (!pair.note(sent ?? '', listed ?? '') || how !== 'part') return;
  diagnostics.warn(
    withIds('The service clipped the description', [id]),
    `Of the description of bucket ${JSON.stringify(id)}, the service lists only the first ${[...(listed ?? '')].length} characters. The provider ignores ` +
      'that from now on; any other text is a difference. To make both equal, shorten the description.',
    path('description'),
  );
}

/** The description that the service lists for one that was sent, if that is known to be another one. */
export function listedDescription(privateState: PrivateState, sent: string | null): string | undefined {
  return pairIn(privateState).listedFor(sent ?? '');
}

/** The description for state: the one that is there if `listed` is its known counterpart. If the service lists none or `""`, it is null, unless `state` has `""` (P10). */
export function descriptionInState(
  privateState: PrivateState,
  state: string | null,
  listed: string | null = '',
): string | null {
  if (listedDescription(privateState, state) === (listed ?? '')) return state;
  return listed === '' && state !== '' ? null : listed;
}
