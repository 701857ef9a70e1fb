/** The operations of the data plane, by their names in Amazon S3, and what their paths name. */
const LEVELS = {
  AbortMultipartUpload: 'object',
  CompleteMultipartUpload: 'object',
  CopyObject: 'object',
  CreateBucket: 'bucket',
  CreateMultipartUpload: 'object',
  DeleteBucket: 'bucket',
  DeleteBucketCors: 'bucket',
  DeleteBucketLifecycle: 'bucket',
  DeleteObject: 'object',
  DeleteObjects: 'bucket',
  GetBucketAcl: 'bucket',
  GetBucketCors: 'bucket',
  GetBucketLifecycleConfiguration: 'bucket',
  GetBucketLocation: 'bucket',
  GetBucketVersioning: 'bucket',
  GetObject: 'object',
  GetObjectAttributes: 'object',
  HeadBucket: 'bucket',
  HeadObject: 'object',
  ListBuckets: 'service',
  ListMultipartUploads: 'bucket',
  ListObjects: 'bucket',
  ListObjectsV2: 'bucket',
  ListParts: 'object',
  PostObject: 'bucket',
  PutBucketCors: 'bucket',
  PutBucketLifecycleConfiguration: 'bucket',
  PutObject: 'object',
  UploadPart: 'object',
  UploadPartCopy: 'object',
} as const;

export type S3Operation = keyof typeof LEVELS;

export const S3_OPERATIONS = Object.keys(LEVELS) as readonly S3Operation[];

/** The operations with the key of an object in their path. */
export const OBJECT_OPERATIONS: ReadonlySet<unknown> = new Set(
  S3_OPERATIONS.filter((name) => LEVELS[name] === 'object'),
);
