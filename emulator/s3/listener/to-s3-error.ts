import { DomainError } from '../../domain/errors';
import { toUnwritable } from '../../domain/unwritable';
import type { RecordedError } from '../../journal/entry';
import { withoutQuotes } from '../../journal/quotes';
import { S3Error } from '../errors';

/** The form of an error in the journal. */
export function toRecorded(thrown: unknown, told: S3Error): RecordedError {
  const { code, details, message, reason } = told;
  if (reason) return { code, ...reason };
  const isOurs = thrown instanceof DomainError && told.code !== 'InternalError';
  const field =
    isOurs && thrown.code === 'quota_exceeded'
      ? 'max_size'
      : (details.ArgumentName ?? (details.HeadersNotSigned && 'authorization'));
  return { code, message: isOurs ? thrown.message : withoutQuotes(message), field };
}

/** Translates any error to S3's; undefined: unexpected, for the log only. `isBucketThere`: the bucket exists; a missing thing is something in it. */
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
      if (!isBucketThere) return new S3Error('NoSuchBucket', 'The specified bucket does not exist');
      return new S3Error(
        'NoSuchUpload',
        'The specified upload does not exist. The upload may have been aborted or completed.',
      );
    case 'conflict':
      return new S3Error(
        'OperationAborted',
        'A conflicting conditional operation is currently in progress against this resource. Please try again.',
      );
    case 'damaged':
      return new S3Error('InternalError', error.message);
    // Differs: S3 never runs out of space. SDKs repeat a 500, but not a 507.
    case 'unwritable':
      return new S3Error('InsufficientStorage', error.message);
    case 'invalid':
      return new S3Error('InvalidArgument', error.message);
    case 'not_implemented':
    case 'not_in_interface':
      return new S3Error('NotImplemented', error.message);
    default:
      return undefined;
  }
}
