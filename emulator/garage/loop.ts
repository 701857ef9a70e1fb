import type { BucketUse } from '../domain/object-plane';
import { GarageError } from './admin-api';
import { compareBucket, convergeBucket, isAsWanted } from './buckets';
import type { Cluster } from './cluster';
import { compareKey, convergeKey, differencesOf, revoke } from './keys';
import type { ClusterBucket, ClusterKey, ListedKey } from './responses';

const EVERY_MS = 60_000;
/** Each call keeps a core of the cluster busy for about 40 ms. */
const AT_ONCE = 4;
/** Maximum number of sentences about what no row knows. */
const NAMED = 20;

export interface LoopParts {
  readonly cluster: Omit<Cluster, 'say'>;
  /** Runs work on the bucket or key while nothing else does, and only in our cluster. */
  readonly pass: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** Proves again which cluster it is. */
  readonly prove: () => Promise<void>;
  /** Whether a request waits for the key, which is being created. */
  readonly isMade: (keyId: string) => boolean;
  readonly log: (line: string) => void;
}

/** Finishes what is not settled, and compares the cluster with the rows: at the start, and each minute. */
export class Loop {
  /** Space in use, as the cluster last reported it. */
  readonly uses = new Map<string, BucketUse>();
  /** What was found by the last run, and by the one that runs. Each sentence is logged once, for as long as every run finds it. */
  #found: ReadonlySet<string> = new Set();
  #finding = new Set<string>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  readonly #cluster: Cluster;

  constructor(private readonly parts: LoopParts) {
    this.#cluster = { ...parts.cluster, say: (line) => this.#say(line) };
  }

  /** Differences between cluster and rows, and why the cluster cannot be asked: one sentence each. */
  get problems(): readonly string[] {
    return [...this.#found];
  }

  start(): void {
    void this.run().finally(() => {
      if (!this.#isStopped) this.#timer = setTimeout(() => this.start(), EVERY_MS).unref();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Never throws: what goes wrong is one of the {@link problems}. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#finding = new Set();
    try {
      await this.parts.prove();
      await this.#finish();
      await this.#compare();
    } catch (error) {
      this.#failed(error);
    }
    this.#found = this.#finding;
  }

  /** Goes on with all rows that are not settled. */
  async #finish(): Promise<void> {
    const { rows, buckets } = this.#cluster;
    rows.forgetRevoked();
    const openBuckets = rows.buckets().filter(({ bucketId, state, appliedMaxSize, isMissing }) => {
      return state !== 'live' || (!isMissing && appliedMaxSize !== buckets.find(bucketId)?.maxSize);
    });
    const openKeys = rows.keys().filter(({ keyId, state }) => {
      return state === 'revoking' || (state === 'creating' && !this.parts.isMade(keyId));
    });
    await this.#each(openBuckets, ({ bucketId }) =>
      this.#pass(bucketId, () => convergeBucket(this.#cluster, bucketId)),
    );
    await this.#each(openKeys, ({ keyId }) => this.#pass(keyId, () => convergeKey(this.#cluster, keyId)));
  }

  async #compare(): Promise<void> {
    const { api, rows, buckets } = this.#cluster;
    // Before the lists: what is created meanwhile must not look missing.
    const [bucketRows, keyRows] = [rows.buckets(), rows.keys()];
    const keys = new Map((await api.listKeys()).map((key) => [key.id, key]));
    const there = new Map((await api.listBuckets()).map((bucket) => [bucket.id, bucket]));
    const live = bucketRows.filter(({ state }) => state === 'live');
    await this.#each(live, async (row) => {
      const { bucketId, clusterId = '' } = row;
      const [bucket, found] = [buckets.find(bucketId), there.get(clusterId)];
      if (found) this.uses.set(bucketId, { bytes: found.bytes, objects: Number(found.objects), knownAt: Date.now() });
      if (!bucket || isAsWanted(bucket, row, found)) return;
      await this.#pass(bucketId, () => compareBucket(this.#cluster, bucketId));
    });
    const rightsOf = byKey(there.values());
    await this.#each(keyRows, async (row) => {
      const { keyId, accessKeyId, state, isMissing } = row;
      const key = keys.get(accessKeyId);
      if (state === 'revoked' && key) await this.#revokeAgain(keyId);
      if (state !== 'live') return;
      const differs = differencesOf(this.#cluster, row, live, rightsOf.get(accessKeyId) ?? []).length > 0;
      if (key?.expired !== false || isMissing || differs)
        await this.#pass(keyId, () => compareKey(this.#cluster, keyId));
    });
    this.#tellUnknown([...there.values()], [...keys.values()]);
  }

  #revokeAgain(keyId: string): Promise<unknown> {
    return this.#pass(keyId, async () => {
      const row = this.#cluster.rows.key(keyId);
      if (row?.state !== 'revoked' || !(await this.#cluster.api.findKey(row.accessKeyId))) return;
      this.#say(`The access key ${row.accessKeyId} was revoked, and was back: it is deleted again.`);
      await revoke(this.#cluster, row);
    });
  }

  /** Tells what the cluster has and no row knows. None of it is ours to touch. */
  #tellUnknown(there: readonly ClusterBucket[], keys: readonly ListedKey[]): void {
    const { rows } = this.#cluster;
    const accessKeyIds = new Set([rows.proof?.accessKeyId, ...rows.keys().map(({ accessKeyId }) => accessKeyId)]);
    const strangeKeys = keys.filter(({ id, name }) => name.startsWith(rows.keyName('')) && !accessKeyIds.has(id));
    const strangeBuckets = there.filter(({ id }) => !rows.bucketOf(id));
    const lines = [
      ...strangeKeys.map(({ id, name }) => `The cluster has the access key ${id} (${name}), which no row knows.`),
      ...strangeBuckets.map(({ id, globalAliases: [alias = 'without an alias'] }) => {
        return `The cluster has the bucket ${id} (${alias}), which no row knows.`;
      }),
    ];
    for (const line of lines.slice(0, NAMED)) this.#say(line);
    if (lines.length > NAMED)
      this.#say(`The cluster has ${lines.length - NAMED} more buckets and keys that no row knows.`);
  }

  #pass(id: string, work: () => Promise<unknown>): Promise<unknown> {
    return this.parts.pass(id, work);
  }

  /** Goes on with the other items if one fails. */
  async #each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
    const left = [...items];
    const worker = async () => {
      for (let item = left.shift(); item !== undefined && !this.#isStopped; item = left.shift()) {
        await work(item).catch((error: unknown) => this.#failed(error));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  #failed(error: unknown): void {
    if (this.#isStopped) return;
    this.#say(error instanceof GarageError ? `A call failed: ${error.message}` : (error as Error).message);
  }

  #say(line: string): void {
    if (!this.#found.has(line) && !this.#finding.has(line)) this.parts.log(`storage cluster: ${line}`);
    this.#finding.add(line);
  }
}

/** The rights of each key. */
function byKey(buckets: Iterable<ClusterBucket>): ReadonlyMap<string, ClusterKey['buckets']> {
  const rights = new Map<string, ClusterKey['buckets'][number][]>();
  for (const { id, keys } of buckets) {
    for (const { accessKeyId, permissions } of keys) {
      const known = rights.get(accessKeyId);
      if (known) known.push({ id, permissions });
      else rights.set(accessKeyId, [{ id, permissions }]);
    }
  }
  return rights;
}
