/** Operations of the data plane with the key of an object in their path, by their names in Amazon S3. */
const ON_OBJECTS = [
  'AbortMultipartUpload',
  'CompleteMultipartUpload',
  'CopyObject',
  'CreateMultipartUpload',
  'DeleteObject',
  'GetObject',
  'GetObjectAttributes',
  'HeadObject',
  'ListParts',
  'PutObject',
  'UploadPart',
  'UploadPartCopy',
] as const;

const WITHOUT_KEY = [
  'CreateBucket',
  'DeleteBucket',
  'DeleteBucketCors',
  'DeleteBucketLifecycle',
  'DeleteObjects',
  'GetBucketAcl',
  'GetBucketCors',
  'GetBucketLifecycleConfiguration',
  'GetBucketLocation',
  'GetBucketVersioning',
  'HeadBucket',
  'ListBuckets',
  'ListMultipartUploads',
  'ListObjects',
  'ListObjectsV2',
  'PostObject',
  'PutBucketCors',
  'PutBucketLifecycleConfiguration',
] as const;

export type S3Operation = (typeof ON_OBJECTS)[number] | (typeof WITHOUT_KEY)[number];

export const S3_OPERATIONS: readonly S3Operation[] = [...ON_OBJECTS, ...WITHOUT_KEY].sort();

export const OBJECT_OPERATIONS: ReadonlySet<unknown> = new Set(ON_OBJECTS);
