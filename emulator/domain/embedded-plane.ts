import type { Context } from './context';
import { countOf } from './counts';
import type { Credentials } from './credentials';
import { DomainError } from './errors';
import type { BucketUse, ObjectPlane } from './object-plane';
import type { Objects } from './objects/objects';
import type {
  AccessKey,
  AccessKeyStore,
  Bucket,
  BucketChange,
  BucketStore,
  NewAccessKey,
  NewBucket,
  Stored,
} from './records';

/** The object plane of this process. It consists of rows only, and every call has taken effect when it returns. */
export class EmbeddedPlane implements ObjectPlane {
  readonly isHere = true;
  readonly problems = [];

  constructor(
    private readonly context: Pick<Context, 'rely' | 'transaction' | 'fromReserve'>,
    private readonly stores: { readonly buckets: BucketStore; readonly accessKeys: AccessKeyStore },
    private readonly objects: Objects,
    private readonly credentials: Credentials,
  ) {}

  async createBucket(bucket: NewBucket): Promise<Bucket> {
    return this.stores.buckets.insert(bucket);
  }

  isReady(): boolean {
    return true;
  }

  isMissing(): boolean {
    return false;
  }

  async updateBucket({ id }: Bucket, change: BucketChange): Promise<Bucket> {
    return this.stores.buckets.update(id, change);
  }

  async deleteBucket({ id }: Bucket): Promise<void> {
    const { objects: count } = this.objects.usage(id);
    if (count > 0) {
      const says = `The bucket with the id "${id}" holds ${countOf(count, 'object')}: delete what is in it first.`;
      if (this.context.rely('deleteNonEmpty') === 'conflict') throw new DomainError('not_empty', says);
    }
    this.objects.deleteAll(id, () => this.stores.buckets.delete(id));
    this.credentials.clear();
  }

  usage(bucketId: string): BucketUse {
    const { bytes, objects } = this.objects.usage(bucketId);
    return { bytes, objects, knownAt: undefined };
  }

  async createKey(key: NewAccessKey): Promise<AccessKey> {
    return this.context.transaction(() => this.stores.accessKeys.insert(key));
  }

  findRevoking(): undefined {
    return undefined;
  }

  async deleteKey({ id }: Stored): Promise<void> {
    this.context.fromReserve(() => this.stores.accessKeys.delete(id));
    this.credentials.clear();
  }

  clear(): void {
    this.objects.clear();
    this.credentials.clear();
  }

  start(): void {
    // Every call has taken effect when it returns.
  }

  async stop(): Promise<void> {
    // Likewise.
  }
}
