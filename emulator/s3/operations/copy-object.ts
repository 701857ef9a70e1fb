import { createHash } from 'node:crypto';
import type { Digest } from '../../domain/objects/incoming';
import {
  type ChecksumAlgorithm,
  DEFAULT_CHECKSUM,
  type ObjectAttributes,
  type StoredObject,
} from '../../domain/objects/records';
import { createHasher } from '../body/hasher';
import type { Call, Run } from '../call';
import { invalidArgument, invalidRequest, noSuchKey } from '../errors';
import { readAttributes, toIsoDate } from '../headers/attributes';
import { readAlgorithm } from '../headers/checksums';
import { checkCopyConditions, whileCurrent, writeCondition } from '../headers/conditions';
import { parseCopySource } from '../headers/copy-source';
import { writeExpiration } from '../headers/expiration';
import { ok } from '../response';
import { document, element } from '../xml/write';
import { wholeChecksum } from './elements';
import { LARGEST_PIECE_BYTES } from './put-object';

const REDIRECT = 'x-amz-website-redirect-location';

/** Source: CopyObject. */
export const copyObject: Run = async (call) => {
  const { context, address, request } = call;
  const { headers } = request;
  const source = findCopySource(call);
  const isReplacing = readsReplace(headers['x-amz-metadata-directive']);
  const algorithm = readAlgorithm(headers);
  const isSelf = source.bucketId === address.bucketId && source.key === address.key;
  const condition = writeCondition(headers, address.key);
  const changes = [headers[REDIRECT], headers['x-amz-storage-class'], algorithm];
  if (isSelf && !isReplacing && changes.every((change) => change === undefined)) {
    throw invalidRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const attributes = isReplacing ? readAttributes(headers) : keepAttributes(source, readAttributes(headers));
  // The copy of an object in parts is one piece, with the ETag and the checksum of one.
  const wanted = algorithm ?? (source.parts && source.checksum?.algorithm) ?? addedTo(source, call);
  const isNew =
    source.parts !== undefined ||
    (wanted !== undefined && (source.checksum?.algorithm !== wanted || source.checksum.type !== 'FULL_OBJECT'));
  const stored = await context.objects.copy(source, address, attributes, {
    digest: isNew ? (bytes) => digest(bytes, wanted) : undefined,
    condition: whileCurrent(call, condition),
  });
  const body = document('CopyObjectResult', [
    element('LastModified', toIsoDate(stored.lastModified)),
    element('ETag', `"${stored.etag}"`),
    wholeChecksum(stored.checksum),
  ]);
  const told: Record<string, string> = {};
  writeExpiration(call, stored, told);
  return ok(body, told);
};

/** Computes the digest of bytes that are already stored: their MD5, and the requested checksum. */
export async function digest(
  bytes: AsyncIterable<Uint8Array>,
  algorithm: ChecksumAlgorithm | undefined,
): Promise<Digest> {
  const md5 = createHash('md5');
  const hasher = algorithm && (await createHasher(algorithm));
  for await (const chunk of bytes) {
    md5.update(chunk);
    hasher?.update(chunk);
  }
  return {
    etag: md5.digest('hex'),
    checksum: algorithm && hasher && { algorithm, type: 'FULL_OBJECT', value: hasher.digest().toString('base64') },
  };
}

/** The checksum that the copy of an object without one gets. */
function addedTo({ checksum }: StoredObject, { rely }: Call): ChecksumAlgorithm | undefined {
  if (checksum) return undefined;
  return rely('s3Checks') === 'aws' ? DEFAULT_CHECKSUM : undefined;
}

/** Finds the object to copy from. Throws if the key may not read it, or a condition of the request fails. */
export function findCopySource({ request: { headers }, context, requireSource }: Call): StoredObject {
  const { bucket, key } = parseCopySource(String(headers['x-amz-copy-source']));
  const source = context.objects.find({ bucketId: requireSource(bucket).id, key });
  if (!source) throw noSuchKey(key);
  checkCopyConditions(headers, source, context.clock.now());
  if (source.size > LARGEST_PIECE_BYTES && headers['x-amz-copy-source-range'] === undefined) {
    throw invalidRequest(
      `The specified copy source is larger than the maximum allowable size for a copy source: ${LARGEST_PIECE_BYTES}`,
    );
  }
  return source;
}

/** Whether the attributes are those of the request. Default: those of the source. */
function readsReplace(header: string | string[] = 'COPY'): boolean {
  if (header === 'COPY' || header === 'REPLACE') return header === 'REPLACE';
  throw invalidArgument('Unknown metadata directive.', 'x-amz-metadata-directive', String(header));
}

/** Keeps the attributes of the source except its redirect location, which the request sets anew or drops. */
function keepAttributes(source: StoredObject, wanted: ObjectAttributes): ObjectAttributes {
  const { [REDIRECT]: _, ...headers } = source.headers;
  const redirect = wanted.headers[REDIRECT];
  return {
    headers: redirect === undefined ? headers : { ...headers, [REDIRECT]: redirect },
    metadata: source.metadata,
  };
}
