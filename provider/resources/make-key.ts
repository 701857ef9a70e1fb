import { DiagnosticError, type Handling } from '../../framework';
import type { Permissions } from '../client';
import { AmbiguousError, UnconfirmedError } from '../client/creates/lost-create';
import { ClientError } from '../client/errors/errors';
import { type Connection, toCall } from '../service/connection';
import { reasonOf } from '../service/describe-error';
import { toPermissions } from '../service/permissions';
import { plannedProject } from './common';
import { noteMade } from './key-permissions';
import { rememberUnseen } from './missing-object';
import { openSink, type Sink, type StoreIn } from './sink';

/** An access key to make, and the place for its secret half. */
interface WantedKey {
  readonly projectId: string;
  readonly bucketIds: readonly string[];
  readonly permissions: Permissions;
  /** The sink of the secret half; null for the state. Then `secretId`, `whenMade` and `whenInDoubt` have no effect. */
  readonly storeIn: StoreIn | null;
  /** The id of a secret to overwrite, such as the one that holds an earlier key of the resource. Default, and for null: the one of `storeIn`. */
  readonly secretId?: string | null;
  /** Called with a key that was made and is to be stored, to keep it in state if the call is answered meanwhile. */
  readonly whenMade?: (made: MadeKey) => void;
  /** Whether to keep a key if it is unknown whether it was stored. Keep one that replaces another: the secret may hold it already, and both work. */
  readonly whenInDoubt: 'delete' | 'keep';
}

/** The part of state about an access key that was made. */
export interface MadeKey {
  readonly id: string;
  readonly access_key_id: string | null;
  readonly endpoint: string | null;
  /** Null with a sink, also if storing failed. */
  readonly secret_access_key: string | null;
  /** The id of the secret that holds it; null for none, and if storing failed. */
  readonly secret_id: string | null;
}

/** The error if a key was made but its secret half could not be stored. `cause` is the error of storing. */
export class KeyNotStoredError extends DiagnosticError {
  constructor(
    detail: string,
    /** The key, if it may still be at the service: deleting it failed, or it was kept (`whenInDoubt`). Undefined: it was deleted. */
    readonly left: MadeKey | undefined,
    /** True if the secret may nevertheless hold the key. */
    readonly inDoubt: boolean,
    cause: unknown,
  ) {
    super('Access key not stored', detail, undefined, { cause });
  }
}

type Request = Pick<
  Handling<Connection>,
  'connection' | 'signal' | 'diagnostics' | 'timeLimit' | 'now' | 'ifUnsaved' | 'privateState'
>;

interface PlannedKey {
  readonly project_id: string | null | undefined;
  readonly bucket_ids: readonly string[];
  readonly permissions: Parameters<typeof toPermissions>[0];
  readonly store_in: StoreIn | null;
}

/** The key that a plan asks for. Throws a DiagnosticError if no project is known. */
export const wantedBy = ({ plan, connection }: { readonly plan: PlannedKey; readonly connection: Connection }) => ({
  projectId: plannedProject(plan, connection),
  bucketIds: plan.bucket_ids,
  permissions: toPermissions(plan.permissions),
  storeIn: plan.store_in,
});

/** Makes the first key of a resource, saves the state with it, and returns that. A key neither stored nor deleted is saved before the error. */
export async function makeFirstKey<S, T extends S>(
  request: Handling<Connection> & { readonly plan: PlannedKey; readonly save: (state: S) => void },
  toState: (made: MadeKey, projectId: string) => T,
): Promise<T> {
  const wanted = wantedBy(request);
  const keep = (made: MadeKey) => {
    rememberUnseen(request, made.id, made.secret_id);
    const state = toState(made, wanted.projectId);
    request.save(state);
    return state;
  };
  try {
    return keep(await makeKey(request, { ...wanted, whenInDoubt: 'delete' }));
  } catch (error) {
    if (error instanceof KeyNotStoredError && error.left) keep(error.left);
    throw error;
  }
}

/**
 * Makes an access key and stores its secret half (P2, P4, P25). Checks the sink before it makes the key. If storing fails, deletes the key, unless
 * `whenInDoubt` keeps it, and throws a KeyNotStoredError, which has a key that is kept or cannot be deleted. If nobody is left to save the result, also
 * deletes the key, but no secret; not a key that a secret which existed before holds, or may hold if the key is kept: readers of that use it (P43).
 * Other errors: no key was made, or the error or a warning names a lost one. Does not touch state.
 */
export async function makeKey(request: Request, wanted: WantedKey): Promise<MadeKey> {
  const { projectId, permissions } = wanted;
  const key = { projectId, bucketIds: [...new Set(wanted.bucketIds)], permissions };
  const sink = wanted.storeIn && (await openSink(request, wanted.storeIn, key, wanted.secretId ?? null));
  const record = await request.connection.client.accessKeys.create(key, toCall(request));
  const made: MadeKey = {
    id: record.id,
    access_key_id: record.access_key_id || null,
    endpoint: record.endpoint || null,
    secret_access_key: null,
    secret_id: null,
  };
  request.ifUnsaved(() => request.connection.client.accessKeys.revoke(made.id, toCall(request)));
  const note = () => noteMade(request, made.id, permissions, record.permissions);
  if (!sink) {
    note();
    return { ...made, secret_access_key: record.secret_access_key };
  }
  wanted.whenMade?.(made);
  try {
    const secretId = await sink.store(record);
    if (!sink.isNew) request.ifUnsaved(undefined);
    note();
    return { ...made, secret_id: secretId };
  } catch (error) {
    throw await undo(request, made, sink, wanted.whenInDoubt, error);
  }
}

async function undo(
  request: Request,
  made: MadeKey,
  { subject, isNew }: Sink,
  whenInDoubt: WantedKey['whenInDoubt'],
  error: unknown,
): Promise<KeyNotStoredError> {
  const mayBeStored = error instanceof ClientError && error.isInDoubt;
  // A secret that was found may be somebody else's, so it does not count as one that holds the key (P25).
  const inDoubt = mayBeStored && !(error instanceof UnconfirmedError || error instanceof AmbiguousError);
  const failed = `The secret half of access key ${JSON.stringify(made.id)} could not be stored in ${subject}: ${reasonOf(error)}`;
  if (inDoubt && whenInDoubt === 'keep') {
    if (!isNew) request.ifUnsaved(undefined);
    const detail = `${failed} It is not known whether the secret holds the key, so the key is kept; the next apply stores another key and deletes this one.`;
    return new KeyNotStoredError(detail, made, inDoubt, error);
  }
  const doubt = inDoubt ? ' The secret may hold the deleted key; store another one before it is used.' : '';
  try {
    await request.connection.client.accessKeys.revoke(made.id, toCall(request));
    request.ifUnsaved(undefined);
    return new KeyNotStoredError(`${failed} The key has been deleted again.${doubt}`, undefined, inDoubt, error);
  } catch (second) {
    const half = mayBeStored ? 'and its secret half may be stored' : 'but nobody has its secret half';
    const detail = `${failed} The key could not be deleted either: ${reasonOf(second)} It may still work, ${half}. The next apply tries to delete it again; or delete it at the service.`;
    return new KeyNotStoredError(detail, made, inDoubt, error);
  }
}
