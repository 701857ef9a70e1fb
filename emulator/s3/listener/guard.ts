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
 * The pieces of a body as they arrive, which end with an error, at the latest with the next one, if the key or the bucket is deleted
 * meanwhile, or if they arrive too slowly. They are not hashed yet: a thread may keep them for longer than the client sends.
 */
export async function* guard(
  pieces: AsyncIterable<Uint8Array>,
  { requireCurrent, pace, beforeFirst }: Guards,
): AsyncGenerator<Uint8Array> {
  beforeFirst?.();
  let askedAt = performance.now();
  for await (const piece of pieces) {
    pace.note(piece.length, performance.now() - askedAt);
    requireCurrent();
    yield piece;
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
