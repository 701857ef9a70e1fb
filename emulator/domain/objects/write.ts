import { DomainError } from '../errors';
import type { Blobs } from './blobs';
import type { Fill, NewObject, ObjectStore, Segment } from './ports';
import type { ObjectAddress, StoredObject } from './records';

/** Throws if the write may not replace the current object. Called in the transaction of the write. */
export type Condition = (current: StoredObject | undefined) => void;

export interface WriteOptions {
  readonly condition?: Condition | undefined;
}

/** Stores and deletes objects within a commit of {@link Blobs}. */
export class ObjectWriter {
  constructor(
    private readonly objects: ObjectStore,
    private readonly blobs: Blobs,
  ) {}

  /** @param segments segments whose references are already counted */
  write(object: NewObject, segments: readonly Segment[], { condition }: WriteOptions = {}): StoredObject {
    const fill = this.requireFill(object.bucketId);
    const current = this.objects.find(object);
    condition?.(current);
    requireRoom(fill, object.size, () => current?.size ?? 0);
    const replaced = current ? this.requireSegments(current) : [];
    const written = this.objects.put(object, segments, current);
    this.blobs.release(replaced);
    return written;
  }

  /** Deletes an object. False if there was none. */
  delete(address: ObjectAddress, { condition }: WriteOptions = {}): boolean {
    this.requireFill(address.bucketId);
    const current = this.objects.find(address);
    condition?.(current);
    if (!current) return false;
    const segments = this.requireSegments(current);
    this.objects.delete(current);
    this.blobs.release(segments);
    return true;
  }

  deleteMany(bucketId: string, keys: readonly string[]): void {
    this.requireFill(bucketId);
    this.blobs.release(this.objects.deleteMany(bucketId, keys));
  }

  /** Throws `quota_exceeded` if so many bytes may not replace the current object. */
  requireRoom(address: ObjectAddress, size: number): void {
    requireRoom(this.requireFill(address.bucketId), size, () => this.objects.find(address)?.size ?? 0);
  }

  /** Use and quota of a bucket. Throws `not_found` if the bucket does not exist. */
  requireFill(bucketId: string): Fill {
    const fill = this.objects.fill(bucketId);
    if (fill) return fill;
    throw new DomainError('not_found', `There is no bucket with the id "${bucketId}".`);
  }

  /** The segments of an object. Throws `not_found` if this version was replaced or deleted. */
  requireSegments(object: StoredObject): Segment[] {
    const segments = this.objects.segments(object.version);
    if (segments) return segments;
    throw new DomainError('not_found', `The object "${object.key}" was replaced or deleted.`);
  }
}

/**
 * Throws `quota_exceeded` if a write of `size` bytes would exceed the quota of the bucket. A write that does not increase the use is
 * allowed even if the quota was lowered below the use.
 *
 * @param replaced size of the object that the write replaces; called only if it matters
 */
function requireRoom(fill: Fill, size: number, replaced: () => number): void {
  if (fill.bytes + BigInt(size) <= fill.maxSize) return;
  const growth = BigInt(size) - BigInt(replaced());
  if (growth <= 0n || fill.bytes + growth <= fill.maxSize) return;
  throw new DomainError(
    'quota_exceeded',
    `The bucket's quota is ${fill.maxSize} bytes, ${fill.bytes} are in use, and ${growth} more were to be added.`,
  );
}
