import { type BucketRecord, bucketRecord, routes } from '../../contract';
import { describedAs, isInProject } from './as-listed';
import { BucketPoller } from './bucket-poller';
import { Collection } from './collection';
import { createOnce, warnOfLookalikes } from './creates/create-once';
import { ChangedConcurrentlyError } from './errors/conflict-errors';
import { CancelledError } from './errors/errors';
import { isTimeOver, withGrace } from './http/after-abort';
import type { Requester } from './http/requester';
import { SETTLE_MS } from './lists/listing';
import { recordIn } from './lists/look-up';
import { untilSettled } from './lists/settle';
import { type Call, limitsOf } from './settings';

export interface NewBucket {
  readonly projectId: string;
  /** Quota in bytes. */
  readonly maxSize: bigint;
  /** Undefined: not sent. */
  readonly description?: string | undefined;
}

/** A change to an existing bucket; `id`, `maxSize` and `description` are always sent (P23). */
export interface BucketChange {
  readonly id: string;
  /** Quota in bytes. */
  readonly maxSize: bigint;
  /** `''` and null are sent as given: servers differ in which of them clears the description (P10). */
  readonly description: string | null;
  /** What the service is known to list instead of `maxSize`, in bytes, and of `description`, where it does (P41). */
  readonly listedAs?: { readonly maxSize?: bigint | undefined; readonly description?: string | undefined };
  /** Called after a success, before the list is read. */
  readonly accepted?: () => void;
}

/** Maximum age of the list that an update is compared with, in milliseconds. */
const BEFORE_MS = 5_000;

/** Time for which lists must agree on values that were not sent before they count as the service's own, in milliseconds (P23). */
const OWN_VALUES_SETTLE_MS = 3_000;

/** A server may list an alias or an endpoint that does not exist yet as `""`; here it is undefined. */
const listedBucket = bucketRecord.transform(
  (record): BucketRecord => ({ ...record, alias: record.alias || undefined, endpoint: record.endpoint || undefined }),
);

export class Buckets extends Collection<BucketRecord> {
  /**
   * Waits until the list shows the bucket as wanted. Undefined when time is over or, with a warning (`call.warn`), list or record cannot be read.
   * Rejects only with CancelledError. Other limits of `call` do not count.
   */
  readonly waitUntil: BucketPoller['waitUntil'];
  private readonly made = new Set<string>();

  constructor(requester: Requester) {
    super(requester, 'listBuckets', listedBucket, 'deleteBucket');
    const poller = new BucketPoller(requester.environment, this.shared);
    this.waitUntil = poller.waitUntil.bind(poller);
  }

  /** Creates a bucket, like `createOnce`; alias and endpoint appear later. Warns of one that was there with equal quota and description, if any. */
  async create({ projectId, maxSize, description }: NewBucket, call: Call = {}): Promise<{ id: string }> {
    const body = { project_id: projectId, max_size: maxSize, ...(description !== undefined && { description }) };
    // Compares the quota last, so that the description can still exclude a record whose quota cannot be read.
    const isDescribed = (record: BucketRecord) =>
      isInProject(record, projectId) && describedAs(description, record.description) !== 'other';
    const creation = {
      operation: 'createBucket',
      body,
      subject: `bucket of ${maxSize} bytes${description ? ` described as ${JSON.stringify(description)}` : ''} in project ${JSON.stringify(projectId)}`,
      content: JSON.stringify([projectId, maxSize.toString(), description ?? '']),
      matches: (record: BucketRecord) => isDescribed(record) && hasQuota(record, maxSize),
      // A service that rounds sizes lists another size.
      resembles: (record: BucketRecord) => isDescribed(record) && !hasQuota(record, maxSize),
    } as const;
    const made = await createOnce(this.creates, creation, call);
    // Without a description most buckets of a size look the same.
    if (description) warnOfLookalikes('bucket', made, creation, this.made, call);
    this.made.add(made.id);
    if (made.isPromised) this.promised.add(made.id);
    return { id: made.id };
  }

  /**
   * Changes quota and description, and returns the bucket as listed afterwards. The list gets the settle time to show the change, 5 to 30 s of it
   * after an interruption. A quota or a clipped description of the service's own is not a difference once a list shows the update and lists agree on both. Throws
   * ChangedConcurrentlyError when anything else differs, or the bucket is not listed; at once when only a description sent as `''` is still there, so
   * that the caller can try null. A CancelledError, or any other error of a list, may come after the change: then `accepted` has been called.
   */
  async update(change: BucketChange, call: Call = {}): Promise<BucketRecord> {
    const { id, maxSize, description, listedAs = {} } = change;
    const before = (await this.shared.readRecent(BEFORE_MS, call)).byId.get(id);
    const parts = { body: { id, max_size: maxSize, description }, ...limitsOf(call) };
    await this.shared.write(() => this.sendForNothing('updateBucket', parts));
    change.accepted?.();
    let record: BucketRecord | undefined;
    let fields: readonly string[] = [];
    let agreed: { readonly values: string; readonly sinceMs: number } | undefined;
    const look = async (signal: AbortSignal | undefined): Promise<'as sent' | 'not cleared' | undefined> => {
      const list = await this.shared.readAfter(undefined, { ...limitsOf(call), signal });
      record = recordIn(list, id);
      if (record === undefined) {
        fields = ['id'];
        return undefined;
      }
      const values = contentOf(record);
      if (!shows(record, before)) agreed = undefined;
      else if (agreed?.values !== values) agreed = { values, sinceMs: list.beganMs };
      const isSettled = agreed !== undefined && list.beganMs - agreed.sinceMs >= OWN_VALUES_SETTLE_MS;
      const how = describedAs(description, record.description);
      const isDescribed =
        how === 'same' ||
        how === 'own form' ||
        (listedAs.description !== undefined && record.description === listedAs.description);
      fields = [
        ...(hasQuota(record, maxSize) || record.max_size === listedAs.maxSize || isSettled ? [] : ['max_size']),
        ...(isDescribed || (how === 'part' && isSettled) ? [] : ['description']),
      ];
      if (fields.length === 0) return 'as sent';
      return description === '' && fields.join() === 'description' ? 'not cleared' : undefined;
    };
    const { settleMs = SETTLE_MS, signal } = call;
    const outcome = await withGrace(this.requester, signal, (within, mostMs) =>
      untilSettled(this.requester, 'updateBucket', () => look(within), Math.min(settleMs, mostMs), within),
    );
    if (outcome === undefined && signal?.aborted && !isTimeOver(signal))
      throw new CancelledError(
        routes.updateBucket,
        true,
        'after it was acknowledged, and no list shows the change yet',
      );
    if (outcome !== 'as sent' || record === undefined) {
      throw new ChangedConcurrentlyError(routes.updateBucket, id, record, fields, maxSize);
    }
    return record;
  }

  /**
   * Passes the record of each new list to `isEnough`, until that returns true, or `limitMs` or the time of the operation is over. False as soon as lists
   * agree that the bucket is gone. Rejects like `find`, also if its record cannot be read.
   */
  async watch(id: string, isEnough: (record: BucketRecord) => boolean, limitMs: number, call: Call): Promise<boolean> {
    const look = async () => {
      const list = await this.shared.readAfter(undefined, limitsOf(call));
      this.shared.tell(list, call);
      const record = recordIn(list, id);
      if (record === undefined) return (await this.isGone(id, call)) ? 'gone' : undefined;
      return isEnough(record) ? 'enough' : undefined;
    };
    return (await untilSettled(this.requester, 'listBuckets', look, limitMs, call.signal)) !== 'gone';
  }

  /** True if lists agree that a bucket is gone, even if a recent list still showed it. Rejects like `find`. */
  isGone(id: string, call: Call = {}): Promise<boolean> {
    return this.shared.isGone(id, limitsOf(call));
  }

  /** True for a bucket that `create` of this client returned, however long ago: other parts of the service may not know it yet (P4). */
  wasMadeHere(id: string): boolean {
    return this.made.has(id);
  }
}

/** True if a record shows an update: by another `updated_at` than before, or by another quota or description, because its unit may be seconds (P23). */
function shows(record: BucketRecord, before: BucketRecord | undefined): boolean {
  if (before === undefined) return false;
  const isTimed = record.updated_at !== undefined && before.updated_at !== undefined;
  return (isTimed && record.updated_at !== before.updated_at) || contentOf(record) !== contentOf(before);
}

const contentOf = ({ max_size, description }: BucketRecord) => `${max_size} ${description}`;

/** True if a record has the quota, or none that could be compared. */
const hasQuota = ({ max_size }: BucketRecord, maxSize: bigint) => max_size === undefined || max_size === maxSize;
