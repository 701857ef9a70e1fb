/** The operations of the data plane, by their names in Amazon S3. */
export const S3_OPERATIONS = [
  'AbortMultipartUpload',
  'CompleteMultipartUpload',
  'CopyObject',
  'CreateBucket',
  'CreateMultipartUpload',
  'DeleteBucket',
  'DeleteBucketCors',
  'DeleteBucketLifecycle',
  'DeleteObject',
  'DeleteObjects',
  'GetBucketAcl',
  'GetBucketCors',
  'GetBucketLifecycleConfiguration',
  'GetBucketLocation',
  'GetBucketVersioning',
  'GetObject',
  'GetObjectAttributes',
  'HeadBucket',
  'HeadObject',
  'ListBuckets',
  'ListMultipartUploads',
  'ListObjects',
  'ListObjectsV2',
  'ListParts',
  'PostObject',
  'PutBucketCors',
  'PutBucketLifecycleConfiguration',
  'PutObject',
  'UploadPart',
  'UploadPartCopy',
] as const;

/** Name of an operation of the data plane. */
export type S3Operation = (typeof S3_OPERATIONS)[number];

/** The operations with the key of an object in their path. */
export const OBJECT_OPERATIONS: ReadonlySet<unknown> = new Set<S3Operation>([
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
]);
