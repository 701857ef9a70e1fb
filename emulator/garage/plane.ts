import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../domain/context';
import { DomainError } from '../domain/errors';
import type { BucketUse, ObjectPlane } from '../domain/object-plane';
import type { AccessKey, Bucket, BucketChange, NewAccessKey, NewBucket, Permissions, Stored } from '../domain/records';
import type { Rely } from '../domain/rules';
import { GarageError } from './admin-api';
import { type BucketOutcome, convergeBucket } from './buckets';
import type { Cluster } from './cluster';
import { convergeKey, type Making } from './keys';
import { Lanes } from './lanes';
import { Loop } from './loop';
import type { Nodes } from './nodes';
import { Proof } from './proof';

/** Time of a request until it reports that the cluster does not agree yet. */
const TIME_LIMIT_MS = 10_000;
const FIRST_WAIT_MS = 100;

export interface GaragePlaneParts extends Omit<Cluster, 'say'> {
  readonly nodes: Nodes;
  readonly rely: Rely;
  readonly transaction: Context['transaction'];
  readonly log: (line: string) => void;
  /** Default: 10 seconds. */
  readonly timeLimitMs?: number;
}

/**
 * The object plane of a Garage cluster. A request commits its row first; then the cluster is made to agree with the row, by the request for as long as
 * it waits, and by the {@link Loop} from then on.
 */
export class GaragePlane implements ObjectPlane {
  readonly isHere = false;
  readonly loop: Loop;
  readonly #cluster: Cluster;
  readonly #lanes = new Lanes();
  readonly #proof: Proof;
  /** The keys that requests wait for. */
  readonly #making = new Map<string, Making>();
  readonly #stopped = new AbortController();

  constructor(private readonly parts: GaragePlaneParts) {
    const { log, nodes } = parts;
    this.#cluster = { ...parts, say: (line) => log(`storage cluster: ${line}`) };
    this.#proof = new Proof(parts);
    this.loop = new Loop({
      cluster: parts,
      pass: (id, work) => this.#pass(id, work),
      prove: () => {
        nodes.doubt();
        return this.#proof.require();
      },
      isMade: (keyId) => this.#making.has(keyId),
      log,
    });
  }

  async createBucket(bucket: NewBucket): Promise<Bucket> {
    const { buckets, rows, transaction } = this.parts;
    const { id } = bucket;
    transaction(() => {
      buckets.insert(bucket);
      rows.addBucket(id);
    });
    try {
      await this.#settleBucket(id);
    } catch (error) {
      // The loop goes on. The bucket shows its alias from then on.
      if (!isUnknown(error) && !this.#stopped.signal.aborted) {
        rows.moveBucket(id, 'creating', 'deleting');
        throw toDomainError(error, 'the bucket was not created.');
      }
    }
    const created = buckets.find(id);
    if (created) return created;
    throw new DomainError('unavailable', 'The bucket was deleted while it was created.');
  }

  isReady(bucketId: string): boolean {
    return this.parts.rows.bucket(bucketId)?.appliedMaxSize !== undefined;
  }

  isMissing(id: string): boolean {
    const { rows } = this.parts;
    const bucket = rows.bucket(id);
    // A bucket that was refused before any client was told of it.
    if (bucket?.state === 'deleting' && bucket.appliedMaxSize === undefined) return true;
    return (bucket ?? rows.key(id))?.isMissing === true;
  }

  async updateBucket({ id }: Bucket, change: BucketChange): Promise<Bucket> {
    const { buckets, rows } = this.parts;
    if (rows.bucket(id)?.isMissing) throw gone(id);
    const updated = buckets.update(id, change);
    const { state, appliedMaxSize } = rows.bucket(id) ?? {};
    if (state === 'live' && appliedMaxSize === change.maxSize) return updated;
    try {
      // A deletion under way may be refused, because the bucket holds objects.
      while ((await this.#settleBucket(id)) === 'not_empty');
    } catch (error) {
      throw toDomainError(error, 'the quota is changed as soon as it can.');
    }
    if (!buckets.find(id) || rows.bucket(id)?.isMissing) throw gone(id);
    return updated;
  }

  async deleteBucket({ id }: Bucket): Promise<void> {
    const { rows, rely } = this.parts;
    let outcome: BucketOutcome;
    do {
      rows.moveBucket(id, 'live', 'deleting');
      rows.moveBucket(id, 'creating', 'deleting');
      outcome = await this.#settleBucket(id).catch((error: unknown) => {
        throw toDomainError(error, 'the bucket is deleted as soon as it can.');
      });
      // Otherwise an earlier deletion was refused while this one waited for its turn.
    } while (outcome === 'live');
    if (outcome === 'deleted') return;
    if (rely('deleteNonEmpty') === 'conflict') {
      throw new DomainError('not_empty', `The bucket with the id "${id}" holds objects: delete what is in it first.`);
    }
    throw new DomainError('not_implemented', 'Buckets that hold objects cannot be deleted in a storage cluster.');
  }

  usage(bucketId: string): BucketUse | undefined {
    return this.loop.uses.get(bucketId);
  }

  async createKey(key: NewAccessKey): Promise<AccessKey> {
    const { rows, accessKeys, rely } = this.parts;
    const { id } = key;
    // Before the first await: after it, the knob can no longer be attributed to this response.
    const granted = toGranted(key.permissions, rely);
    await this.#requireReady(key.bucketIds);
    rows.addKey(key, granted);
    const making = { key, isTried: false };
    this.#making.set(id, making);
    try {
      await this.#settle(id, () => convergeKey(this.#cluster, id, this.#making.get(id)));
    } catch (error) {
      // A stop is like a crash: the next start revokes the key.
      if (this.#stopped.signal.aborted) throw toDomainError(error, 'the access key was not created.');
      this.#making.delete(id);
      if (!making.isTried) rows.removeKey(id);
      else if (rows.moveKey(id, 'creating', 'revoking')) this.#finishKey(id);
      if (rows.key(id)?.state !== 'live') throw toDomainError(error, 'the access key was not created.');
    } finally {
      this.#making.delete(id);
    }
    const created = accessKeys.find(id);
    if (created) return created;
    throw new DomainError('unavailable', 'The access key was deleted while it was created.');
  }

  findRevoking(id: string): Stored | undefined {
    const row = this.parts.rows.key(id);
    return row?.state === 'revoking' ? { id, projectId: row.projectId ?? '', position: 0 } : undefined;
  }

  async deleteKey({ id }: Stored): Promise<void> {
    this.parts.rows.moveKey(id, 'live', 'revoking');
    await this.#settle(id, () => convergeKey(this.#cluster, id)).catch((error: unknown) => {
      throw toDomainError(error, 'the access key is revoked as soon as it can.');
    });
  }

  get problems(): readonly string[] {
    return this.loop.problems;
  }

  clear(): void {
    // Stored data is never replaced here: the control plane refuses that.
  }

  start(): void {
    this.loop.start();
  }

  /** Ends everything, as a crash does; the next start goes on. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.parts.api.close();
    await Promise.all([this.loop.stop(), this.#lanes.idle()]);
  }

  /** Throws `conflict` unless the buckets are live. */
  async #requireReady(bucketIds: readonly string[]): Promise<void> {
    const { rows } = this.parts;
    const creating = bucketIds.filter((id) => rows.bucket(id)?.state === 'creating');
    const settled = creating.map((id) => this.#settleBucket(id));
    await Promise.all(settled).catch((error: unknown) => {
      if (!isUnknown(error)) throw toDomainError(error, 'the access key was not created.');
    });
    const left = bucketIds.filter((id) => rows.bucket(id)?.state !== 'live');
    if (left.length > 0) {
      throw new DomainError('conflict', `These buckets are not ready: ${left.join(', ')}.`, 'bucket_ids');
    }
  }

  /** Revokes a key that nobody was given, while nobody waits for it. */
  #finishKey(id: string): void {
    this.#pass(id, () => convergeKey(this.#cluster, id)).catch(() => undefined);
  }

  #settleBucket(id: string): Promise<BucketOutcome> {
    return this.#settle(id, () => convergeBucket(this.#cluster, id));
  }

  /** Repeats the work for as long as its outcome is unknown, and a request waits. */
  async #settle<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { timeLimitMs = TIME_LIMIT_MS } = this.parts;
    const timeLimit = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeLimitMs)]);
    const timeUp = new Promise<never>((_, reject) => {
      timeLimit.addEventListener('abort', () => reject(new GarageError('unknown', 'Request', 'out of time')));
    });
    timeUp.catch(() => undefined);
    for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
      try {
        return await Promise.race([this.#pass(id, work), timeUp]);
      } catch (error) {
        if (!isUnknown(error) || timeLimit.aborted) throw error;
      }
      await Promise.race([delay(waitMs), timeUp]);
    }
  }

  #pass<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#lanes.run(id, async () => {
      if (this.#stopped.signal.aborted) throw new GarageError('unknown', 'Request', 'the control plane is stopping');
      await this.#proof.require();
      return work();
    });
  }
}

/** Garage's bits are independent of each other: if the owner may do everything, the key gets all three. */
function toGranted(permissions: Permissions, rely: Rely): Permissions {
  if (!permissions.owner) return permissions;
  return rely('ownerPermission') === 'full' ? { read: true, write: true, owner: true } : permissions;
}

const isUnknown = (error: unknown) => error instanceof GarageError && error.failure === 'unknown';

/** Details from the cluster are for the log. */
function toDomainError(error: unknown, says: string): unknown {
  if (!(error instanceof GarageError)) return error;
  return new DomainError('unavailable', `The storage cluster cannot do this now: ${says}`);
}

function gone(id: string): DomainError {
  return new DomainError('not_found', `The bucket with the id "${id}" is gone from the storage cluster.`, 'id');
}
