import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { bodyError } from '../../http/raw';
import { incompleteBody, invalidArgument, S3Error } from '../errors';
import type { Pace } from './guard';

/** A form up to its file, whose bytes are still unread. */
export interface UploadForm {
  /** All fields before the file, as sent; `${filename}` is not replaced yet. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly file: Readable;
  /** Without folders; undefined: none was sent. */
  readonly filename: string | undefined;
  /** Content type of the file, as sent. */
  readonly contentType: string;
}

/** Maximum size of the fields before the file, in bytes. Source: POST Object, "form fields". */
const LARGEST_FIELDS_BYTES = 20 * 1024;
const MOST_FIELDS = 200;

/** Reads a form up to its file; anything after the file is ignored. Throws S3's errors for a malformed form. */
export async function readForm(incoming: IncomingMessage, pace: Pace): Promise<UploadForm> {
  const { default: Busboy } = await import('@fastify/busboy');
  return new Promise((resolve, reject) => {
    const fields: (readonly [string, string])[] = [];
    let size = 0;
    let isDecided = false;
    const fail = (error: S3Error) => {
      if (isDecided) return;
      isDecided = true;
      incoming.unpipe();
      incoming.resume();
      reject(error);
    };
    // The client may have disconnected by now, and then no event follows.
    if (incoming.destroyed || bodyError(incoming)) return reject(incompleteBody());
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({
        headers: { ...incoming.headers, 'content-type': incoming.headers['content-type'] ?? '' },
        // One byte more than all fields together may have, so that a truncated field is always refused.
        limits: { fields: MOST_FIELDS, fieldSize: LARGEST_FIELDS_BYTES + 1 },
        // `file` is a file even without a file name: a field would be truncated, and decoded as UTF-8.
        isPartAFile: (name, _type, filename) => name?.toLowerCase() === 'file' || filename !== undefined,
      });
    } catch {
      return fail(malformedForm());
    }
    // For a part without a name, `name` is undefined.
    parser.on('field', (name: string | undefined, value: string) => {
      if (isDecided) return;
      if (name === undefined) return fail(malformedForm());
      size += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (size > LARGEST_FIELDS_BYTES) return fail(tooManyFields());
      fields.push([name, value]);
    });
    // Fields beyond the limit would be dropped silently.
    parser.on('fieldsLimit', () => fail(tooManyFields()));
    parser.on(
      'file',
      (
        name: string | undefined,
        file: Readable,
        filename: string | undefined,
        _encoding: string,
        contentType: string,
      ) => {
        // A truncated form also emits an error here; for a file that nobody reads, this is the only listener.
        file.on('error', () => file.destroy(malformedForm()));
        if (isDecided || name?.toLowerCase() !== 'file') return void file.resume();
        // If the form ends halfway, nothing else ends the file.
        const end = () => void (incoming.readableEnded || file.destroy(incompleteBody()));
        incoming.once('close', end).once('error', end);
        isDecided = true;
        resolve({ fields, file, filename: filename === undefined ? undefined : withoutFolders(filename), contentType });
      },
    );
    parser.on('finish', () => fail(invalidArgument('POST requires exactly one file upload per request.', 'file')));
    parser.on('error', () => fail(malformedForm()));
    const end = () => void (incoming.readableEnded || fail(incompleteBody())); // else the parser tells
    incoming.once('close', end).once('error', end);
    let lastAt = performance.now();
    incoming.on('data', (chunk: Uint8Array) => {
      if (isDecided) return;
      const now = performance.now();
      try {
        pace.note(chunk.length, now - lastAt);
        lastAt = now;
      } catch (error) {
        fail(error as S3Error);
      }
    });
    incoming.pipe(parser);
  });
}

/** Old browsers sent the path of the file. */
function withoutFolders(filename: string): string {
  return filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
}

function tooManyFields(): S3Error {
  return new S3Error(
    'MaxPostPreDataLengthExceeded',
    'Your POST request fields preceding the upload file were too large.',
  );
}

function malformedForm(): S3Error {
  return new S3Error('MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.');
}
