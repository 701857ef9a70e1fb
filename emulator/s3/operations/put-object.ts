import type { Run } from '../call';
import { missingLength } from '../errors';
import { readAttributes } from '../headers/attributes';
import { writeChecksum } from '../headers/checksums';
import { whileCurrent, writeCondition } from '../headers/conditions';
import { writeExpiration } from '../headers/expiration';
import type { S3Request } from '../request';
import { ok } from '../response';

/** Maximum size of an object or part that is sent in one piece: 5 GiB. */
export const LARGEST_PIECE_BYTES = 5 * 1024 ** 3;

/** Source: PutObject. */
export const putObject: Run = async (call) => {
  const { request, context, address } = call;
  requireLength(request);
  const attributes = readAttributes(request.headers);
  const condition = writeCondition(request.headers, address.key);
  // Also checked now, so that a refusal comes before the body is sent.
  condition?.(context.objects.find(address));
  const body = call.openBody({ defaultChecksum: 'object', maxLength: LARGEST_PIECE_BYTES });
  const stored = await context.objects.put(address, attributes, body, {
    condition: whileCurrent(call, condition),
  });
  const headers: Record<string, string> = { etag: `"${stored.etag}"` };
  writeChecksum(stored.checksum, headers);
  writeExpiration(call, stored, headers);
  // Differs: S3 sends it for directory buckets only. A suite that needs buckets of its own (versitygw's) crashes without it.
  if (context.clientBuckets) headers['x-amz-object-size'] = String(stored.size);
  return ok('', headers);
};

/** S3 requires the length of an object up front. Throws `MissingContentLength`. */
export function requireLength({ headers }: S3Request): void {
  if (headers['content-length'] !== undefined || headers['x-amz-decoded-content-length'] !== undefined) return;
  throw missingLength();
}
