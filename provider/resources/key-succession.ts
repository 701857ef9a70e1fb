/* Keeps the secret of a key that was revoked elsewhere, or perhaps not stored: an update in place makes a successor of the key and stores it there, by the same name. */

import { type PlanRequest, type PrivateState, path, type State, UNKNOWN, type UpdateRequest } from '../../framework';
import { withIds } from '../client/errors/with-ids';
import { type Connection, toCall } from '../service/connection';
import type { AccessKey, AccessKeyPlan } from './access-key-schema';
import { plannedProject } from './common';
import { NOT_STORED, SUCCESSION } from './key-moves';
import { KeyNotStoredError, type MadeKey, makeKey, wantedBy } from './make-key';
import { forgetUnseen, rememberUnseen } from './missing-object';

/** A reason for a successor: the key is gone from the service. */
const GONE = 'gone';

/** Notes in private state that the key is gone while its secret is still there, unless a successor is due already. */
export function noteGone(privateState: PrivateState): void {
  // Lists may have merely missed a key that was not stored.
  if (privateState.get(SUCCESSION) === undefined) privateState.set(SUCCESSION, GONE);
}

/** Notes that the secret does not certainly hold the key, whatever later lists show: the next plan makes a successor. */
export const noteNotStored = (privateState: PrivateState): void => privateState.set(SUCCESSION, NOT_STORED);

/** Notes that the key exists, even if earlier lists did not show it. One that was not stored needs a successor nevertheless. */
export function noteFound(privateState: PrivateState): void {
  if (privateState.get(SUCCESSION) === GONE) privateState.set(SUCCESSION, undefined);
}

/** Plans a successor, with a warning, and returns true, if private state says that the key needs one. The secret stays the same. */
export function planSuccessor(request: PlanRequest<AccessKey, Connection>, prior: State<AccessKey>): boolean {
  const { set, privateState, diagnostics } = request;
  const reason = privateState.get(SUCCESSION);
  if (reason === undefined) return false;
  for (const name of ['id', 'access_key_id', 'endpoint'] as const) set(name, UNKNOWN);
  const key = `Access key ${JSON.stringify(prior.id)}`;
  const why =
    reason === GONE
      ? `${key} no longer exists, though Terraform did not destroy it, and the credentials in its secret no longer work.`
      : `It is not certain that the last apply stored the key that it created. ${key} is deleted first, if it still exists.`;
  const effect = `A new key is created. The secret ${JSON.stringify(prior.secret_id)} stays and receives the new key, unless another change replaces both.`;
  diagnostics.warn(withIds('The secret gets another key', [prior.id]), `${why} ${effect}`, path('id'));
  return true;
}

/**
 * Makes the planned successor, stores it in the secret of the old key, and returns the new state. Deletes the old key first: if lists
 * merely failed to show it, or it was not stored, no state would contain it afterwards. State has the new key from when it
 * is made, unless it could not be stored and was deleted: then the old one again. After any failure the next plan makes another key, unless the old one was not deleted and is found.
 */
export async function successor(
  request: UpdateRequest<AccessKey, Connection, 'id', AccessKeyPlan>,
): Promise<State<AccessKey>> {
  const { plan, state, connection, privateState, save } = request;
  const projectId = plannedProject(plan, connection);
  let made = '';
  const succeed = (key: MadeKey) => {
    made = key.id;
    rememberUnseen(request, made);
    return { ...plan, project_id: projectId, ...key, secret_id: state.secret_id };
  };
  await connection.client.accessKeys.deleteIfExists(state.id, toCall(request));
  noteNotStored(privateState); // a list that lags may still show the old key
  try {
    const stored = await makeKey(request, {
      ...wantedBy(request),
      secretId: state.secret_id,
      whenInDoubt: 'delete',
      whenMade: (key) => save(succeed(key)),
    });
    privateState.set(SUCCESSION, undefined);
    return succeed(stored);
  } catch (error) {
    if (error instanceof KeyNotStoredError && !error.left) {
      forgetUnseen(request, made);
      save(state);
    }
    throw error;
  }
}
