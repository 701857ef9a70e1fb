import type { Buckets } from './buckets';
import type { Credentials } from './credentials';
import type { AccessKey, AccessKeyStore, Bucket } from './records';

/** The largest quota, for buckets that clients create over S3, which has no field for a quota. */
const LARGEST = 2n ** 63n - 1n;

/** Creates and deletes buckets for S3 clients, for public test suites (E8). The service itself does this over REST only. */
export class ClientBuckets {
  constructor(
    private readonly buckets: Buckets,
    private readonly accessKeys: Pick<AccessKeyStore, 'addBucket'>,
    private readonly credentials: Pick<Credentials, 'clear'>,
  ) {}

  /** True if a bucket of any project has this name. */
  isTaken(alias: string): boolean {
    return this.buckets.isTaken(alias);
  }

  /** Creates a bucket in the project of the key, and lets the key use it. The name must be free. */
  async create({ id, projectId }: AccessKey, alias: string): Promise<Bucket> {
    const wanted = { projectId, alias, maxSize: LARGEST, description: undefined };
    const bucket = await this.buckets.create({ projectIds: [projectId] }, wanted);
    this.accessKeys.addBucket(id, bucket.id);
    this.credentials.clear();
    return bucket;
  }

  /** Deletes a bucket, which must be empty, and removes it from every key. */
  async delete({ id, projectId }: Bucket): Promise<void> {
    await this.buckets.delete({ projectIds: [projectId] }, id);
  }
}
