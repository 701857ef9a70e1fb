import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countOf } from '../../domain/counts';
import { StartError } from '../../domain/errors';
import type { AccessKey, Bucket } from '../../domain/records';
import { DATABASE } from '../../files/data-folder';
import { type CopiedBucket, copyBucket, findChanges } from '../../move/copy-bucket';
import { endMove, folderId, movedFrom, moveNotes, movingTo, type PlaneName, planeOf } from '../../sqlite/plane-mark';
import { copyFolder, renewCopy } from '../../storage/copy-folder';
import { openStorage, type Storage } from '../../storage/storage';
import { type ClusterAccess, openClusterSide } from './cluster-side';
import { openEmbeddedSide } from './embedded-side';
import type { Side } from './side';

export interface Move {
  /** Data folder of a process that does not run. It stays as it is. */
  readonly from: string;
  /** New data folder, or that of an earlier attempt. */
  readonly to: string;
  readonly cluster: ClusterAccess;
  readonly encryptionKey: string | undefined;
}

/** The service that was moved, where its objects are now, why it is not all of it, and what is left to do by hand. */
export interface Moved {
  readonly plane: PlaneName;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Moves a service between objects in its data folder and objects in a Garage cluster: to a new folder, with the same ids, names, keys, secrets and
 * objects. Run again after an attempt that did not end, it brings the folder to what the service is then. Calls `say` with a line for each bucket.
 */
export async function move(asked: Move, say: (line: string) => void, log: (line: string) => void): Promise<Moved> {
  const { from, to, cluster, encryptionKey } = asked;
  /** Storages, until a side closes them. */
  const open: { close(): Promise<void> }[] = [];
  const openSide = async (storage: Storage, at: PlaneName) => {
    const side = await (at === 'garage' ? openClusterSide(storage, cluster, log) : openEmbeddedSide(storage, log));
    open.splice(open.indexOf(storage), 1, side);
    return side;
  };
  const warnings: string[] = [];
  const closeAll = async () => {
    for (const each of open) await each.close().catch((error: Error) => warnings.push(error.message));
  };
  try {
    const source = openStorage(from, { encryptionKey, log });
    open.push(source);
    if (movingTo(source.database)) throw new StartError(`A move to ${from} has not ended: run it again.`);
    const plane = planeOf(source.database) === 'garage' ? 'embedded' : 'garage';
    const target = openTarget(source, asked, plane, log);
    open.push(target);
    const sides = [await openSide(source, planeOf(source.database)), await openSide(target, plane)] as const;
    const problems = await moveAll(sides, to, say);
    if (problems.length === 0) endMove(target.database, plane);
    await closeAll();
    return { plane, problems, warnings };
  } catch (error) {
    await closeAll();
    for (const warning of warnings) log(`Warning: ${warning}`);
    throw error;
  }
}

function openTarget(
  source: Storage,
  { from, to, encryptionKey }: Move,
  plane: PlaneName,
  log: (line: string) => void,
): Storage {
  const id = folderId(source.database);
  const isNew = !existsSync(join(to, DATABASE));
  if (isNew) copyFolder(source, from, to, moveNotes(plane, id));
  const target = openStorage(to, { encryptionKey, log });
  const [isUnfinished, isOurs] = [movingTo(target.database) === plane, movedFrom(target.database) === id];
  if (isUnfinished && isOurs) return target;
  void target.close();
  throw new StartError(
    isUnfinished
      ? `A move to the folder ${to} was begun from another folder than ${from}: give that one, or another --to.`
      : `The folder ${to} is a data folder already: give another one.`,
  );
}

/** Brings the target to what the source is; `folder` is the target's. Keys last: a cluster takes a key's id only once. Returns what is not moved. */
export async function moveAll(
  [from, to]: readonly [Side, Side],
  folder: string,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const { stores } = from.storage;
  const buckets = from.buckets();
  const keys = stores.accessKeys.list(stores.tokens.projectIds());
  await removeOthers(to, buckets, keys);
  renewCopy(from.storage, to.storage, folder);
  const problems: string[] = [];
  const copies: { readonly alias: string; readonly copied: CopiedBucket }[] = [];
  for (const bucket of buckets) {
    const { alias } = bucket;
    await to.makeBucket(bucket);
    await Promise.all([from.open(bucket.id), to.open(bucket.id)]);
    const copied = await copyBucket(alias, from.endpoint, to.endpoint);
    copies.push({ alias, copied });
    problems.push(...copied.problems);
    await to.finishBucket(bucket);
    say(`bucket ${alias}: ${countOf(copied.objects, 'object')}, ${countOf(copied.bytes, 'byte')}`);
  }
  if (problems.length > 0) return problems;
  const ids = new Set(buckets.map(({ id }) => id));
  for (const key of keys) {
    const bucketIds = key.bucketIds.filter((id) => ids.has(id));
    await to.makeKey({ ...key, bucketIds }, await from.secretOf(key));
    say(`access key ${key.accessKeyId}`);
  }
  for (const [index, { alias, copied }] of copies.entries()) {
    await from.open(buckets[index]?.id ?? '');
    problems.push(...(await findChanges(alias, from.endpoint, copied.listed)));
  }
  return problems;
}

/** Removes what an earlier attempt moved, and the source has no more. */
async function removeOthers(to: Side, buckets: readonly Bucket[], keys: readonly AccessKey[]): Promise<void> {
  const kept = new Set([...buckets, ...keys].map(({ id }) => id));
  for (const id of to.keyIds()) if (!kept.has(id)) await to.removeKey(id);
  const { stores } = to.storage;
  for (const bucket of stores.buckets.list(stores.tokens.projectIds())) {
    if (!kept.has(bucket.id)) await to.removeBucket(bucket);
  }
}
