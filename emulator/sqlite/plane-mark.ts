import { StartError } from '../domain/errors';
import { readMeta, writeMeta } from './meta';
import type { Database } from './open';

/** Where the objects of a data folder are. */
export type PlaneName = 'embedded' | 'garage';

const MARK = 'object plane';
/** Noted by an earlier release while it moved objects to another plane. */
const MOVING = 'object plane to be';

/** Throws a {@link StartError} if the folder's objects are on another plane than the requested one; otherwise records the plane. */
export function requirePlane(database: Database, folder: string, plane: PlaneName): void {
  if (readMeta(database, MOVING) !== undefined) {
    throw new StartError(
      `An earlier release began to move objects to the data folder ${folder}, and did not finish: start the folder that they are moved from.`,
    );
  }
  const isInCluster = readMeta(database, MARK) === 'garage';
  if (plane === 'embedded' && isInCluster) {
    throw new StartError(
      `The buckets of the data folder ${folder} are in a Garage cluster: start it with --garage-admin-url, or give another --data.`,
    );
  }
  if (plane === 'embedded' || isInCluster) return;
  const rows = database.connection.prepare(
    'SELECT (SELECT count(*) FROM bucket) + (SELECT count(*) FROM access_key) AS n',
  );
  if (rows.get()?.n !== 0) {
    throw new StartError(
      `The data folder ${folder} has buckets or access keys of its own: start it without --garage-admin-url, or give another --data.`,
    );
  }
  writeMeta(database, MARK, plane);
}
