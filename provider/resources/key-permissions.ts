/* Permissions that the service lists in another form (P41), as an owner that may also read and write. No key can be changed, so they are the service's own, however late a list shows them. */

import { type Diagnostics, type PrivateState, path } from '../../framework';
import type { Permissions } from '../client';
import { permittedAs } from '../client/as-listed';
import { withIds } from '../client/errors/with-ids';
import { toPermissions } from '../service/permissions';
import { Pair } from './pair';

interface Memory {
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

type Given = Parameters<typeof toPermissions>[0];

const pairIn = (privateState: PrivateState) => new Pair(privateState, 'permissions');

/** Notes the permissions of a key that was made. If those in the response are changed already, notes them, too; else the first list that shows others decides. */
export function noteMade(memory: Memory, id: string, sent: Permissions, responded: Given | undefined): void {
  pairIn(memory.privateState).await(toText(sent));
  notePermissions(memory, id, responded);
}

/**
 * Notes the first permissions that the service shows for a key after `noteMade` and that are not the same in another form, with a warning. Does
 * nothing otherwise: a refresh that changes private state counts as a change, although Terraform shows none.
 */
export function notePermissions(memory: Memory, id: string, listed: Given | undefined): void {
  const pair = pairIn(memory.privateState);
  const { awaited } = pair;
  if (awaited === undefined || !listed) return;
  const [sent, shown] = [fromText(awaited), toPermissions(listed)];
  if (permittedAs(sent, shown) !== 'part' || !pair.note(awaited, toText(shown))) return;
  memory.diagnostics.warn(
    withIds('The service changed the permissions', [id]),
    `Access key ${JSON.stringify(id)} was to have ${inWords(sent)}, and the service lists ${inWords(shown)}. The provider takes this as the service's own ` +
      'reading and ignores it from now on; any other permissions are a difference. Find out what the key may do before you rely on it.',
    path('permissions'),
  );
}

/** The permissions for state: those that are there if the listed ones are the same in another form or their known counterpart, or a list shows none. */
export function permissionsInState<P extends Given>(
  privateState: PrivateState,
  state: P,
  listed: Given | undefined,
): P | Permissions {
  if (!listed) return state;
  const shown = toPermissions(listed);
  if (permittedAs(toPermissions(state), shown) !== 'part') return state;
  return pairIn(privateState).listedFor(toText(toPermissions(state))) === toText(shown) ? state : shown;
}

const NAMES = ['read', 'write', 'owner'] as const;

const toText = (permissions: Permissions) => NAMES.filter((name) => permissions[name]).join(' ');

const fromText = (text: string) => toPermissions(Object.fromEntries(text.split(' ').map((name) => [name, true])));

const inWords = (permissions: Permissions) => toText(permissions).replaceAll(' ', ', ') || 'none';
