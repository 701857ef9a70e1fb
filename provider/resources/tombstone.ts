/* An object of the state that the service still lists, as deleted (P53). It stays in state, because its DELETE has not been sent, and a plan says so. */

import { type Diagnostics, type Path, type PrivateState, path, UNKNOWN } from '../../framework';
import { withIds } from '../client/errors/with-ids';
import type { Kind } from '../service/known-objects';

/** Key of private state: the id of the object that was listed as deleted at the last read. */
const TOMBSTONE = 'tombstone';

/** The part of a plan request that is the same for all kinds. */
interface Planning {
  readonly prior: { readonly id: string } | undefined;
  readonly privateState: PrivateState;
  readonly diagnostics: Diagnostics;
}

interface Replacing extends Planning {
  set(name: 'id', value: typeof UNKNOWN): void;
  requiresReplace(where: Path): void;
}

/** Notes at a read whether the object is listed as deleted. Returns true if it is, and is no object of this state: an import has read nothing of it yet (`required` is null). */
export function noteTombstone(
  privateState: PrivateState,
  { id, required }: { readonly id: string; readonly required: unknown },
  isDeleted: boolean,
): boolean {
  privateState.set(TOMBSTONE, isDeleted ? id : undefined);
  return isDeleted && required === null;
}

/** Plans another object in place of one that is listed as deleted, with a warning. */
export function planReplaced(request: Replacing, kind: Kind): void {
  const id = tombstoneIn(request);
  if (id === undefined) return;
  request.set('id', UNKNOWN);
  request.requiresReplace(path('id'));
  warn(request, kind, id, 'A new one is created in its place, and the deletion is sent once more.');
}

/** Warns of a bucket that is listed as deleted. It is not replaced, because nobody brings back what was in it. */
export function warnOfTombstone(request: Planning): void {
  const id = tombstoneIn(request);
  if (id === undefined) return;
  const advice =
    'Its content is lost. To create an empty bucket, replace the resource (terraform apply -replace=…); if you no longer need the bucket, remove it from the configuration.';
  warn(request, 'bucket', id, advice);
}

function tombstoneIn({ prior, privateState }: Planning): string | undefined {
  return prior && privateState.get(TOMBSTONE) === prior.id ? prior.id : undefined;
}

function warn({ diagnostics }: Planning, kind: Kind, id: string, effect: string): void {
  const detail = `The service lists the ${kind} ${JSON.stringify(id)} as deleted, though it was not destroyed here. ${effect}`;
  diagnostics.warn(withIds('Deleted elsewhere', [id]), detail, path('id'));
}
