import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Digest, Incoming } from '../../../../../emulator/domain/objects/incoming';
import type { PayloadSigning } from '../../../../../emulator/s3/auth/authenticate';
import { type BodyOptions, openBody } from '../../../../../emulator/s3/body/open-body';
import { S3Error } from '../../../../../emulator/s3/errors';
import type { S3Request } from '../../../../../emulator/s3/request';

export const UNSIGNED: PayloadSigning = { kind: 'unsigned' };
export const UNSIGNED_CHUNKS: PayloadSigning = { kind: 'chunks-unsigned' };

/** A request whose body comes in these pieces. */
export function put(headers: Record<string, string>, ...pieces: (string | Uint8Array)[]): S3Request {
  const body = Readable.from(
    pieces.map((piece) => Buffer.from(piece)),
    { objectMode: false },
  );
  return { method: 'PUT', rawPath: '/bucket/key', query: [], headers, body };
}

/** Everything that comes, and what it hashed to. */
export async function receive(incoming: Incoming): Promise<Digest & { bytes: Buffer }> {
  const bytes = await buffer(incoming.chunks);
  return { bytes, ...incoming.digest() };
}

/** The body of a request, as it was sent. */
export function bytesOf(request: S3Request): Promise<Buffer> {
  return buffer(request.body);
}

/** The error of a body, at once or while it is read. Fails when it is taken, or when something else is thrown. */
export async function refusalOf(request: S3Request, payload: PayloadSigning, options?: BodyOptions): Promise<S3Error> {
  try {
    await receive(openBody(request, payload, options));
  } catch (error) {
    if (error instanceof S3Error) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
