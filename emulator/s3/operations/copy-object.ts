import {
  type ChecksumAlgorithm,
  DEFAULT_CHECKSUM,
  type ObjectAttributes,
  type StoredObject,
} from '../../domain/objects/records';
import type { Call, Run } from '../call';
import { S3Error } from '../errors';
import { readAttributes, toIsoDate } from '../headers/attributes';
import { elementOf, readAlgorithm } from '../headers/checksums';
import { checkCopyConditions, writeCondition } from '../headers/conditions';
import { parseCopySource } from '../headers/copy-source';
import { document, element } from '../xml/write';
import { digest } from './digest';
import { LARGEST_PIECE_BYTES } from './put-object';

const REDIRECT = 'x-amz-website-redirect-location';

/** Source: CopyObject. */
export const copyObject: Run = async (call) => {
  const { context, address, request } = call;
  const { headers } = request;
  const source = findCopySource(call);
  const isReplacing = readDirective(headers['x-amz-metadata-directive']) === 'REPLACE';
  const algorithm = readAlgorithm(headers);
  const isSelf = source.bucketId === address.bucketId && source.key === address.key;
  if (isSelf && !isReplacing && headers[REDIRECT] === undefined && algorithm === undefined) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const attributes = isReplacing ? readAttributes(headers) : keepAttributes(source, readAttributes(headers));
  const wanted = algorithm ?? addedTo(source, call);
  const isNew =
    wanted !== undefined && (source.checksum?.algorithm !== wanted || source.checksum.type !== 'FULL_OBJECT');
  const condition = writeCondition(headers);
  const stored = await context.objects.copy(source, address, attributes, {
    digest: isNew ? (bytes) => digest(bytes, wanted) : undefined,
    condition(current) {
      call.requireCurrent();
      condition?.(current);
    },
  });
  const body = document('CopyObjectResult', [
    element('LastModified', toIsoDate(stored.lastModified)),
    element('ETag', `"${stored.etag}"`),
    stored.checksum && [
      element(elementOf(stored.checksum.algorithm), stored.checksum.value),
      element('ChecksumType', stored.checksum.type),
    ],
  ]);
  return { status: 200, headers: {}, body };
};

/** The checksum that the copy of an object without one gets. */
function addedTo({ checksum }: StoredObject, { rely }: Call): ChecksumAlgorithm | undefined {
  if (checksum) return undefined;
  return rely('s3Checks') === 'aws' ? DEFAULT_CHECKSUM : undefined;
}

/** Finds the object to copy from. Throws if the key may not read it, or a condition of the request fails. */
export function findCopySource({ request: { headers }, context, requireReadable }: Call): StoredObject {
  const { bucket, key } = parseCopySource(String(headers['x-amz-copy-source']));
  const { id } = requireReadable(bucket);
  const source = context.objects.find({ bucketId: id, key });
  if (!source) throw new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: key });
  checkCopyConditions(headers, source);
  if (source.size > LARGEST_PIECE_BYTES && headers['x-amz-copy-source-range'] === undefined) {
    throw new S3Error(
      'InvalidRequest',
      `The specified copy source is larger than the maximum allowable size for a copy source: ${LARGEST_PIECE_BYTES}`,
    );
  }
  return source;
}

function readDirective(header: string | string[] | undefined): 'COPY' | 'REPLACE' {
  if (header === undefined || header === 'COPY') return 'COPY';
  if (header === 'REPLACE') return 'REPLACE';
  throw new S3Error('InvalidArgument', 'Unknown metadata directive.', {
    ArgumentName: 'x-amz-metadata-directive',
    ArgumentValue: String(header),
  });
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
