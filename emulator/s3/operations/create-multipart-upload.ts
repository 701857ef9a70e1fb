import type { Run } from '../call';
import { readAttributes } from '../headers/attributes';
import { readUploadChecksum } from '../headers/checksums';
import { document, element } from '../xml/write';

/** Source: CreateMultipartUpload. */
export const createMultipartUpload: Run = ({ request: { headers }, context, address, caller, bucketName }) => {
  const checksum = readUploadChecksum(headers);
  const upload = context.objects.uploads.create(address, readAttributes(headers), {
    checksum,
    accessKeyId: caller.accessKeyId,
  });
  return {
    status: 200,
    headers: announced(checksum),
    body: document('InitiateMultipartUploadResult', [
      element('Bucket', bucketName),
      element('Key', address.key),
      element('UploadId', upload.id),
    ]),
  };
};

function announced(checksum: ReturnType<typeof readUploadChecksum>): Readonly<Record<string, string>> {
  return checksum ? { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type } : {};
}
