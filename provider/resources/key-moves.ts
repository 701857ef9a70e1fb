/* Moves between access keys and rotating ones by a `moved` block: nothing is sent, and the next plan is empty, unless another key was due already. */

import { DiagnosticError, type MoveRequest, type State } from '../../framework';
import type { AccessKey } from './access-key-schema';
import { DEFAULT_OVERLAP, type RotatingAccessKey } from './rotating-access-key-schema';
import { doubtSink, isSinkInDoubt } from './sink-doubt';

/** Key of private state of an access key: the reason why it needs a successor, as of the last read or apply. */
export const SUCCESSION = 'succession';

/** A reason for a successor: the key was deleted for one that could not be made, or it exists, and it is not certain that its secret half was stored. */
export const NOT_STORED = 'not_stored';

/** Converts the state of an access key, and the marks in its private state. The key becomes the current one. */
export function toRotating({ state, privateState }: MoveRequest<State<AccessKey>>): State<RotatingAccessKey> {
  const { access_key_id, endpoint, secret_access_key, ...common } = state;
  // A rotating key also makes a new key if the secret does not hold the current one. The next read notices a key that is gone.
  if (privateState.get(SUCCESSION) === NOT_STORED) doubtSink(privateState, state, state);
  privateState.set(SUCCESSION, undefined);
  return {
    ...common,
    overlap: DEFAULT_OVERLAP,
    current: { id: state.id, access_key_id, endpoint, rotated_at: null, secret_access_key },
    previous: null,
    undeleted_ids: [],
    undeleted_secret_ids: [],
  };
}

/** Converts the state of a rotating key. Throws a DiagnosticError while it has further keys, which nothing would delete, or no current one known to work. */
export function toPlain({ state, privateState }: MoveRequest<State<RotatingAccessKey>>): State<AccessKey> {
  const { overlap: _, current, previous, undeleted_ids: keys, undeleted_secret_ids: secrets, ...common } = state;
  if (previous) {
    const { id, retire_after: end } = previous;
    throw moveError(
      `its previous key ${JSON.stringify(id)} still works, until ${end}, and nothing would delete it any more. Retire it first: set ` +
        'overlap = "0s" and apply, or wait until then; the next plan with a refresh deletes it.',
    );
  }
  for (const [undeleted, kind, attribute] of [
    [keys, 'keys', 'undeleted_ids'],
    [secrets, 'secrets', 'undeleted_secret_ids'],
  ] as const) {
    if (!undeleted || undeleted.length === 0) continue;
    const ids = undeleted.map((id) => JSON.stringify(id)).join(', ');
    throw moveError(`it has ${kind} that could not be deleted yet (${attribute}): ${ids}. The next apply tries again.`);
  }
  if (!current?.id || isSinkInDoubt(privateState, state)) {
    throw moveError('it has no current key that is known to work. The next apply makes one.');
  }
  const { id, access_key_id, endpoint, secret_access_key } = current;
  return { ...common, id, access_key_id, endpoint, secret_access_key };
}

const moveError = (reason: string) =>
  new DiagnosticError(
    'Rotation not finished',
    `This coffer_rotating_access_key cannot become a coffer_access_key yet: ${reason} Remove the moved block and restore the old block ` +
      'until then; afterwards, add the moved block again.',
  );
