/* Reads and deletes the secret that holds the secret half of a key in state. A secret given by name is owned (`sink.ts`). */

import type { Handling } from '../../framework';
import { withIds } from '../client/errors/with-ids';
import type { Connection } from '../service/connection';
import { deleteKnown, known, lookUp } from './missing-object';
import type { StoreIn } from './sink';

interface Stored {
  readonly store_in: StoreIn | null;
  /** Null if there is no secret, or it is gone. */
  readonly secret_id: string | null;
  readonly project_id: string | null;
}

/** Refreshes the id of the sink: null for none or one that is gone. Warns of an owned secret that was renamed (P25). Throws like `lookUp`. */
export async function readSink(request: Handling<Connection>, state: Stored): Promise<string | null> {
  const { connection, diagnostics } = request;
  const { secret_id: id, store_in: storeIn } = state;
  if (id === null) return null;
  const found = await lookUp(request, connection.client.secrets, known('secret', { ...state, id }));
  if (found === 'stays') return id;
  if (found === 'gone' || found === 'tombstone') return null;
  const { name } = found.record;
  const wanted = storeIn?.secret_name ?? name;
  if (name !== wanted) {
    diagnostics.warn(
      withIds('Secret renamed', [id]),
      `The secret that holds the secret half of this key (id ${JSON.stringify(id)}) is named ${JSON.stringify(name)} now, not ` +
        `${JSON.stringify(wanted)}. A client that looks for the configured name finds nothing. Rename the secret back, or change secret_name, which creates a new key.`,
    );
  }
  return id;
}

/** The id of the owned sink of a key; null if none is left. With one, a resource stays in state when its key is gone: nothing else knows the secret. */
export async function readOwnSink(request: Handling<Connection>, state: Stored): Promise<string | null> {
  return isOwn(state) ? readSink(request, state) : null;
}

/** Deletes the owned sink of a key about to be deleted; false without one. If it is gone already, succeeds or throws like `deleteKnown`. */
export async function deleteOwnSink(request: Handling<Connection>, state: Stored): Promise<boolean> {
  if (state.secret_id === null || !isOwn(state)) return false;
  await deleteKnown(request, request.connection.client.secrets, known('secret', { ...state, id: state.secret_id }));
  return true;
}

const isOwn = ({ store_in: storeIn }: Stored) => typeof storeIn?.secret_name === 'string';
