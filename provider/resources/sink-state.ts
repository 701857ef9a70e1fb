import type { Handling } from '../../framework/resource';
import { type Connection, toCall } from '../service/connection';
import { lookUp, requireOwnProject } from './missing-object';
import type { StoreIn } from './sink';

/** What a resource with a sink has in state. */
interface Stored {
  readonly store_in: StoreIn | null;
  readonly secret_id: string | null;
  readonly project_id: string | null;
}

/**
 * The id of the sink as it is to be kept in state: null when the lists agree that the secret is gone, so that the plan sees
 * it. Warns when a secret that is ours by name has got another name (P25).
 */
export async function readSink(request: Handling<Connection>, state: Stored): Promise<string | null> {
  const { connection, diagnostics } = request;
  const { secret_id: id, store_in: storeIn, project_id: projectId } = state;
  if (id === null) return null;
  const secret = { kind: 'secret', id, projectId } as const;
  const found = await lookUp(request, connection.client.secrets, secret);
  if (found === 'stays') return id;
  if (found === 'gone') return null;
  const { name } = found.record;
  const wanted = storeIn?.secret_name ?? name;
  if (name !== wanted) {
    diagnostics.warn(
      'Secret renamed',
      `The secret that holds the secret half of this key (id ${JSON.stringify(id)}) is named ${JSON.stringify(name)} now, not ` +
        `${JSON.stringify(wanted)}. A client that reads it by its name finds nothing. Rename it back, or change secret_name, which makes a new key.`,
    );
  }
  return id;
}

/**
 * The id of the sink that was made for a key, null when there is none (any more). What has it must stay in state when its key
 * is gone: nothing else tells of the secret, and its name stays taken.
 */
export async function readOwnSink(request: Handling<Connection>, state: Stored): Promise<string | null> {
  return isOwn(state) ? readSink(request, state) : null;
}

/** Deletes the sink of a key that is about to go, if it was made for it. */
export async function deleteOwnSink(request: Handling<Connection>, state: Stored): Promise<void> {
  if (state.secret_id === null || !isOwn(state)) return;
  const { secret_id: id, project_id: projectId } = state;
  const deletion = await request.connection.client.secrets.deleteIfExists(id, toCall(request));
  if (deletion === 'was gone') await requireOwnProject(request, { kind: 'secret', id, projectId });
}

const isOwn = ({ store_in: storeIn }: Stored) => typeof storeIn?.secret_name === 'string';
