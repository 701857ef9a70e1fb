import type { IncomingMessage } from 'node:http';
import type { Upload } from '../dashboard/ports';
import { DomainError } from '../domain/errors';
import type { Incoming } from '../domain/objects/incoming';
import { bodyError } from '../http/raw';
import { checkBytes } from '../s3/body/check-bytes';
import { piecesOf } from '../s3/body/pieces';
import { S3Error } from '../s3/errors';
import { readForm } from '../s3/listener/form';
import { Pace, SLOW_BODY_MS } from '../s3/listener/guard';
import { LARGEST_PIECE_BYTES } from '../s3/operations/put-object';

/** Reads a dashboard form with a file, in the same way as the data plane reads its clients' forms. */
export async function readUpload(incoming: IncomingMessage): Promise<Upload> {
  const pace = new Pace(SLOW_BODY_MS);
  const { fields, file, filename = '', contentType } = await readForm(incoming, pace).catch(toDomain);
  return {
    fields: new Map(fields),
    filename,
    contentType,
    formLength: Number(incoming.headers['content-length']) || undefined,
    body: plain(checkBytes(piecesOf(file), { maxLength: LARGEST_PIECE_BYTES })),
    async end() {
      file.resume();
      if (incoming.complete || incoming.destroyed || bodyError(incoming)) return;
      await new Promise<void>((resolve) => {
        for (const event of ['end', 'close', 'error']) incoming.once(event, () => resolve());
      });
    },
  };
}

/** Reports problems with the bytes as domain errors, not as S3 errors. */
function plain(body: Incoming): Incoming {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* body.chunks;
    } catch (error) {
      toDomain(error);
    }
  }
  return { length: body.length, digest: () => body.digest(), chunks: chunks() };
}

function toDomain(error: unknown): never {
  throw error instanceof S3Error ? new DomainError('invalid', error.message) : error;
}
