import { isShortened } from './allow-list';
import type { JournalEntry } from './entry';

/** Headers that curl sets itself, or that belong to one signature or one body. */
const LEFT_OUT = new Set(
  (
    'accept accept-encoding content-length expect transfer-encoding user-agent x-amz-content-sha256 x-amz-date ' +
    'x-amz-decoded-content-length x-amz-sdk-checksum-algorithm x-amz-trailer amz-sdk-invocation-id amz-sdk-request'
  ).split(' '),
);

/** Parameters of the signature of a presigned URL. */
const SIGNING = /^x-amz-(?:algorithm|credential|date|expires|signedheaders|signature|security-token|content-sha256)$/i;

const REDACTED = '[redacted]';

/**
 * The request as a command for a POSIX shell. It holds no secret: URL, token and keys come from the environment that the emulator and its
 * dashboard print, masked fields from `$SECRET_…`, the bytes of an object from the file `body`. What the journal hides is left out, and a
 * comment says so where that is a part of the request. Undefined: there is no path to send it to, or no method, or it is a change of the dashboard.
 */
export function toCurl(request: JournalEntry): string | undefined {
  const { api, method, path } = request;
  if (method === '' || !path.startsWith('/') || api === 'dashboard') return undefined;
  const isS3 = api === 's3';
  const url = quote(`${path}${queryOf(request)}`);
  const body = isS3 ? objectBody(request) : jsonBody(request);
  const words = [
    'curl --globoff --path-as-is',
    method === 'HEAD' ? '--head' : `--request ${method}`,
    ...(isS3
      ? [`--aws-sigv4 "aws:amz:\${AWS_REGION:-us-east-1}:s3"`, '--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"']
      : ['--header "Authorization: Bearer $COFFER_TOKEN"']),
    ...headersOf(request),
    ...body,
    `"$${isS3 ? 'AWS_ENDPOINT_URL_S3' : 'COFFER_BASE_URL'}"${url}`,
  ];
  return `${isWhole(request, body) ? '' : NOT_WHOLE}${words.join(' \\\n  ')}`;
}

const NOT_WHOLE =
  '# This is not the whole request: the journal has the beginning of long texts and lists, and nothing unknown or invalid.\n';

function isWhole({ api, headers, query, body }: JournalEntry, words: readonly string[]): boolean {
  let is =
    api === 's3' || words.length > 0 || !(Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding']);
  JSON.stringify([headers, query, body], (name, value) => {
    const isLeftOut = OTHERS.test(name) || (typeof value === 'string' && (isShortened(value) || HIDDEN.test(value)));
    is &&= !isLeftOut;
    return value;
  });
  return is;
}

/** What is in place of fields, parameters and elements that the journal leaves out, and of values that are no texts. */
const OTHERS = /^\[\d+ other (?:field|parameter)s?\]$/;
const HIDDEN = /^\[(?:\d+ more|redacted \w+)\]$/;

function queryOf({ query }: JournalEntry): string {
  const pairs = Object.entries(query)
    .filter(([name, value]) => value !== REDACTED && !SIGNING.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function headersOf({ headers, body, api }: JournalEntry): string[] {
  const kept = Object.entries(headers).filter(([name, value]) => {
    if (LEFT_OUT.has(name)) return false;
    // The chunks of a signed stream are of one signature.
    return name !== 'content-encoding' || !value.includes('aws-chunked');
  });
  const hasType = kept.some(([name]) => name === 'content-type');
  // curl's own type would be that of a form.
  const type = api === 'rest' && body !== undefined && !hasType ? ["--header 'Content-Type: application/json'"] : [];
  return [...kept.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`), ...type];
}

/** The known fields; a masked one comes from the environment. */
function jsonBody({ body }: JournalEntry): string[] {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return [];
  const text = JSON.stringify(body, (name, value) => {
    if (OTHERS.test(name)) return undefined;
    return Array.isArray(value)
      ? value.filter((each) => !['[redacted array]', '[redacted object]'].includes(each))
      : value;
  });
  const parts = text.split(/("[^"\\]+":)"\[redacted[^"]*\]"/).map((part, index) => {
    if (index % 2 === 0) return quote(part.replace(/,"\[\d+ more\]"\]/g, ']'));
    const name = part.slice(1, -2).replace(/\W/g, '_').toUpperCase();
    return `${quote(part)}"\\"$SECRET_${name}\\""`;
  });
  return [`--data ${parts.filter((part) => part !== "''").join('')}`];
}

function objectBody({ method, headers }: JournalEntry): string[] {
  const length = headers['x-amz-decoded-content-length'] ?? headers['content-length'];
  return method === 'GET' || method === 'HEAD' || length === undefined || length === '0' ? [] : ['--data-binary @body'];
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
