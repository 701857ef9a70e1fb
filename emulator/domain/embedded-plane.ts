import type { Context } from './context';
import type { Credentials } from './credentials';
import { DomainError } from './errors';
import type { BucketUse, ObjectPlane } from './object-plane';
import type { Objects } from './objects/objects';
import type { AccessKey, Bucket, Stored } from './records';
import type { AccessKeyStore, BucketChange, BucketStore, NewAccessKey, NewBucket } from './stores';

/** The dependencies of the embedded plane. */
export interface EmbeddedParts {
  readonly context: Pick<Context, 'rely' | 'transaction'>;
  readonly buckets: BucketStore;
  readonly accessKeys: AccessKeyStore;
  readonly objects: Objects;
  readonly credentials: Credentials;
}

/** The object plane of this process. It consists of rows only, and every call has taken effect when it returns. */
export class EmbeddedPlane implements ObjectPlane {
  readonly isHere = true;

  constructor(private readonly parts: EmbeddedParts) {}

  async createBucket(bucket: NewBucket): Promise<Bucket> {
    return this.parts.buckets.insert(bucket);
  }

  isReady(): boolean {
    return true;
  }

  isMissing(): boolean {
    return false;
  }

  async updateBucket({ id }: Bucket, change: BucketChange): Promise<Bucket> {
    return this.parts.buckets.update(id, change);
  }

  async deleteBucket({ id }: Bucket): Promise<void> {
    const { objects, buckets, context, credentials } = this.parts;
    const { objects: count } = objects.usage(id);
    if (count > 0) {
      if (context.rely('deleteNonEmpty') === 'conflict') throw notEmpty(id, count);
    }
    objects.deleteAll(id, () => buckets.delete(id));
    credentials.clear();
  }

  usage(bucketId: string): BucketUse {
    const { bytes, objects } = this.parts.objects.usage(bucketId);
    return { bytes, objects, knownAt: undefined };
  }

  async createKey(key: NewAccessKey): Promise<AccessKey> {
    const { context, accessKeys } = this.parts;
    return context.transaction(() => accessKeys.insert(key));
  }

  findRevoking(): undefined {
    return undefined;
  }

  async deleteKey({ id }: Stored): Promise<void> {
    this.parts.accessKeys.delete(id);
    this.parts.credentials.clear();
  }

  clear(): void {
    this.parts.objects.clear();
    this.parts.credentials.clear();
  }
}

function notEmpty(id: string, count: number): DomainError {
  const many = count === 1 ? 'an object' : `${count} objects`;
  return new DomainError('not_empty', `The bucket with the id "${id}" holds ${many}: delete what is in it first.`);
}
