import { DomainError } from '../../domain/errors';
import { toUnwritable } from '../../domain/unwritable';
import { S3Error } from '../errors';

/**
 * Translates any error to S3's; undefined for an unexpected one, which is for the log only.
 *
 * @param isBucketThere whether the bucket exists, so that a missing thing is something in it
 */
export function toS3Error(thrown: unknown, isBucketThere: boolean): S3Error | undefined {
  if (thrown instanceof S3Error) return thrown;
  const error = thrown instanceof DomainError ? thrown : toUnwritable(thrown);
  switch (error?.code) {
    // Garage, too, responds like this over quota (E8).
    case 'quota_exceeded':
    case 'forbidden':
      return new S3Error('AccessDenied', error.message);
    // Deleted while the request was under way: the bucket, or the upload that the part belongs to.
    case 'not_found':
      return isBucketThere
        ? new S3Error(
            'NoSuchUpload',
            'The specified upload does not exist. The upload may have been aborted or completed.',
          )
        : new S3Error('NoSuchBucket', 'The specified bucket does not exist');
    case 'conflict':
      return new S3Error(
        'OperationAborted',
        'A conflicting conditional operation is currently in progress against this resource. Please try again.',
      );
    case 'damaged':
    case 'unwritable':
      return new S3Error('InternalError', error.message);
    case 'invalid':
      return new S3Error('InvalidArgument', error.message);
    case 'not_implemented':
    case 'not_in_interface':
      return new S3Error('NotImplemented', error.message);
    default:
      return undefined;
  }
}
