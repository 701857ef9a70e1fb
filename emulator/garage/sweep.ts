import { type ClusterBucket, GarageError, type ListedBucket, type ListedKey } from './admin-api';
import type { GarageContext } from './context';
import { hasSecondNames, isUnused } from './guards';
import type { Hold } from './hold';
import { revoke } from './key-work';
import { guardedProject } from './names';
import type { Ownership } from './ownership';
import { describe } from './queue';
import { isToRevoke, isUnknownKey } from './unknown-buckets-and-keys';

export interface SweepParts extends GarageContext {
  readonly isExclusive: boolean;
  /** Starts a pass over an object, and waits up to {@link EACH_MS} for it; `compare`: compares even if nothing is left to do. */
  readonly bringBucket: Bring;
  readonly bringKey: Bring;
  readonly ownership: Ownership;
  readonly hold: Hold;
  /** Whether a request waits for a key that is being created. */
  readonly isWanted: (keyId: string) => boolean;
}

type Bring = (id: string, compare: boolean) => Promise<unknown>;

export const EACH_MS = 60_000;
const FULL_EACH_MS = 60 * 60_000;
/** Number of buckets whose use is measured in each sweep, the stalest first. */
const MEASURED = 20;
/** From this age on, a bucket without a name is not one that is just being created. */
const NAMELESS_MS = 60 * 60_000;

/**
 * Compares the intents with the cluster. Every minute: unfinished work, the lists of keys and buckets, names that a late call may have
 * created, the use of a few buckets. Every hour, at the start, and at once if the cluster was rolled back: each bucket, too. Deletes only what has our
 * name, and with `isExclusive` also old buckets without a name.
 */
export class Sweep {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #fullAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(private readonly parts: SweepParts) {}

  start(): void {
    const sweep = () => {
      const isFull = this.parts.realNow() - this.#fullAt >= FULL_EACH_MS;
      void this.run({ isFull });
    };
    sweep();
    this.#timer = setInterval(sweep, EACH_MS);
    this.#timer.unref();
  }

  /** Ends after the call in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs one sweep; never two at a time. Failures are only logged: the next sweep makes up for them. */
  async run({ isFull }: { readonly isFull: boolean }): Promise<void> {
    if (this.#running) return this.#running;
    this.#running = this.#sweep(isFull).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sweep(isFull: boolean): Promise<void> {
    try {
      const mark = await this.parts.ownership.renew();
      if (mark === 'unchecked') {
        this.parts.log('storage cluster: the mark was not looked at; no key is deleted by this sweep.');
      }
      if (mark === 'earlier') this.#findRolledBack();
      if (mark !== 'unchecked' && this.parts.intents.isHeld()) await this.#revokeAll();
      // Not before the mark was seen: until then another control plane may create keys.
      if (mark === 'unchecked' ? this.parts.intents.isHeld() : await this.parts.hold.isHeld()) return;
      // At the same time: a revoked key that is back must not wait for work that takes long.
      const finished = this.#finish();
      const guards = await this.#compareKeys(mark !== 'unchecked').finally(() => finished);
      // Buckets that were deleted after the time to which the cluster was rolled back: they may hold objects.
      if (mark === 'earlier') {
        await this.parts.hold.tellUnknown('coffer-emulator reconcile deletes it, or lists it again');
      }
      await this.#compareNames(guards);
      await this.#removeLate();
      if (!isFull && mark !== 'earlier') return await this.#measure();
      for (const id of this.#live('buckets')) await this.#bring('bucket', id);
      this.#fullAt = this.parts.realNow();
    } catch (error) {
      if (!this.#isStopped) this.parts.log(`storage cluster: the sweep was broken off: ${describe(error)}`);
    }
  }

  /** The next sweeps compare everything until one has done so. */
  #findRolledBack(): void {
    this.#fullAt = Number.NEGATIVE_INFINITY;
    const why = 'the cluster was rolled back, somebody deleted the mark, or a call arrived late';
    this.parts.found('rolled_back', `the mark is gone or has an earlier signature: ${why}. All of it is compared.`);
  }

  /** Continues all unfinished work in parallel; each piece runs on by itself until it is done. */
  async #finish(): Promise<void> {
    const { intents, buckets, bringBucket, bringKey, isWanted } = this.parts;
    const openBuckets = intents.buckets().filter(({ bucketId, state, appliedMaxSize, isMissing }) => {
      return state !== 'live' || (!isMissing && appliedMaxSize !== buckets.find(bucketId)?.maxSize);
    });
    const openKeys = intents.keys().filter(({ keyId, state }) => state !== 'live' && !isWanted(keyId));
    const work = [
      ...openBuckets.map(({ bucketId }) => bringBucket(bucketId, false)),
      ...openKeys.map(({ keyId }) => bringKey(keyId, false)),
    ];
    // Work that takes longer continues by itself.
    await Promise.allSettled(work);
  }

  /** Removes buckets that a late call of ours created after their deletion here. */
  async #removeLate(): Promise<void> {
    const { api, intents, realNow } = this.parts;
    await this.#each(intents.fences(), async ({ alias, until }) => {
      const found = await api.findBucket({ alias });
      const isForgotten = found !== undefined && intents.forgotten().includes(found.id);
      if (found && !isForgotten && isUnused(found, intents)) await this.#delete(found, 'was made by a late call');
      else if (realNow() > until) intents.removeFence(alias);
    });
  }

  async #measure(): Promise<void> {
    const { intents } = this.parts;
    const known = this.#live('buckets').map((id) => ({ id, at: intents.use(id)?.at ?? 0 }));
    const stalest = known.sort((a, b) => a.at - b.at).slice(0, MEASURED);
    for (const { id } of stalest) await this.#bring('bucket', id);
  }

  /** Costs one call if the keys are as they should be. Returns the keys that have second names of buckets. */
  async #compareKeys(isOurs: boolean): Promise<ReadonlySet<string>> {
    const { api, intents } = this.parts;
    // Before the listing: a key created meanwhile must not look missing.
    const live = this.#live('keys');
    const there = new Set<string>();
    const strangers: ListedKey[] = [];
    const guards = new Set<string>();
    for await (const key of api.listKeys()) {
      there.add(key.accessKeyId);
      if (hasSecondNames(key, intents)) guards.add(key.accessKeyId);
      const isUnknownGuard = this.#isGuard(key) && !intents.isGuard(key.accessKeyId);
      if (isOurs && (isUnknownGuard || isUnknownKey(key, intents))) strangers.push(key);
      if (key.expired) there.delete(key.accessKeyId);
    }
    // Of a folder that was restored since: they keep the second names of adopted buckets.
    const inUse = strangers.some((key) => this.#isGuard(key)) ? await this.#keysWithNames() : new Set<string>();
    const nobodys = strangers.filter((key) => !this.#isGuard(key) || !inUse.has(key.accessKeyId));
    await this.#revokeEach(nobodys);
    for (const keyId of live) {
      const intent = intents.findKey(keyId);
      const isThere = intent !== undefined && there.has(intent.accessKeyId);
      if (intent?.state === 'live' && isThere === intent.isMissing) await this.#bring('key', keyId);
    }
    return guards;
  }

  /** Revokes also during a hold what was to be revoked, and what is back although it was: nobody has to decide about it. */
  async #revokeAll(): Promise<void> {
    const { api, intents, bringKey } = this.parts;
    const back: ListedKey[] = [];
    for await (const key of api.listKeys()) {
      if (isUnknownKey(key, intents) && isToRevoke(key, intents)) back.push(key);
    }
    await this.#revokeEach(back);
    const open = intents.keys().filter(({ state }) => state === 'revoking');
    await Promise.allSettled(open.map(({ keyId }) => bringKey(keyId, false)));
  }

  #revokeEach(keys: readonly ListedKey[]): Promise<void> {
    return this.#each(keys, async (key) => {
      const { accessKeyId } = key;
      // It may have been revoked since it was listed.
      if (!(await this.parts.api.findKey(accessKeyId))) return;
      const why = this.parts.intents.isRevoked(accessKeyId) ? 'was revoked' : 'nobody was given it';
      this.parts.found('key_of_nobody', `the access key ${accessKeyId} is ours, but ${why}; it is deleted.`);
      // A key without rights, which has the second names of buckets if a rollback brings both back: it is never on the list.
      if (this.#isGuard(key)) await this.parts.api.deleteKey(accessKeyId);
      else await revoke(this.parts, accessKeyId);
    });
  }

  #isGuard({ name }: ListedKey): boolean {
    return guardedProject(this.parts.intents.installation, name) !== undefined;
  }

  /** Access keys that have names of buckets in their namespaces. */
  async #keysWithNames(): Promise<ReadonlySet<string>> {
    const all = new Set<string>();
    for await (const { localAliases } of this.parts.api.listBuckets()) {
      for (const { accessKeyId } of localAliases) all.add(accessKeyId);
    }
    return all;
  }

  /** Looks for buckets that are gone or have lost a name, by one call. */
  async #compareNames(guards: ReadonlySet<string>): Promise<void> {
    const { api, intents, buckets, isExclusive } = this.parts;
    // Before the listing: a bucket created meanwhile must not look missing.
    const live = this.#live('buckets');
    const names = new Map<string, Record<'first' | 'second', ReadonlySet<string>>>();
    const nameless: ListedBucket[] = [];
    for await (const bucket of api.listBuckets()) {
      // A key of a client may have the same text as a name of its own.
      const second = bucket.localAliases.filter(({ accessKeyId }) => guards.has(accessKeyId));
      names.set(bucket.id, { first: new Set(bucket.aliases), second: new Set(second.map(({ alias }) => alias)) });
      if (isExclusive && bucket.aliases.length === 0 && this.#isOld(bucket)) nameless.push(bucket);
    }
    for (const id of live) {
      const { clusterId = '', isMissing } = intents.findBucket(id) ?? {};
      const isAsKnown = isMissing !== names.has(clusterId);
      const its = names.get(clusterId);
      const hasNames = its === undefined || (its.first.has(buckets.find(id)?.alias ?? '') && its.second.has(id));
      if (!isAsKnown || !hasNames) await this.#bring('bucket', id);
    }
    await this.#each(nameless, async ({ id }) => {
      const found = await api.findBucket({ id });
      const isNameless = found?.aliases.length === 0 && found.keys.length === 0;
      if (isNameless && isUnused(found, intents)) await this.#delete(found, 'has no name');
    });
  }

  /** Continues with the other items if the cluster refuses one; if it does not respond, the sweep ends. */
  async #each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    for (const item of items) {
      if (this.#isStopped) return;
      try {
        await work(item);
      } catch (error) {
        if (!(error instanceof GarageError) || error.status === undefined) throw error;
        this.parts.log(`storage cluster: ${error.message}`);
      }
    }
  }

  #isOld({ created }: ListedBucket): boolean {
    return this.parts.realNow() - created >= NAMELESS_MS;
  }

  async #delete({ id }: ClusterBucket, why: string): Promise<void> {
    const { api, found } = this.parts;
    found('bucket_of_nobody', `the bucket ${id} ${why}; it is deleted.`);
    if ((await api.deleteBucket(id)) === 'deleted') await api.cleanUpUploads(id);
  }

  #live(kind: 'buckets' | 'keys'): string[] {
    const { intents } = this.parts;
    if (kind === 'keys') return intents.keys().flatMap(({ keyId, state }) => (state === 'live' ? [keyId] : []));
    return intents.buckets().flatMap(({ bucketId, state }) => (state === 'live' ? [bucketId] : []));
  }

  async #bring(kind: 'bucket' | 'key', id: string): Promise<void> {
    if (this.#isStopped) return;
    const bring = kind === 'bucket' ? this.parts.bringBucket : this.parts.bringKey;
    // A failure is logged already, and does not keep the others from their turn.
    await Promise.allSettled([bring(id, true)]);
  }
}
