import type { S3Operation } from '../../emulator/domain/s3-operation';

/** The success response of an operation. `test/host/emulator/s3/reference.test.ts` performs each and compares. */
export interface Response {
  readonly status: number;
  /** Other success statuses, and their conditions. */
  readonly also?: string;
  /** Root element of the XML, or a description of the body. */
  readonly body?: string;
  /** Headers in addition to those of every response. */
  readonly headers?: readonly string[];
  /** Headers that are present only if they apply. */
  readonly optional?: readonly string[];
}

const CHECKSUM = ['x-amz-checksum-…', 'x-amz-checksum-type'];
const OBJECT = ['accept-ranges', 'content-type', 'etag', 'last-modified'];
const KEPT = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-range',
  'expires',
  'x-amz-expiration',
  'x-amz-meta-…',
  'x-amz-mp-parts-count',
  'x-amz-website-redirect-location',
  ...CHECKSUM,
];

const EMPTY = { status: 200 } as const;
const GONE = { status: 204 } as const;
const READ_ALSO = '206 a range or a part, 304 not modified';

export const RESPONSES: Readonly<Record<S3Operation, Response>> = {
  AbortMultipartUpload: GONE,
  CompleteMultipartUpload: { status: 200, body: 'CompleteMultipartUploadResult', optional: ['x-amz-expiration'] },
  CopyObject: { status: 200, body: 'CopyObjectResult', optional: ['x-amz-expiration'] },
  CreateBucket: {
    status: 409,
    also: '403 for a bucket that the key is not for: buckets are made over REST; 200 with `--s3-buckets`',
    body: 'Error',
    optional: ['location', 'x-amz-bucket-arn'],
  },
  CreateMultipartUpload: {
    status: 200,
    body: 'InitiateMultipartUploadResult',
    optional: ['x-amz-checksum-algorithm', 'x-amz-checksum-type'],
  },
  DeleteBucket: { status: 403, also: 'buckets are deleted over REST; 204 with `--s3-buckets`', body: 'Error' },
  DeleteBucketCors: GONE,
  DeleteBucketLifecycle: GONE,
  DeleteObject: GONE,
  DeleteObjects: { status: 200, body: 'DeleteResult' },
  GetBucketAcl: { status: 200, body: 'AccessControlPolicy' },
  GetBucketCors: { status: 200, body: 'CORSConfiguration' },
  GetBucketLifecycleConfiguration: { status: 200, body: 'LifecycleConfiguration' },
  GetBucketLocation: { status: 200, body: 'LocationConstraint' },
  GetBucketVersioning: { status: 200, body: 'VersioningConfiguration' },
  GetObject: { status: 200, also: READ_ALSO, body: 'the bytes', headers: OBJECT, optional: KEPT },
  GetObjectAttributes: {
    status: 200,
    also: '304 not modified',
    body: 'GetObjectAttributesResponse',
    headers: ['last-modified'],
  },
  HeadBucket: {
    status: 200,
    headers: ['content-type', 'x-amz-access-point-alias', 'x-amz-bucket-arn', 'x-amz-bucket-region'],
  },
  HeadObject: { status: 200, also: READ_ALSO, headers: ['content-length', ...OBJECT], optional: KEPT },
  ListBuckets: { status: 200, body: 'ListAllMyBucketsResult' },
  ListMultipartUploads: { status: 200, body: 'ListMultipartUploadsResult' },
  ListObjects: { status: 200, body: 'ListBucketResult', headers: ['x-amz-bucket-region'] },
  ListObjectsV2: { status: 200, body: 'ListBucketResult', headers: ['x-amz-bucket-region'] },
  ListParts: { status: 200, body: 'ListPartsResult' },
  PostObject: {
    status: 204,
    also: '200 or 201 (`PostResponse`) as `success_action_status` says, 303 with `success_action_redirect`',
    headers: ['etag', 'location'],
    optional: CHECKSUM,
  },
  PutBucketCors: EMPTY,
  PutBucketLifecycleConfiguration: EMPTY,
  PutObject: { status: 200, headers: ['etag'], optional: [...CHECKSUM, 'x-amz-expiration', 'x-amz-object-size'] },
  UploadPart: { status: 200, headers: ['etag'], optional: ['x-amz-checksum-…'] },
  UploadPartCopy: { status: 200, body: 'CopyPartResult' },
};

/** Headers of every response of the endpoint, and their meanings. */
export const EVERYWHERE: Readonly<Record<string, string>> = {
  'x-amz-request-id': 'id of the request in the journal',
  'x-amz-id-2': 'which start of the emulator answered',
  'x-coffer-assumption': 'knobs on which the response rests, if any',
  'access-control-…': 'what a CORS rule of the bucket allows, where the request has an `Origin`',
};
