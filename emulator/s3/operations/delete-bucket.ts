import type { Run } from '../call';
import { S3Error } from '../errors';
import { noContent } from '../response';

/** Buckets are deleted through REST (E8), unless a switch for test suites allows it here. Source: DeleteBucket. */
export const deleteBucket: Run = async ({ context: { clientBuckets, objects }, bucket }) => {
  if (!clientBuckets) {
    throw new S3Error('AccessDenied', "Buckets are deleted with the service's own API: DELETE /s3/buckets/{id}.");
  }
  // Whatever the knob `deleteNonEmpty` says, which is about REST: S3 never deletes a bucket with objects.
  if (objects.usage(bucket.id).objects > 0) {
    throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty.', { BucketName: bucket.alias });
  }
  await clientBuckets.delete(bucket);
  return noContent();
};
