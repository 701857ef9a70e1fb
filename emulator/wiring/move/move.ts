import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../domain/errors';
import { DATABASE } from '../../files/data-folder';
import { copyBucket } from '../../move/copy-bucket';
import { beginMove, endMove, movingTo, type PlaneName, planeOf } from '../../sqlite/plane-mark';
import { copyFolder } from '../../storage/copy-folder';
import { openStorage, type Storage } from '../../storage/storage';
import { type ClusterAccess, openClusterSide } from './cluster-side';
import { openEmbeddedSide } from './embedded-side';
import type { Side } from './side';

/** What to move, and where to. */
export interface Move {
  /** Data folder of a process that does not run. It stays as it is. */
  readonly from: string;
  /** New data folder, or that of an earlier attempt. */
  readonly to: string;
  readonly cluster: ClusterAccess;
  readonly encryptionKey: string | undefined;
}

/**
 * Moves a service between objects in its data folder and objects in a Garage cluster: to a new folder, with the same ids, names, keys,
 * secrets and objects. Calls `say` with a line for each bucket. Returns where the objects are now, and how many are not.
 */
export async function move(
  { from, to, cluster, encryptionKey }: Move,
  say: (line: string) => void,
  log: (line: string) => void,
): Promise<{ readonly plane: PlaneName; readonly problems: readonly string[] }> {
  const source = openStorage(from, { encryptionKey, log });
  let sides: Side[] = [];
  try {
    if (movingTo(source.database)) throw new StartError(`A move to ${from} has not ended: run it again.`);
    const plane = planeOf(source.database) === 'garage' ? 'embedded' : 'garage';
    const target = openTarget(source, { from, to, plane, encryptionKey, log });
    const open = (storage: Storage, at: PlaneName) =>
      at === 'garage' ? openClusterSide(storage, cluster, log) : openEmbeddedSide(storage, log);
    sides = [await open(source, planeOf(source.database))];
    sides.push(await open(target, plane));
    const problems = await moveAll(sides as [Side, Side], say);
    if (problems.length === 0) endMove(target.database, plane);
    return { plane, problems };
  } finally {
    for (const side of sides) await side.close();
    if (sides.length === 0) await source.close();
  }
}

function openTarget(
  source: Storage,
  {
    from,
    to,
    plane,
    encryptionKey,
    log,
  }: Pick<Move, 'from' | 'to' | 'encryptionKey'> & { plane: PlaneName; log: (line: string) => void },
): Storage {
  const isNew = !existsSync(join(to, DATABASE));
  if (isNew) copyFolder(source, from, to);
  const target = openStorage(to, { encryptionKey, log });
  if (isNew) beginMove(target.database, plane);
  if (movingTo(target.database) === plane) return target;
  void target.close();
  throw new StartError(`The folder ${to} is a data folder already: give another one.`);
}

/** Keys come last: a cluster takes the id of a key only once. */
async function moveAll([from, to]: readonly [Side, Side], say: (line: string) => void): Promise<string[]> {
  const { stores } = from.storage;
  const problems: string[] = [];
  const buckets = from.buckets();
  for (const bucket of buckets) {
    await to.makeBucket(bucket);
    await Promise.all([from.open(bucket.id), to.open(bucket.id)]);
    const copied = await copyBucket(bucket.alias, from.endpoint, to.endpoint);
    problems.push(...copied.problems);
    await to.finishBucket(bucket);
    say(`bucket ${bucket.alias}: ${copied.objects} objects, ${copied.bytes} bytes`);
  }
  if (problems.length > 0) return problems;
  const ids = new Set(buckets.map(({ id }) => id));
  for (const key of stores.accessKeys.list(stores.tokens.projectIds())) {
    const bucketIds = key.bucketIds.filter((id) => ids.has(id));
    await to.makeKey({ ...key, bucketIds }, await from.secretOf(key));
    say(`access key ${key.accessKeyId}`);
  }
  return problems;
}
