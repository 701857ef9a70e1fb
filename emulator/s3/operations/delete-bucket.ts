import type { Run } from '../call';
import { S3Error } from '../errors';

/** Buckets are deleted through REST (E8). */
export const deleteBucket: Run = () => {
  throw new S3Error('AccessDenied', "Buckets are deleted with the service's own API: DELETE /s3/buckets/{id}.");
};
