import { DomainError } from '../errors';
import type { Blobs } from './blobs';
import type { Fill, NewObject, ObjectStore, Segment } from './ports';
import { requireRoom } from './quota';
import type { ObjectAddress, StoredObject } from './records';

/** Throws when the write may not take place, given what lies there now. Called in the transaction that commits. */
export type Condition = (current: StoredObject | undefined) => void;

export interface WriteOptions {
  readonly condition?: Condition | undefined;
}

/** Puts objects in their place and takes them out of it, within a commit of {@link Blobs}. */
export class ObjectWriter {
  constructor(
    private readonly objects: ObjectStore,
    private readonly blobs: Blobs,
  ) {}

  /** @param segments with their references counted already */
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

  /** False: there was none. */
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

  /** Deletes those of the keys that are there. */
  deleteMany(bucketId: string, keys: readonly string[]): void {
    this.requireFill(bucketId);
    this.blobs.release(this.objects.deleteMany(bucketId, keys));
  }

  /** Throws `quota_exceeded` when so many bytes could not take the place of what lies there now. */
  requireRoom(address: ObjectAddress, size: number): void {
    requireRoom(this.requireFill(address.bucketId), size, () => this.objects.find(address)?.size ?? 0);
  }

  /** Throws `not_found` when there is no such bucket (any more). */
  requireFill(bucketId: string): Fill {
    const fill = this.objects.fill(bucketId);
    if (fill) return fill;
    throw new DomainError('not_found', `There is no bucket with the id "${bucketId}".`);
  }

  /** Throws `not_found` when this version of the object was replaced or deleted. */
  requireSegments(object: StoredObject): Segment[] {
    const segments = this.objects.segments(object.version);
    if (segments) return segments;
    throw new DomainError('not_found', `The object "${object.key}" was replaced or deleted.`);
  }
}
