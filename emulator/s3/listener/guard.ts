import type { Incoming } from '../../domain/objects/incoming';
import { S3Error } from '../errors';
import type { Pace } from './pace';

/** Throws if the key or the bucket was deleted since the request began. */
export type RequireCurrent = () => void;

/** Checks for a body. */
export interface Guards {
  readonly requireCurrent: RequireCurrent;
  readonly pace: Pace;
  /** Called before the first piece is requested. */
  readonly beforeFirst?: (() => void) | undefined;
}

/**
 * A body that ends with an error, at the latest with its next piece, if the key or the bucket is deleted meanwhile, or if it
 * arrives too slowly.
 */
export function guard(incoming: Incoming, guards: Guards): Incoming {
  return {
    length: incoming.length,
    digest: () => incoming.digest(),
    chunks: guarded(incoming.chunks, guards),
  };
}

async function* guarded(
  chunks: AsyncIterable<Uint8Array>,
  { requireCurrent, pace, beforeFirst }: Guards,
): AsyncGenerator<Uint8Array> {
  beforeFirst?.();
  let askedAt = performance.now();
  for await (const chunk of chunks) {
    pace.note(chunk.length, performance.now() - askedAt);
    requireCurrent();
    yield chunk;
    askedAt = performance.now();
  }
  requireCurrent();
}

/** The error for a bucket that does not exist, has no name yet, or belongs to another project. */
export function noSuchBucket(name: string): S3Error {
  return new S3Error(
    'NoSuchBucket',
    'The specified bucket does not exist',
    { BucketName: name },
    {
      message: `The project of the access key has no bucket named "${name}": S3 clients use its alias, which may not be there yet.`,
      field: 'bucket',
    },
  );
}
