/* Decides about an object of the state that lists do not show (P7, P8): it is too new for them, or gone, or the token is for another project. */

import { DiagnosticError, type Gone, type Handling, type ReadRequest } from '../../framework';
import type { Call, Sightings } from '../client';
import type { ListedRecord } from '../client/as-listed';
import type { Deletion } from '../client/collection';
import { ApiError, CancelledError, ClientError, NotSentError } from '../client/errors/errors';
import { withIds } from '../client/errors/with-ids';
import { isRetryable } from '../client/http/retry';
import { ListFailedBeforeError } from '../client/lists/list-errors';
import { isRound } from '../client/lists/listing';
import { type Connection, toCall } from '../service/connection';
import type { Kind } from '../service/known-objects';
import { isInDoubt, noteDoubt } from './doubt';
import { Grace } from './newly-made';

/** Begins the grace, in private state, of the objects with these ids, which were or may have been just made. Skips null. */
export function rememberUnseen({ privateState, now }: Noting, ...ids: readonly (string | null)[]): void {
  for (const id of ids) if (id !== null) new Grace(privateState, id).begin(now());
}

/** Removes the note of an object, because its create has seen it in a list, or because it no longer exists or was replaced. */
export function forgetUnseen({ privateState }: Pick<Noting, 'privateState'>, id: string): void {
  new Grace(privateState, id).end();
}

type Noting = Pick<Handling<Connection>, 'privateState' | 'now'>;

interface Collection<R> {
  find(id: string, call: Call): Promise<R | undefined>;
  list(call: Call): Promise<readonly R[]>;
  sightings(id: string): Sightings | undefined;
  isTombstone(id: string): boolean;
  readonly listedCount: number;
}

interface KnownObject {
  readonly kind: Kind;
  readonly id: string;
  /** Its project; null if state does not contain it. */
  readonly projectId: string | null;
}

export const known = (
  kind: Kind,
  { id, project_id: projectId }: { readonly id: string; readonly project_id: string | null },
): KnownObject => ({ kind, id, projectId });

/** The result of a refresh: the record, or that the object is listed as deleted, or whether one that lists do not show stays in state or is gone. */
export type Found<R> = { readonly record: R } | 'tombstone' | 'stays' | 'gone';

/**
 * Looks up an object of the state for a refresh, and decides about one that lists do not show: it stays, with a warning, in the first minute of
 * its grace, and is gone if not, perhaps with a warning. Notes in `connection.known` what it finds, and ends the grace of one that is gone, or
 * that lists have shown for long enough. From the second missing object of a provider block that has seen none on, if all that is listed with a project
 * belongs to another one, it throws a DiagnosticError, and from then on keeps such objects, unless `allow_foreign_project` is set (P8). Passes on errors of the client.
 */
export async function lookUp<R extends ListedRecord>(
  request: Handling<Connection>,
  collection: Collection<R>,
  object: KnownObject,
): Promise<Found<R>> {
  const { connection, privateState, diagnostics } = request;
  const { kind, id } = object;
  const { record, isFresh, isUnseen } = await findPatiently(request, collection, id);
  if (record) {
    connection.known.seen[kind].add(id);
    return { record };
  }
  if (collection.isTombstone(id)) {
    connection.known.seen[kind].add(id);
    return 'tombstone';
  }
  if (isFresh) {
    diagnostics.warn(
      'Not listed yet',
      `The provider created ${nameOf(object)} less than a minute ago, and the service does not list it yet. It stays in state until the minute is over, even if ` +
        'someone has deleted it. Then plan again.',
    );
    return 'stays';
  }
  const listed = await collection.list(toRefresh(request));
  const mayBeCut = isUnseen && isRound(collection.listedCount);
  const verdict = await judgeMissing(request, { ...object, mayBeCut }, listed);
  if (verdict === 'gone') new Grace(privateState, id).end();
  return verdict;
}

/** Waits until a list shows an object that is in state already and that the service has only promised, with a 202 (P40). Warns if none does: later refreshes decide. */
export async function confirmPromised(
  request: Handling<Connection>,
  collection: { isConfirmed(id: string, call: Call): Promise<boolean> },
  object: KnownObject,
): Promise<void> {
  if (await collection.isConfirmed(object.id, toCall(request))) return;
  request.diagnostics.warn(
    withIds('Promised, but not listed yet', [object.id]),
    `The service accepted the create of ${nameOf(object)} with a 202, but no list has shown the object so far. It is in state. If it does not appear, a later ` +
      'plan creates it again.',
  );
}

/**
 * The record of an object of the state, if listed, whether its grace keeps it, and whether we made it and no list that state knows of has shown it: neither if
 * `list_confirmation` is 0. Notes sightings, which end the grace if they prove enough.
 */
export async function findPatiently<R extends ListedRecord>(
  request: Handling<Connection>,
  collection: Pick<Collection<R>, 'find' | 'sightings'>,
  id: string,
): Promise<{ readonly record: R | undefined; readonly isFresh: boolean; readonly isUnseen: boolean }> {
  const { connection, privateState, now } = request;
  const grace = new Grace(privateState, id);
  grace.note(collection.sightings(id));
  const phase = connection.listConfirmationMs === 0 ? 'over' : grace.phase(now());
  const record = await collection.find(id, { ...toRefresh(request), spread: phase === 'doubted' });
  if (record) grace.note(collection.sightings(id));
  const isUnseen = connection.listConfirmationMs !== 0 && collection.sightings(id) === undefined && grace.isUnseen;
  return { record, isFresh: phase === 'fresh', isUnseen };
}

/**
 * Runs an update of an object of the state, and notes a doubt (P48): `put` calls `accepted` if it goes on after a success. If the service says that there is no such
 * object, throws a DiagnosticError that says so, and notes that, unless it is younger than the settle time: a later refresh then needs only the usual lists to confirm it.
 */
export async function updateKnown<R>(
  request: Handling<Connection>,
  object: KnownObject,
  put: (accepted: () => void) => Promise<R>,
): Promise<R> {
  const { privateState } = request;
  let wasInDoubt = isInDoubt(privateState);
  try {
    noteDoubt(privateState, true); // at once: the call may get its response before this has ended
    const result = await put(() => {
      wasInDoubt = true;
    });
    noteDoubt(privateState, false);
    return result;
  } catch (error) {
    noteDoubt(privateState, wasInDoubt || !(error instanceof ClientError) || error.isInDoubt);
    if (!(error instanceof ApiError && error.method === 'PUT' && error.saysGone)) throw error;
    new Grace(privateState, object.id).deny(request.now());
    throw new DiagnosticError(
      'Object to update not found',
      `${error.message} Most likely someone has deleted ${nameOf(object)} since it was last listed. It stays in state for now: plan again, ` +
        'and if the lists do not show it either, the plan creates it again (if it was created less than a minute ago, the provider waits first).',
      undefined,
      { cause: error },
    );
  }
}

/** Wraps a read. It keeps the state if the list has already failed for another resource, which has reported the error (P39). */
export const refreshing =
  <R extends ReadRequest<unknown, Connection>>(read: (request: R) => Promise<R['state'] | Gone>) =>
  (request: R): Promise<R['state'] | Gone> =>
    read(request).catch((error: unknown) => {
      if (error instanceof ListFailedBeforeError) return request.state;
      throw error;
    });

/** Deletes an object of the state and ends its grace, or finds it gone; then throws like {@link requireOwnProject}, because it may exist. Passes on errors of the client. */
export async function deleteKnown(
  request: Handling<Connection>,
  collection: { deleteIfExists(id: string, call: Call): Promise<Deletion> },
  object: KnownObject,
): Promise<void> {
  const deletion = await collection.deleteIfExists(object.id, toCall(request));
  if (deletion === 'was gone') await requireOwnProject(request, object);
  forgetUnseen(request, object.id); // a key stays in state if only its secret could be deleted
}

/**
 * For an object to delete that was not found: throws a DiagnosticError if all listed buckets and keys that name a project name another one (P8),
 * unless `allow_foreign_project` is set, or a refresh has found an object of the state.
 */
export async function requireOwnProject(request: Handling<Connection>, object: KnownObject): Promise<void> {
  const { connection } = request;
  if (connection.allowForeignProject || connection.known.anySeen) return;
  const other = await otherProject(request, object, []);
  if (other !== undefined) throw anotherProject(request, object, other);
}

const toRefresh = (request: Handling<Connection>): Call => ({ ...toCall(request), refreshing: true });

async function judgeMissing(
  request: Handling<Connection>,
  object: KnownObject & { readonly mayBeCut: boolean },
  listed: readonly ListedRecord[],
): Promise<'stays' | 'gone'> {
  const { connection, diagnostics } = request;
  const { known } = connection;
  const { kind, id } = object;
  known.missing[kind].add(id);
  const other = known.anySeen ? undefined : await otherProject(request, object, listed);
  const missing = known.missing[kind].size;
  if (other !== undefined && !connection.allowForeignProject && known.allMissing > 1) {
    // One error is enough; other objects stay in state.
    if (known.foreignTold) return 'stays';
    known.foreignTold = true;
    throw anotherProject(request, object, other);
  }
  if (object.mayBeCut && other === undefined) {
    diagnostics.warn(
      withIds('Never listed', [id]),
      `The provider created ${nameOf(object)}, and no list has shown it. The list has a round number of records, ` +
        `${listed.length}, so the service may have cut it off at that number: the object stays in state, and a destroy deletes it. If someone has deleted it, remove it with terraform state rm.`,
    );
    return 'stays';
  }
  // Warns of the first, the second, the fourth, … object, so that a thousand objects are not a thousand warnings.
  if (known.seen[kind].size > 0 || !Number.isInteger(Math.log2(missing))) return 'gone';
  const soFar = `${missing} known so far (${nameOf(object)}${missing === 1 ? '' : ' and others'})`;
  if (other !== undefined) {
    const detail = `The service lists none of the ${kind}s in state (${soFar}); everything it lists belongs to another project, ${JSON.stringify(other)}. Is this token for another project? If not, the plan is right.`;
    diagnostics.warn('Another project is listed', detail);
  } else if (listed.length === 0) {
    const detail = `The service lists no ${kind} at all, though state has some: ${soFar}. Is this token for another project or another service?`;
    diagnostics.warn('Nothing is listed', detail);
  } else {
    const detail = `The service lists ${listed.length} ${kind}${listed.length === 1 ? '' : 's'}, and none of those in state: ${soFar}. Is this token for another project or another service?`;
    diagnostics.warn('None of the known objects is listed', detail);
  }
  return 'gone';
}

/** The other project, if all listed records with a project name another one than the object's. If none has one, asks lists of buckets and keys. */
async function otherProject(
  request: Handling<Connection>,
  object: KnownObject,
  listed: readonly ListedRecord[],
): Promise<string | undefined> {
  const { signal } = request.timeLimit;
  const own = object.projectId ?? request.connection.projectId;
  if (own === undefined) return undefined;
  let projects = projectsOf(listed);
  if (projects.size === 0) {
    const { client, allowForeignProject } = request.connection;
    const { buckets, accessKeys } = client;
    // The token may not be allowed to list them; then they are no evidence. After an interruption or a transient failure it is unknown whether they would be.
    const orNone = (error: unknown): readonly ListedRecord[] => {
      const isTransient = error instanceof NotSentError || isRetryable('GET', error);
      if (error instanceof CancelledError || (isTransient && !allowForeignProject)) throw error;
      return [];
    };
    const collections: readonly Pick<Collection<ListedRecord>, 'list'>[] = [buckets, accessKeys];
    projects = projectsOf((await Promise.all(collections.map((one) => one.list({ signal }).catch(orNone)))).flat());
  }
  const [first] = projects;
  return projects.has(own) ? undefined : first;
}

const projectsOf = (records: readonly ListedRecord[]) =>
  new Set(records.map(({ project_id }) => project_id).filter((project) => project !== undefined));

function anotherProject(request: Handling<Connection>, object: KnownObject, other: string): DiagnosticError {
  const own = object.projectId ?? request.connection.projectId;
  const { allMissing } = request.connection.known;
  const missing = allMissing > 1 ? `${allMissing} objects` : nameOf(object);
  return new DiagnosticError(
    'Another project is listed',
    `State knows ${missing} of project ${JSON.stringify(own)}, and the service lists none of them: everything that it lists with ` +
      `a project belongs to ${JSON.stringify(other)}. Nothing was removed from the state. Most likely the token is for another project: check ` +
      'token (COFFER_TOKEN) and base_url (COFFER_BASE_URL). If the objects no longer exist, set allow_foreign_project = true (or COFFER_ALLOW_FOREIGN_PROJECT) for one run, or remove them ' +
      'from the state with terraform state rm.',
  );
}

const nameOf = ({ kind, id }: KnownObject) => `${kind} ${JSON.stringify(id)}`;
