import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { StartError } from '../domain/errors';
import { CLUSTER_META, deleteMeta, readMeta, writeMeta } from './meta';
import type { Database } from './open';

/** Where the objects of a data folder are. */
export type PlaneName = 'embedded' | 'garage';

export const PLANE_MARK = 'object plane';
/** Where the objects are moved to, until all of them are there. */
const MOVING = 'object plane to be';
/** The {@link folderId} of the folder that is moved. */
const MOVED_FROM = 'moved from';
/** A random id of the folder, and of copies of it, from its first move on. */
export const FOLDER_ID = 'folder id';

export function planeOf(database: Pick<Database, 'connection'>): PlaneName {
  return readMeta(database, PLANE_MARK) === 'garage' ? 'garage' : 'embedded';
}

/** Where objects are being moved to; undefined: nowhere. */
export function movingTo(database: Database): PlaneName | undefined {
  return readMeta(database, MOVING) as PlaneName | undefined;
}

/** The id of the folder, which is drawn if it has none. */
export function folderId(database: Database): string {
  const id = readMeta(database, FOLDER_ID) ?? randomBytes(16).toString('hex');
  writeMeta(database, FOLDER_ID, id);
  return id;
}

/** The id of the folder from which a move to this one has begun. */
export function movedFrom(database: Database): string | undefined {
  return readMeta(database, MOVED_FROM);
}

/** Entries of `meta` of a folder to which objects are moved, from the folder with the id. They keep all else from using it until {@link endMove}. */
export const moveNotes = (plane: PlaneName, from: string) => ({ [MOVED_FROM]: from, [MOVING]: plane });

export function endMove(database: Database, plane: PlaneName): void {
  database.transaction(() => {
    writeMeta(database, PLANE_MARK, plane);
    deleteMeta(database, MOVING);
    deleteMeta(database, MOVED_FROM);
  });
}

/** Throws a {@link StartError} unless a control plane over a cluster has worked with the folder. */
export function requireControlPlane(connection: DatabaseSync, folder: string): void {
  const hasMeta = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
  const isOne = hasMeta && planeOf({ connection }) === 'garage';
  if (isOne && readMeta({ connection }, CLUSTER_META.installation) !== undefined) return;
  throw new StartError(
    `The data folder ${folder} is not that of a control plane over a Garage cluster. Give the one that was restored; nothing was changed.`,
  );
}

/** Throws a {@link StartError} if the folder's objects are on another plane than the requested one; otherwise records the plane. */
export function requirePlane(database: Database, folder: string, plane: PlaneName): void {
  if (movingTo(database) !== undefined) {
    throw new StartError(
      `A move to the data folder ${folder} was begun and has not ended: run coffer-emulator move again, with the same flags.`,
    );
  }
  const isInCluster = planeOf(database) === 'garage';
  if (plane === 'embedded' && isInCluster) {
    throw new StartError(
      `The buckets of the data folder ${folder} lie in a Garage cluster: start it with --s3-backend garage, or give another --data.`,
    );
  }
  if (plane === 'embedded' || isInCluster) return;
  const rows = database.connection.prepare(
    'SELECT (SELECT count(*) FROM bucket) + (SELECT count(*) FROM access_key) AS n',
  );
  if (rows.get()?.n !== 0) {
    throw new StartError(
      `The data folder ${folder} holds buckets or access keys of its own: start it without --s3-backend garage, or give another --data.`,
    );
  }
  writeMeta(database, PLANE_MARK, plane);
}
