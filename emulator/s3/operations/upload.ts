import type { Upload } from '../../domain/objects/records';
import type { Call } from '../call';
import { S3Error } from '../errors';
import { parameter } from '../query';

/** Finds the multipart upload that a request names. Throws `NoSuchUpload`. */
export function requireUpload({ request: { query }, context, address }: Call): Upload {
  const id = parameter(query, 'uploadId') ?? '';
  const upload = id === '' ? undefined : context.objects.uploads.find(address, id);
  if (upload) return upload;
  throw noSuchUpload(id);
}

/** S3's error for an upload that was completed, aborted, or never begun. */
export function noSuchUpload(id: string): S3Error {
  return new S3Error(
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId: id },
  );
}
