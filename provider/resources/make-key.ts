import { DiagnosticError } from '../../framework/diagnostic';
import type { Handling } from '../../framework/resource';
import type { CreatedAccessKeyRecord, Permissions } from '../client';
import { ClientError } from '../client/errors';
import { AmbiguousError, UnconfirmedError } from '../client/lost-create-errors';
import { type Connection, toCall } from '../service/connection';
import { openSink, type Sink, type StoreIn } from './sink';

/** An access key to make, and where its secret half goes. */
export interface WantedKey {
  readonly projectId: string;
  readonly bucketIds: readonly string[];
  readonly permissions: Permissions;
  /** Null: into the state. */
  readonly storeIn: StoreIn | null;
  /** The secret that an earlier key of the same resource is stored in: it is written again. */
  readonly secretId?: string | null;
  /**
   * What becomes of a key when nobody knows whether it was stored. A key that stands in for another one is kept, because
   * the secret may hold it already: then both work.
   */
  readonly whenInDoubt: 'delete' | 'keep';
}

/** An access key that was made, as state has it. */
export interface MadeKey {
  readonly id: string;
  readonly access_key_id: string | null;
  readonly endpoint: string | null;
  /** Null when it was stored in a secret. */
  readonly secret_access_key: string | null;
  /** The secret that holds it. */
  readonly secret_id: string | null;
}

/** A key was made, and its secret half could not be stored. */
export class KeyNotStoredError extends DiagnosticError {
  constructor(
    detail: string,
    /** The key, if it is still at the service. */
    readonly left: MadeKey | undefined,
    /** True if the secret may hold the key all the same. */
    readonly inDoubt: boolean,
    cause: unknown,
  ) {
    super('Access key not stored', detail, undefined, { cause });
  }
}

type Request = Pick<Handling<Connection>, 'connection' | 'signal' | 'diagnostics' | 'timeLimit' | 'now' | 'ifUnsaved'>;

/**
 * Makes an access key and puts its secret half where it is wanted (P2, P4, P25). The sink is checked before there is a key.
 * If storing fails, the key is deleted again; the KeyNotStoredError names it if that fails, too. If nobody is left to save the key,
 * it is deleted as well, unless a secret that was there before holds it: whoever reads that secret uses the key (P43).
 */
export async function makeKey(request: Request, wanted: WantedKey): Promise<MadeKey> {
  const bucketIds = [...new Set(wanted.bucketIds)];
  const key = { projectId: wanted.projectId, bucketIds, permissions: wanted.permissions };
  const sink = wanted.storeIn && (await openSink(request, wanted.storeIn, key, wanted.secretId ?? null));
  const record = await request.connection.client.accessKeys.create(key, toCall(request));
  const made = toMadeKey(record);
  request.ifUnsaved(() => request.connection.client.accessKeys.revoke(made.id, toCall(request)));
  if (!sink) return { ...made, secret_access_key: record.secret_access_key };
  try {
    const secretId = await sink.store(record);
    if (!sink.isNew) request.ifUnsaved(undefined);
    return { ...made, secret_id: secretId };
  } catch (error) {
    throw await undo(request, made, sink, wanted.whenInDoubt, error);
  }
}

/** What an error of the client or of ours says; of any other error nothing is known to be fit to be shown. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClientError) return error.message;
  return error instanceof DiagnosticError ? error.detail : 'Something went wrong inside the provider.';
}

const toMadeKey = (record: CreatedAccessKeyRecord): MadeKey => ({
  id: record.id,
  access_key_id: record.access_key_id ?? null,
  endpoint: record.endpoint || null,
  secret_access_key: null,
  secret_id: null,
});

async function undo(
  request: Request,
  made: MadeKey,
  { subject, isNew }: Sink,
  whenInDoubt: WantedKey['whenInDoubt'],
  error: unknown,
): Promise<KeyNotStoredError> {
  // A secret that was found may be somebody else's, so nobody reads the key there as ours (P25).
  const isFound = error instanceof UnconfirmedError || error instanceof AmbiguousError;
  const inDoubt = error instanceof ClientError && error.mayHaveTakenEffect && !isFound;
  const key = `access key ${JSON.stringify(made.id)}`;
  const failed = `The secret half of ${key} could not be stored in ${subject}: ${reasonOf(error)}`;
  if (inDoubt && whenInDoubt === 'keep') {
    if (!isNew) request.ifUnsaved(undefined);
    const detail = `${failed} Whether the secret holds it is not known, so the key is kept; the next apply stores another one and deletes it.`;
    return new KeyNotStoredError(detail, made, inDoubt, error);
  }
  const doubt = inDoubt ? ' The secret may hold the deleted key; store another one before it is used.' : '';
  try {
    await request.connection.client.accessKeys.revoke(made.id, toCall(request));
    request.ifUnsaved(undefined);
    return new KeyNotStoredError(`${failed} The key has been deleted again.${doubt}`, undefined, inDoubt, error);
  } catch (second) {
    const detail = `${failed} It could not be deleted either, so it still works, though nobody has its secret half: ${reasonOf(second)} The next apply tries again, or delete it at the service.${doubt}`;
    return new KeyNotStoredError(detail, made, inDoubt, error);
  }
}
