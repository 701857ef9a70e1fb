import { randomBytes } from 'node:crypto';
import type { Permissions } from '../../../../emulator/domain/records';

/** A row that is never removed: what was deleted stays as a tombstone. */
export interface FakeBucket {
  readonly id: string;
  readonly created: string;
  isDeleted: boolean;
  maxSize: bigint | null;
  maxObjects: bigint | null;
  readonly aliases: Set<string>;
  readonly grants: Map<string, Permissions>;
  objects: bigint;
  bytes: bigint;
  unfinishedUploads: bigint;
}

/** A key, or its tombstone. */
export interface FakeKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly created: string;
  name: string;
  expiration: string | null;
  isDeleted: boolean;
  /** Rights by bucket: Garage keeps them on both sides, and writes the bucket's side first. */
  readonly grants: Map<string, Permissions>;
}

export const NONE: Permissions = { read: false, write: false, owner: false };

/** The tables of a Garage, and what S3 clients do to them behind the admin API. */
export class FakeTables {
  readonly buckets = new Map<string, FakeBucket>();
  readonly keys = new Map<string, FakeKey>();
  /** Where each global name leads. */
  readonly aliases = new Map<string, string>();

  newBucket(created = new Date()): FakeBucket {
    const bucket: FakeBucket = {
      ...{ id: randomBytes(32).toString('hex'), created: created.toISOString(), isDeleted: false },
      ...{ maxSize: null, maxObjects: null, aliases: new Set(), grants: new Map() },
      ...{ objects: 0n, bytes: 0n, unfinishedUploads: 0n },
    };
    this.buckets.set(bucket.id, bucket);
    return bucket;
  }

  /** A bucket that somebody else made, with a name or without one. */
  foreignBucket(alias?: string, created?: Date): string {
    const bucket = this.newBucket(created);
    if (alias !== undefined) {
      bucket.aliases.add(alias);
      this.aliases.set(alias, bucket.id);
    }
    return bucket.id;
  }

  newKey(accessKeyId: string, secretAccessKey: string, name: string): FakeKey {
    const created = new Date().toISOString();
    const key: FakeKey = {
      ...{ accessKeyId, secretAccessKey, name, created, expiration: null, isDeleted: false, grants: new Map() },
    };
    this.keys.set(accessKeyId, key);
    return key;
  }

  /** A key that somebody else made. */
  foreignKey(name: string): string {
    return this.newKey(`GK${randomBytes(12).toString('hex')}`, randomBytes(32).toString('hex'), name).accessKeyId;
  }

  /** As a client puts an object. */
  putObject(bucketId: string, bytes = 1n): void {
    const bucket = this.live(bucketId);
    bucket.objects += 1n;
    bucket.bytes += bytes;
  }

  emptyBucket(bucketId: string): void {
    Object.assign(this.live(bucketId), { objects: 0n, bytes: 0n });
  }

  startUpload(bucketId: string): void {
    this.live(bucketId).unfinishedUploads += 1n;
  }

  bury(bucket: FakeBucket): void {
    bucket.isDeleted = true;
    for (const [accessKeyId] of bucket.grants) this.keys.get(accessKeyId)?.grants.delete(bucket.id);
    bucket.grants.clear();
    for (const alias of bucket.aliases) this.aliases.delete(alias);
    bucket.aliases.clear();
  }

  live(id: string): FakeBucket {
    const bucket = this.buckets.get(id);
    if (!bucket || bucket.isDeleted) throw new Error(`There is no bucket ${id}.`);
    return bucket;
  }

  state() {
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const buckets = [...this.buckets.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, aliases, maxSize, grants, unfinishedUploads }) => ({
        id,
        aliases: [...aliases].sort(),
        quota: maxSize ?? undefined,
        keys: [...grants].map(([key, permissions]) => ({ id: key, permissions })).sort(byId),
        unfinishedUploads,
      }))
      .sort(byId);
    const keys = [...this.keys.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ accessKeyId, name, expiration }) => ({ id: accessKeyId, name, expired: expiration !== null }))
      .sort(byId);
    /** Uploads that were begun in buckets that are gone: nobody sees them, and they take room. */
    const lostUploads = [...this.buckets.values()]
      .filter(({ isDeleted }) => isDeleted)
      .reduce((sum, { unfinishedUploads }) => sum + unfinishedUploads, 0n);
    return { buckets, keys, lostUploads };
  }
}
