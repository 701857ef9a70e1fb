import type { Upload } from '../../domain/objects/records';
import type { Call, Run } from '../call';
import { S3Error } from '../errors';
import { readAttributes } from '../headers/attributes';
import { readUploadChecksum } from '../headers/checksums';
import { parameter } from '../query';
import { noContent, ok } from '../response';
import { document, element } from '../xml/write';

/** Source: CreateMultipartUpload. */
export const createMultipartUpload: Run = ({ request: { headers }, context, address, caller, bucketName }) => {
  const checksum = readUploadChecksum(headers);
  const { accessKeyId } = caller;
  const upload = context.objects.uploads.create(address, readAttributes(headers), { checksum, accessKeyId });
  const body = document('InitiateMultipartUploadResult', [
    element('Bucket', bucketName),
    element('Key', address.key),
    element('UploadId', upload.id),
  ]);
  if (!checksum) return ok(body);
  return ok(body, { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type });
};

/** Source: AbortMultipartUpload. */
export const abortMultipartUpload: Run = (call) => {
  call.context.objects.uploads.abort(requireUpload(call));
  return noContent();
};

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
