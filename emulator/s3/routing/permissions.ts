import type { Permissions } from '../../domain/records';
import type { Rely, Rules } from '../../domain/rules';
import type { S3Operation } from '../../domain/s3-operation';

/**
 * The bit that each operation needs, as in Garage. In the interface's words, read is "download and list objects", write is
 * "upload, overwrite and delete objects", owner is "full control, including bucket metadata".
 */
export const NEEDED: Readonly<Record<Exclude<S3Operation, 'ListBuckets' | 'CreateBucket'>, keyof Permissions>> = {
  GetBucketAcl: 'read',
  GetBucketLifecycleConfiguration: 'read',
  GetBucketLocation: 'read',
  GetBucketVersioning: 'read',
  GetObject: 'read',
  GetObjectAttributes: 'read',
  HeadBucket: 'read',
  HeadObject: 'read',
  ListMultipartUploads: 'read',
  ListObjects: 'read',
  ListObjectsV2: 'read',
  ListParts: 'read',

  AbortMultipartUpload: 'write',
  CompleteMultipartUpload: 'write',
  CopyObject: 'write',
  CreateMultipartUpload: 'write',
  DeleteBucketLifecycle: 'write',
  DeleteObject: 'write',
  DeleteObjects: 'write',
  PostObject: 'write',
  PutBucketLifecycleConfiguration: 'write',
  PutObject: 'write',
  UploadPart: 'write',
  UploadPartCopy: 'write',

  DeleteBucket: 'owner',
  DeleteBucketCors: 'owner',
  GetBucketCors: 'owner',
  PutBucketCors: 'owner',
};

/** Bucket configuration that Garage grants to the read and write bits; by the interface's words it belongs to the owner bit. */
const METADATA: ReadonlySet<S3Operation> = new Set<S3Operation>([
  'DeleteBucketLifecycle',
  'GetBucketLifecycleConfiguration',
  'PutBucketLifecycleConfiguration',
]);

/** The permission whose lack is the reason of a refusal, as the rule has it for this operation. */
export const lacking = (
  operation: keyof typeof NEEDED,
  rely: Rely<Pick<Rules, 'ownerPermission'>>,
): keyof Permissions => (METADATA.has(operation) && rely('ownerPermission') === 'full' ? 'owner' : NEEDED[operation]);

/** Whether a key may perform an operation on one of its buckets. Reads the rule only where it makes a difference. */
export function allows(
  permissions: Permissions,
  operation: keyof typeof NEEDED,
  rely: Rely<Pick<Rules, 'ownerPermission'>>,
): boolean {
  const needed = NEEDED[operation];
  if (needed === 'owner') return permissions.owner;
  if (METADATA.has(operation)) {
    if (permissions.owner === permissions[needed]) return permissions.owner;
    return rely('ownerPermission') === 'full' ? permissions.owner : permissions[needed];
  }
  if (permissions[needed]) return true;
  return permissions.owner ? rely('ownerPermission') === 'full' : false;
}
