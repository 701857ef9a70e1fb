import { StartError } from '../domain/errors';
import { deleteMeta, readMeta, writeMeta } from './meta';
import type { Database } from './open';

/** Where the objects of a data folder are. */
export type PlaneName = 'embedded' | 'garage';

export const PLANE_MARK = 'object plane';
/** Where the objects are moved to, until all of them are there. */
const MOVING = 'object plane to be';

/** Where the objects of the folder are. */
export function planeOf(database: Database): PlaneName {
  return readMeta(database, PLANE_MARK) === 'garage' ? 'garage' : 'embedded';
}

/** Where objects are being moved to; undefined: nowhere. */
export function movingTo(database: Database): PlaneName | undefined {
  return readMeta(database, MOVING) as PlaneName | undefined;
}

/** Notes that a move of objects to the folder has begun, and keeps everything else from using the folder until {@link endMove}. */
export function beginMove(database: Database, plane: PlaneName): void {
  writeMeta(database, MOVING, plane);
}

export function endMove(database: Database, plane: PlaneName): void {
  database.transaction(() => {
    writeMeta(database, PLANE_MARK, plane);
    deleteMeta(database, MOVING);
  });
}

/**
 * Throws a {@link StartError} if the folder's objects are on another plane than the requested one; otherwise records the plane.
 */
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
