import { drawAlias, drawFresh } from '../domain/ids';
import type { Bucket } from '../domain/records';
import { GarageError } from './admin-api';
import type { Cluster } from './cluster';
import type { ClusterBucket } from './responses';
import type { BucketRow } from './rows';

/** Clocks of two machines differ by less than this. */
const SKEW_MS = 10 * 60_000;

/** `not_empty`: the bucket was to be deleted, holds objects, and is live again. */
export type BucketOutcome = 'live' | 'deleted' | 'not_empty';

/** Makes the cluster agree with the row of the bucket. It may be stopped at any point, and repeated. */
export async function convergeBucket(cluster: Cluster, bucketId: string): Promise<BucketOutcome> {
  for (;;) {
    const row = cluster.rows.bucket(bucketId);
    const bucket = cluster.buckets.find(bucketId);
    if (!row || !bucket) return 'deleted';
    if (row.state === 'creating') await create(cluster, bucket, row);
    else if (row.state === 'deleting') {
      if ((await remove(cluster, bucket, row)) === 'not_empty') return 'not_empty';
    } else if (row.appliedMaxSize === bucket.maxSize || !(await applyQuota(cluster, bucket, row))) return 'live';
  }
}

/** Does one step of creating the bucket. */
async function create(cluster: Cluster, { id, alias, maxSize }: Bucket, row: BucketRow): Promise<void> {
  const { api, rows } = cluster;
  if (row.clusterId === undefined) {
    const created = await api.createBucket(alias);
    if (created !== 'taken') rows.setCluster(id, created.id);
    else if (!(await adopt(cluster, alias, row))) rename(cluster, id);
    return;
  }
  if (!(await api.setQuota(row.clusterId, maxSize))) {
    // Deleted by somebody else before a client could use it.
    rows.setCluster(id, undefined);
    return;
  }
  rows.setQuota(id, maxSize);
  // Unless its deletion was requested meanwhile.
  rows.moveBucket(id, 'creating', 'live');
}

/** Notes the bucket with the alias as that of the row, if an earlier call created it whose response was lost: nobody has used it since. */
async function adopt({ api, rows }: Cluster, globalAlias: string, { bucketId, begunAt }: BucketRow): Promise<boolean> {
  const found = await api.findBucket({ globalAlias });
  const isUnused = found && found.keys.length === 0 && found.objects === 0n && rows.bucketOf(found.id) === undefined;
  if (!isUnused || found.created < begunAt - SKEW_MS) return false;
  rows.setCluster(bucketId, found.id);
  return true;
}

function rename({ rows, buckets, random }: Cluster, bucketId: string): void {
  rows.rename(
    bucketId,
    drawFresh(drawAlias, random, (drawn) => buckets.findByAlias(drawn)),
  );
}

/** Does one step of deleting the bucket. */
async function remove(cluster: Cluster, { id, alias }: Bucket, row: BucketRow): Promise<'not_empty' | undefined> {
  const { api, rows } = cluster;
  if (row.clusterId === undefined) {
    if (!(await adopt(cluster, alias, row))) rows.removeBucket(id);
    return undefined;
  }
  if ((await api.deleteBucket(row.clusterId)) === 'not_empty') {
    rows.moveBucket(id, 'deleting', row.appliedMaxSize === undefined ? 'creating' : 'live');
    return 'not_empty';
  }
  // Not earlier: a refused deletion must leave uploads alone.
  await api.cleanUpUploads(row.clusterId);
  rows.removeBucket(id);
  return undefined;
}

/** Whether the cluster has the bucket, which then has its quota. */
async function applyQuota(cluster: Cluster, { id, maxSize }: Bucket, { clusterId = '' }: BucketRow): Promise<boolean> {
  const found = await cluster.api.setQuota(clusterId, maxSize);
  cluster.rows.setBucketMissing(id, found === undefined);
  if (found) cluster.rows.setQuota(id, maxSize);
  return found !== undefined;
}

/** Compares a live bucket with the cluster: puts right its quota and its alias, and notes whether it is there. Creates nothing. */
export async function compareBucket(cluster: Cluster, bucketId: string): Promise<void> {
  const { api, rows, buckets, say } = cluster;
  const row = rows.bucket(bucketId);
  const bucket = buckets.find(bucketId);
  if (row?.state !== 'live' || row.clusterId === undefined || !bucket) return;
  const { alias, maxSize } = bucket;
  const found = await api.findBucket({ id: row.clusterId });
  rows.setBucketMissing(bucketId, found === undefined);
  if (!found) return say(`The bucket ${alias} (${row.clusterId}) is gone, and was not deleted here.`);
  if (found.quotas.maxSize !== maxSize) await applyQuota(cluster, bucket, row);
  if (found.globalAliases.includes(alias)) return;
  try {
    await api.addAlias(found.id, alias);
    say(`The bucket ${found.id} had lost its alias ${alias}, and has it again.`);
  } catch (error) {
    if (!(error instanceof GarageError) || error.failure === 'unknown') throw error;
    say(`The bucket ${found.id} has lost its alias ${alias}, which another bucket has.`);
  }
}

/** Whether {@link compareBucket} would find nothing to do. */
export function isAsWanted({ alias, maxSize }: Bucket, row: BucketRow, found: ClusterBucket | undefined): boolean {
  return !row.isMissing && found?.quotas.maxSize === maxSize && found.globalAliases.includes(alias);
}
