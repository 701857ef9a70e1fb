/* The secrets of which it is not known which key of a rotating one they hold, because a write that stored a key failed and may have taken effect (P25). */

import { type PrivateState, path, type UpdateRequest } from '../../framework';
import { withIds } from '../client/errors/with-ids';
import type { RotatingAccessKey, RotatingAccessKeyPlan } from './rotating-access-key-schema';
import type { StoreIn } from './sink';

/** Key of private state: one {@link sinkOf} a line; true for that of the state alone, because earlier releases know nothing else. */
const IN_DOUBT = 'sink_in_doubt';

type Stored = { readonly store_in: StoreIn | null };
type Deleting = Pick<
  UpdateRequest<RotatingAccessKey, unknown, 'id', RotatingAccessKeyPlan>,
  'state' | 'privateState' | 'diagnostics'
>;

/** The secret that `store_in` names: its id, or the name of one that is made with the key; null without one. */
const sinkOf = ({ store_in: storeIn }: Stored) => storeIn && (storeIn.secret_id ?? storeIn.secret_name);

const doubted = (privateState: PrivateState, state: Stored): readonly string[] => {
  const noted = privateState.get(IN_DOUBT);
  if (noted === true) return [sinkOf(state) ?? '?'];
  return typeof noted === 'string' ? noted.split('\n') : [];
};

/** True if the secret that state names is in doubt. */
export const isSinkInDoubt = (privateState: PrivateState, state: Stored): boolean =>
  doubted(privateState, state).some((sink) => sink === sinkOf(state));

/** Notes that the secret that `wanted` names, if any, may hold the key which it was given, or not; returns how to undo that. `state` is the one before it. */
export function doubtSink(privateState: PrivateState, state: Stored, wanted: Stored): () => void {
  const before = privateState.get(IN_DOUBT);
  const sink = sinkOf(wanted);
  const sinks = [...new Set([...doubted(privateState, state), sink])].join('\n');
  if (sink !== null) privateState.set(IN_DOUBT, sinks === sinkOf(state) || sinks);
  return () => privateState.set(IN_DOUBT, before);
}

/** Warns, before keys are deleted, of each secret in doubt but that of `kept`, which holds the current key or goes with it. */
export function warnOfSinks({ state, privateState, diagnostics }: Deleting, kept: Stored): void {
  const left = doubted(privateState, state).filter((sink) => sink !== sinkOf(kept));
  if (left.length === 0) return;
  const detail =
    'The secret that store_in named before may hold a key that is now deleted. Check that secret before a program reads it.';
  diagnostics.warn(withIds('A secret may hold a deleted key', left), detail, path('store_in'));
}

/** Ends every doubt before keys are deleted: that of the secret in `plan`, which holds the current key, and of others with a warning. */
export function endSinkDoubts(request: UpdateRequest<RotatingAccessKey, unknown, 'id', RotatingAccessKeyPlan>): void {
  warnOfSinks(request, request.plan);
  request.privateState.set(IN_DOUBT, undefined);
}
