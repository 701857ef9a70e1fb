import type { Json } from '../../contract/formats/json';
import { plural } from '../domain/counts';
import type { Hide } from '../domain/known-secrets';
import { nearMiss } from '../domain/nearest';
import { plainServer, redactAddresses, redactCopySource, withoutSignature } from './addresses';
import { withoutQuotes } from './quotes';
import { stringifiable } from './stringifiable';
import { unescapeXml } from './xml-text';

/*
 * The parts of requests that the journal and a dump show (E14): those listed here, and nothing else. A field that is known to be
 * secret shows its name and the type of its value; so does a near miss of a known name; anything else shows only that it was there.
 */

/** A field of a body: shown as a scalar, masked, an object of fields, or an array of scalars. */
type Shown = 'scalar' | 'masked' | 'address' | readonly [Shown] | { readonly [field: string]: Shown };

const scalars = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'scalar'] as const));

const BODY: { readonly [field: string]: Shown } = {
  ...scalars('id project_id name description max_size'),
  server: 'address',
  bucket_ids: ['scalar'],
  permissions: scalars('read write owner'),
  value: 'masked',
  username: 'masked',
  password: 'masked',
};

const QUERY = new Set(
  // Parameters of the control plane, then those of S3.
  (
    'cursor acl accelerate analytics attributes continuation-token cors delete delimiter encoding-type encryption fetch-owner ' +
    'intelligent-tiering inventory key-marker legal-hold lifecycle list-type location logging marker max-keys max-parts max-uploads ' +
    'metrics notification object-lock ownershipcontrols partnumber part-number-marker policy policystatus prefix publicaccessblock ' +
    'replication requestpayment restore retention select select-type start-after tagging torrent uploadid upload-id-marker uploads ' +
    'version-id-marker versionid versioning versions website x-id response-cache-control response-content-disposition ' +
    'response-content-encoding response-content-language response-content-type response-expires x-amz-algorithm x-amz-date ' +
    'x-amz-expires x-amz-signedheaders x-amz-content-sha256 x-amz-checksum-mode x-amz-checksum-algorithm x-amz-acl'
  ).split(' '),
);

/** Parameters known to let others replay a request. */
const MASKED_QUERY = new Set(['x-amz-signature', 'x-amz-credential', 'x-amz-security-token', 'signature']);

const HEADERS = new Set(
  (
    'accept accept-encoding content-encoding content-length content-type expect idempotency-key if-match if-modified-since ' +
    'if-none-match if-unmodified-since origin range transfer-encoding user-agent x-amz-acl x-amz-checksum-algorithm ' +
    'x-amz-checksum-mode x-amz-content-sha256 x-amz-copy-source x-amz-copy-source-range x-amz-date x-amz-decoded-content-length ' +
    'x-amz-expected-bucket-owner x-amz-metadata-directive x-amz-sdk-checksum-algorithm x-amz-server-side-encryption ' +
    'x-amz-storage-class x-amz-trailer amz-sdk-invocation-id amz-sdk-request'
  ).split(' '),
);

/** Fields of responses: of records, of pages, and of errors in every dialect. */
const RESPONSE: { readonly [field: string]: Shown } = {
  ...BODY,
  ...scalars(
    'alias endpoint created_at updated_at access_key_id pull_secret_id next_cursor type title status detail field ' +
      'message success ok result',
  ),
  secret_access_key: 'masked',
  error: scalars('id code message field'),
  errors: [scalars('id code message detail field')],
};

const RESPONSE_HEADERS = new Set(
  (
    'accept-ranges access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-max-age allow ' +
    'content-length content-range content-type etag last-modified link retry-after vary www-authenticate x-amz-bucket-region ' +
    'x-amz-copy-source-version-id x-amz-expiration x-amz-id-2 x-amz-mp-parts-count x-amz-request-id x-amz-storage-class ' +
    'x-amz-checksum-crc32 x-amz-checksum-crc32c x-amz-checksum-crc64nvme x-amz-checksum-sha1 x-amz-checksum-sha256 ' +
    'x-amz-checksum-type x-amz-server-side-encryption x-coffer-assumption'
  ).split(' '),
);

/** Elements of XML documents whose text is shown. */
const ELEMENTS = new Set(
  (
    'Code Bucket Name Key Prefix Delimiter Marker NextMarker StartAfter ContinuationToken NextContinuationToken MaxKeys KeyCount ' +
    'IsTruncated ETag Size LastModified CreationDate StorageClass UploadId PartNumber MaxParts MaxUploads LocationConstraint Location ' +
    'RequestId HostId Resource Permission Status'
  ).split(' '),
);

const REDACTED = '[redacted]';
/** How much of a list or of a document is kept. */
const MOST_RECORDS = 10;
const LONGEST_DOCUMENT = 2048;
const LONGEST_TEXT = 1024;
const MOST_ELEMENTS = 1024;

/** Headers that the journal keeps. */
export const shownHeaders: ReadonlySet<string> = HEADERS;

/** Whether the journal keeps the value at this place in a body, given as the path of names to it. */
export function isShownAt([first = '', ...rest]: readonly string[]): boolean {
  const shown = Object.hasOwn(BODY, first) ? BODY[first] : undefined;
  if (shown === undefined || shown === 'masked') return false;
  if (typeof shown === 'string') return rest.length === 0;
  if (Array.isArray(shown)) return rest.length === 0 || (rest.length === 1 && /^\d+$/.test(rest[0] ?? ''));
  return rest.length === 0 || (rest.length === 1 && Object.hasOwn(shown, rest[0] ?? ''));
}

/** Redacts a request's body for the journal. `hide`, here and below: takes known secrets out of what is shown. */
export function redactBody(body: Json, hide: Hide = asIs): Json {
  return stringifiable(show(body, BODY, hide));
}

const asIs: Hide = (text) => text;

/** Redacts a response's body for the journal; undefined where there is none, or the bytes of an object. `message`: that of the journal, without secrets. */
export function redactResponse(body: unknown, message?: string, hide: Hide = asIs): Json | undefined {
  if (body === undefined || body === '' || ArrayBuffer.isView(body)) return undefined;
  if (body !== null && typeof body === 'object' && 'chunks' in body) return undefined;
  if (typeof body === 'string') return body.startsWith('<?xml') ? redactDocument(body, message, hide) : REDACTED;
  return stringifiable(showRecords(body as Json, hide));
}

/** Redacts a response's headers for the journal: drops unknown ones. Of a fault's own headers only numbers and dates are shown. */
export function redactResponseHeaders(
  headers: Readonly<Record<string, string>>,
  isInjected: boolean,
  hide: Hide = asIs,
): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name in headers) {
    if (!RESPONSE_HEADERS.has(name)) continue;
    const value = hide(headers[name] ?? '');
    all[name] = isInjected && !PLAIN.test(value) ? REDACTED : shorten(name === 'link' ? value : redactAddresses(value));
  }
  return all;
}

/** A number, a date, or a type that our own errors have. */
const PLAIN =
  /^(?:\d+(?:\.\d+)?|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|application\/(?:problem\+)?(?:json|xml)(?:; charset=utf-8)?)$/;

export function redactQuery(
  query: Iterable<readonly [string, unknown]>,
  hide: Hide = asIs,
): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  let others = 0;
  for (const [name, value] of query) {
    const known = name.toLowerCase();
    if (QUERY.has(known)) all[name] = shorten(hide(String(value)));
    else if (MASKED_QUERY.has(known)) all[name] = REDACTED;
    else others += 1;
  }
  return others === 0 ? all : { ...all, ...otherNames(others, 'parameter') };
}

/** Redacts headers for the journal: drops unknown ones, including their names, and credentials in addresses. */
export function redactHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  hide: Hide = asIs,
): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !HEADERS.has(name)) continue;
    const redact = name === 'x-amz-copy-source' ? redactCopySource : redactAddresses;
    all[name] = shorten(redact(hide(String(value))));
  }
  return all;
}

/** The name of a server, without what may be credentials: `https://user:password@host`, `host/?password=…`. */
export function redactServer(server: string, hide: Hide = asIs): string {
  const hidden = hide(server);
  const plain = plainServer(hidden);
  return plain === undefined ? REDACTED : shorten(plain === hidden ? plain : `${plain}?${REDACTED}`);
}

function showRecords(body: Json, hide: Hide): Json {
  if (Array.isArray(body)) return showFirst(body, MOST_RECORDS, RESPONSE, hide);
  if (body === null || typeof body !== 'object' || !('data' in body)) return show(body, RESPONSE, hide);
  const { data = null, ...more } = body;
  return { data: data === null ? null : showRecords(data, hide), ...(show(more, RESPONSE, hide) as object) };
}

function showFirst(list: readonly Json[], most: number, shown: Shown, hide: Hide): Json {
  const kept = list.slice(0, most).map((each) => show(each, shown, hide));
  return list.length > most ? [...kept, `[${list.length - most} more]`] : kept;
}

/** `message`: the one of the journal. Others may quote what the client sent. */
function showElement(name: string, text: string, message: string | undefined, hide: Hide): string {
  if (name !== 'Message' && !ELEMENTS.has(name)) return REDACTED;
  const plain = unescapeXml(text);
  if (hide(plain) !== plain) return REDACTED;
  if (name !== 'Message') return withoutSignature(text);
  return [plain, withoutQuotes(plain)].find((each) => each === message || each === ACCESS_DENIED) ?? REDACTED;
}

/** What S3 says where the journal has the reason. */
const ACCESS_DENIED = 'Access Denied';

/** The beginning of an XML document; the text of unknown elements is masked. */
function redactDocument(text: string, message: string | undefined, hide: Hide): string {
  const isWhole = text.length <= LONGEST_DOCUMENT;
  const part = isWhole ? text : text.slice(0, text.lastIndexOf('<', LONGEST_DOCUMENT));
  const shown = part.replace(
    /<(\w+)([^<>]*)>([^<]+)/g,
    (_, name, rest, text) => `<${name}${rest}>${showElement(name, text, message, hide)}`,
  );
  return isWhole ? shown : `${shown}…`;
}

function show(value: Json, shown: Shown, hide: Hide): Json {
  if (shown === 'masked') return mask(value);
  if (shown === 'address') return typeof value === 'string' ? redactServer(value, hide) : mask(value);
  if (shown === 'scalar') {
    if (typeof value === 'string') return shorten(hide(value));
    // As in a parsed body: records hold sizes as integers of 64 bits, which `JSON.stringify` refuses.
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    return value !== null && typeof value === 'object' ? mask(value) : value;
  }
  if (isList(shown)) return Array.isArray(value) ? showFirst(value, MOST_ELEMENTS, shown[0], hide) : mask(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return mask(value);
  return showFields(value as { readonly [field: string]: Json }, shown, hide);
}

const isList = (shown: Exclude<Shown, string>): shown is readonly [Shown] => Array.isArray(shown);

function showFields(
  value: { readonly [field: string]: Json },
  shown: { readonly [field: string]: Shown },
  hide: Hide,
): Json {
  const [known, others]: [[string, Json][], string[]] = [[], []];
  for (const [field, part] of Object.entries(value)) {
    // JSON leaves them out.
    if (part === undefined) continue;
    const how = Object.hasOwn(shown, field) ? shown[field] : undefined;
    if (how) known.push([field, show(part, how, hide)]);
    else if (nearMiss(field, Object.keys(shown)) !== undefined) known.push([field, mask(part)]);
    else others.push(field);
  }
  const fields = Object.fromEntries(known);
  return others.length === 0 ? fields : { ...fields, ...otherNames(others.length, 'field') };
}

/** Hides the names too, because the client chose them. */
function otherNames(count: number, what: string): Record<string, string> {
  return { [`[${count} other ${plural(count, what)}]`]: REDACTED };
}

function mask(value: Json): string {
  if (typeof value === 'string') return REDACTED;
  const kind =
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'bigint' ? 'number' : typeof value;
  return `[redacted ${kind}]`;
}

/** Whether a text that the journal shows was longer. */
export function isShortened(text: string): boolean {
  return text.length > LONGEST_TEXT;
}

function shorten(text: string): string {
  return isShortened(text) ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
