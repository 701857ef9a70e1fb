import type { Run, ServiceCall } from '../call';
import { S3Error } from '../errors';

/** Buckets are created through REST (E8): a bucket of the key already exists, and any other name is denied. */
export const createBucket: Run<ServiceCall> = ({ caller, context, bucketName }) => {
  const bucket = context.buckets.findByAlias(bucketName);
  if (bucket && caller.bucketIds.includes(bucket.id)) {
    throw new S3Error(
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
      { BucketName: bucketName },
    );
  }
  throw new S3Error('AccessDenied', "Buckets are created with the service's own API: POST /s3/buckets.");
};
