import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_CHECKSUM, type StoredObject } from '../../domain/objects/records';
import { checkPostPolicy } from '../auth/post-policy';
import { readAnnounced } from '../body/announced';
import { checkBytes } from '../body/check-bytes';
import { piecesOf } from '../body/pieces';
import type { S3Context } from '../context';
import { S3Error } from '../errors';
import { readAttributes } from '../headers/attributes';
import { writeChecksum } from '../headers/checksums';
import { encodeKey } from '../operations/paging';
import { LARGEST_PIECE_BYTES } from '../operations/put-object';
import type { S3Response } from '../response';
import { checkKey } from '../routing/target';
import { element, plainDocument } from '../xml/write';
import type { Exchange } from './exchange';
import { readForm, type UploadForm } from './form';
import { guard } from './guard';
import { Pace } from './pace';
import {
  bucketUrl,
  endWithBucket,
  relied,
  requireBucket,
  requireCurrent,
  requireKey,
  requirePermission,
  requireSupported,
  startSending,
  toAuthContext,
} from './serve';

/** Placeholder in `key` for the name of the file. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is what forms say
const FILENAME = '${filename}';

/** An upload by an HTML form, with the signature in a field. Source: Amazon S3 API Reference, "POST Object". */
export async function postObject(context: S3Context, exchange: Exchange): Promise<S3Response> {
  startSending(exchange);
  const pace = new Pace(context.slowBodyMs);
  const form = await readForm(exchange.incoming, pace);
  try {
    return await store(context, exchange, form, pace);
  } finally {
    // Reads and discards the rest of the form.
    form.file.resume();
  }
}

async function store(context: S3Context, exchange: Exchange, form: UploadForm, pace: Pace): Promise<S3Response> {
  const { target } = exchange;
  const fields = form.fields.map(([name, value]) =>
    name.toLowerCase() === 'key'
      ? ([name, value.replaceAll(FILENAME, () => form.filename)] as const)
      : ([name, value] as const),
  );
  const permission = checkPostPolicy(fields, { ...toAuthContext(context), bucket: target.bucket });
  const caller = requireKey(context, exchange, permission.accessKeyId);
  const headers = toHeaders(fields);
  requireSupported(context, exchange, headers);
  const bucket = requireBucket(context, exchange, caller, target.bucket);
  requirePermission(context, exchange, caller, bucket, 'PostObject');
  endWithBucket(context, exchange, caller, bucket);
  const key = readKey(headers);
  const attributes = readAttributes(headers);
  const { md5, checksum } = readAnnounced(toFields(headers), false);
  const isAdded = checksum === undefined && relied(context, exchange, 's3Checks') === 'aws';
  const added = isAdded ? ({ algorithm: DEFAULT_CHECKSUM, value: () => undefined } as const) : undefined;
  const maxLength = Math.min(permission.maxLength ?? LARGEST_PIECE_BYTES, LARGEST_PIECE_BYTES);
  const current = () => requireCurrent(context, exchange, caller);
  const incoming = checkBytes(guard(piecesOf(form.file), { requireCurrent: current, pace }), {
    minLength: permission.minLength,
    maxLength,
    md5,
    checksum: checksum ? { algorithm: checksum.algorithm, value: () => checksum.value } : added,
  });
  const stored = await context.objects.put({ bucketId: bucket.id, key }, attributes, incoming, { condition: current });
  return toResponse(exchange, headers, stored);
}

/** Translates fields to the headers that PUT would have. */
function toHeaders(fields: UploadForm['fields']): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of fields) {
    const lower = name.toLowerCase();
    headers[lower === 'acl' ? 'x-amz-acl' : lower] = value;
  }
  if (headers.tagging !== undefined) headers['x-amz-tagging'] = headers.tagging;
  return headers;
}

function toFields(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function readKey({ key }: IncomingHttpHeaders): string {
  if (key === undefined || key === '') {
    throw new S3Error(
      'UserKeyMustBeSpecified',
      'The bucket POST must contain the specified field name. If it is specified, check the order of the fields.',
    );
  }
  checkKey(String(key));
  return String(key);
}

function toResponse(
  exchange: Exchange,
  fields: IncomingHttpHeaders,
  { key, etag, checksum }: StoredObject,
): S3Response {
  const { bucket } = exchange.target;
  const location = `${bucketUrl(exchange)}/${encodeKey(key)}`;
  const headers: Record<string, string> = { etag: `"${etag}"`, location };
  writeChecksum(checksum, headers);
  const redirect = toRedirect(fields.success_action_redirect ?? fields.redirect);
  if (redirect) {
    redirect.searchParams.append('bucket', bucket);
    redirect.searchParams.append('key', key);
    redirect.searchParams.append('etag', `"${etag}"`);
    return { status: 303, headers: { ...headers, location: redirect.href }, body: '' };
  }
  switch (fields.success_action_status) {
    case '200':
      return { status: 200, headers, body: '' };
    case '201': {
      const parts = [
        ['Location', location],
        ['Bucket', bucket],
        ['Key', key],
        ['ETag', `"${etag}"`],
      ] as const;
      return {
        status: 201,
        headers,
        body: plainDocument(
          'PostResponse',
          parts.map(([name, text]) => element(name, text)),
        ),
      };
    }
    default:
      return { status: 204, headers };
  }
}

/** Where the browser goes next; an invalid URL is ignored. */
function toRedirect(text: string | string[] | undefined): URL | undefined {
  const url = text === undefined ? null : URL.parse(String(text));
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}
