import type { Incoming } from '../../domain/objects/incoming';
import { S3Error } from '../errors';

/** Throws when key or bucket were deleted since the request began. */
export type RequireCurrent = () => void;

/** A body that ends with a refusal, no later than its next piece, when key or bucket are deleted while it comes. */
export function guard(incoming: Incoming, requireCurrent: RequireCurrent, beforeFirst: () => void): Incoming {
  return {
    length: incoming.length,
    digest: () => incoming.digest(),
    chunks: guarded(incoming.chunks, requireCurrent, beforeFirst),
  };
}

async function* guarded(
  chunks: AsyncIterable<Uint8Array>,
  requireCurrent: RequireCurrent,
  beforeFirst: () => void,
): AsyncGenerator<Uint8Array> {
  beforeFirst();
  for await (const chunk of chunks) {
    requireCurrent();
    yield chunk;
  }
  requireCurrent();
}

/** What a deleted key is told. */
export function revoked(accessKeyId: string): S3Error {
  return new S3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.', {
    AWSAccessKeyId: accessKeyId,
  });
}

/** What is said of a bucket that is not there, has no name yet, or belongs to another project. */
export function noSuchBucket(name: string): S3Error {
  return new S3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });
}
