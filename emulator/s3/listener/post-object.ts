import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_CHECKSUM, type StoredObject } from '../../domain/objects/records';
import { checkPostPolicy } from '../auth/post-policy';
import { readAnnounced } from '../body/announced';
import { checkBytes } from '../body/check-bytes';
import { piecesOf } from '../body/pieces';
import { S3Error } from '../errors';
import { readAttributes } from '../headers/attributes';
import { writeChecksum } from '../headers/checksums';
import { encodeKey } from '../operations/paging';
import { LARGEST_PIECE_BYTES } from '../operations/put-object';
import { ok, type S3Response } from '../response';
import { checkKey } from '../routing/target';
import { element, plainDocument } from '../xml/write';
import type { Exchange } from './exchange';
import { readForm, type UploadForm } from './form';
import { guard, Pace } from './guard';
import {
  bucketUrl,
  enterBucket,
  relied,
  requireBucket,
  requireCurrent,
  requireKey,
  requireSupported,
  startSending,
  toAuthContext,
} from './serve';

/** Placeholder in `key` for the name of the file. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is what forms say
const FILENAME = '${filename}';

/** An upload by an HTML form, with the signature in a field. Source: Amazon S3 API Reference, "POST Object". */
export async function postObject(exchange: Exchange): Promise<S3Response> {
  startSending(exchange);
  const pace = new Pace(exchange.context.slowBodyMs);
  const form = await readForm(exchange.incoming, pace);
  try {
    return await store(exchange, form, pace);
  } finally {
    // Reads and discards the rest of the form.
    form.file.resume();
  }
}

async function store(exchange: Exchange, form: UploadForm, pace: Pace): Promise<S3Response> {
  const { context, target } = exchange;
  const named = (name: string, value: string) =>
    name.toLowerCase() === 'key' ? value.replaceAll(FILENAME, () => form.filename ?? FILENAME) : value;
  const fields = form.fields.map(([name, value]) => [name, named(name, value)] as const);
  const permission = checkPostPolicy(fields, { ...toAuthContext(context), bucket: target.bucket });
  const caller = requireKey(exchange, permission.accessKeyId);
  const headers = toHeaders(fields);
  requireSupported(exchange, headers);
  const bucket = requireBucket(exchange, caller, target.bucket);
  enterBucket(exchange, caller, bucket, 'PostObject');
  const key = readKey(headers);
  const attributes = readAttributes(headers);
  const { md5, checksum } = readAnnounced(headers, false);
  const isAdded = checksum === undefined && relied(exchange, 's3Checks') === 'aws';
  const added = isAdded ? ({ algorithm: DEFAULT_CHECKSUM, value: () => undefined } as const) : undefined;
  const maxLength = Math.min(permission.maxLength ?? LARGEST_PIECE_BYTES, LARGEST_PIECE_BYTES);
  const current = () => requireCurrent(exchange, caller);
  const incoming = checkBytes(guard(piecesOf(form.file), { requireCurrent: current, pace }), {
    minLength: permission.minLength,
    maxLength,
    md5,
    checksum: checksum ? { algorithm: checksum.algorithm, value: () => checksum.value } : added,
  });
  const stored = await context.objects.put({ bucketId: bucket.id, key }, attributes, incoming, { condition: current });
  return toResponse(exchange, headers, stored);
}

/** Fields that are stored as headers as they are: S3 replaces what a header cannot hold in them by spaces. */
const PLAIN = /^(cache-control|content-.*|expires)$/;

const toLatin1 = (text: string) => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/gu, ' ');

/** Translates fields to the headers that PUT would have. */
function toHeaders(fields: UploadForm['fields']): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of fields) {
    const lower = name.toLowerCase();
    headers[lower === 'acl' ? 'x-amz-acl' : lower] = PLAIN.test(lower) ? toLatin1(value) : value;
  }
  if (headers.tagging !== undefined) headers['x-amz-tagging'] = headers.tagging;
  return headers;
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

function toResponse(exchange: Exchange, fields: IncomingHttpHeaders, stored: StoredObject): S3Response {
  const { bucket } = exchange.target;
  const { key } = stored;
  const etag = `"${stored.etag}"`;
  const location = `${bucketUrl(exchange)}/${encodeKey(key)}`;
  const headers: Record<string, string> = { etag, location };
  writeChecksum(stored.checksum, headers);
  const redirect = toRedirect(fields.success_action_redirect ?? fields.redirect);
  if (redirect) {
    for (const [name, value] of Object.entries({ bucket, key, etag })) redirect.searchParams.append(name, value);
    return { status: 303, headers: { ...headers, location: redirect.href }, body: '' };
  }
  if (fields.success_action_status === '200') return ok('', headers);
  if (fields.success_action_status !== '201') return { status: 204, headers };
  const parts = Object.entries({ Location: location, Bucket: bucket, Key: key, ETag: etag });
  const body = plainDocument(
    'PostResponse',
    parts.map(([name, text]) => element(name, text)),
  );
  return { status: 201, headers, body };
}

/** Where the browser goes next; an invalid URL is ignored. */
function toRedirect(text: string | string[] | undefined): URL | undefined {
  const url = text === undefined ? null : URL.parse(String(text));
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}
