import { StartError } from '../domain/errors';
import { readMeta, writeMeta } from './meta';
import type { Database } from './open';

/** Where the objects of a data folder are. */
export type PlaneName = 'embedded' | 'garage';

const MARK = 'object plane';

/**
 * Throws a {@link StartError} if the folder's objects are on another plane than the requested one; otherwise records the plane.
 */
export function requirePlane(database: Database, folder: string, plane: PlaneName): void {
  const isInCluster = readMeta(database, MARK) === 'garage';
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
  writeMeta(database, MARK, plane);
}
