import type { S3Operation } from '../../domain/s3-operation';
import type { Run, ServiceCall } from '../call';
import { parameter } from '../query';
import { bucketCors, bucketLifecycle } from './bucket-configuration';
import { createBucket, deleteBucket } from './client-buckets';
import { completeMultipartUpload } from './complete-multipart-upload';
import { copyObject } from './copy-object';
import { deleteObject, deleteObjects } from './delete-objects';
import { getBucketAcl, getBucketLocation, getBucketVersioning, headBucket } from './describe-bucket';
import { getObject, headObject } from './get-object';
import { getObjectAttributes } from './get-object-attributes';
import { listBuckets } from './list-buckets';
import { listMultipartUploads } from './list-multipart-uploads';
import { listObjects, listObjectsV2, listObjectVersions } from './list-objects';
import { listParts } from './list-parts';
import { abortMultipartUpload, createMultipartUpload } from './multipart-upload';
import { putObject } from './put-object';
import { uploadPart, uploadPartCopy } from './upload-part';

/** Operations that need no bucket: any key may request them. */
export const SERVICE_OPERATIONS = {
  ListBuckets: listBuckets,
  CreateBucket: createBucket,
} as const satisfies Partial<Record<S3Operation, Run<ServiceCall>>>;

/** Operations on an existing bucket, by a key with the permission. */
export const OPERATIONS: Readonly<Record<Exclude<S3Operation, keyof typeof SERVICE_OPERATIONS | 'PostObject'>, Run>> = {
  AbortMultipartUpload: abortMultipartUpload,
  CompleteMultipartUpload: completeMultipartUpload,
  CopyObject: copyObject,
  CreateMultipartUpload: createMultipartUpload,
  DeleteBucket: deleteBucket,
  DeleteBucketCors: bucketCors.remove,
  DeleteBucketLifecycle: bucketLifecycle.remove,
  DeleteObject: deleteObject,
  DeleteObjects: deleteObjects,
  GetBucketAcl: getBucketAcl,
  GetBucketCors: bucketCors.get,
  GetBucketLifecycleConfiguration: bucketLifecycle.get,
  GetBucketLocation: getBucketLocation,
  GetBucketVersioning: getBucketVersioning,
  GetObject: getObject,
  GetObjectAttributes: getObjectAttributes,
  HeadBucket: headBucket,
  HeadObject: headObject,
  ListMultipartUploads: listMultipartUploads,
  ListObjects: (call) =>
    parameter(call.request.query, 'versions') === undefined ? listObjects(call) : listObjectVersions(call),
  ListObjectsV2: listObjectsV2,
  ListParts: listParts,
  PutBucketCors: bucketCors.put,
  PutBucketLifecycleConfiguration: bucketLifecycle.put,
  PutObject: putObject,
  UploadPart: uploadPart,
  UploadPartCopy: uploadPartCopy,
};
