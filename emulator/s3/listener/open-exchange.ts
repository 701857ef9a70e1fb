import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { withoutFragment } from '../../http/target';
import type { S3Context } from '../context';
import { S3Error } from '../errors';
import { parseQuery, type QueryPairs } from '../query';
import { isPresigned, type S3Request } from '../request';
import type { Level } from '../routing/not-implemented';
import { findRoute, type Route } from '../routing/routes';
import { checkKey, type Target, type Targets } from '../routing/target';
import type { Exchange } from './exchange';

/** Parses a request and opens its journal entry. An unreadable request gets a `routeError`. */
export function openExchange(
  { journal, clock, epochs, clientBuckets }: Pick<S3Context, 'journal' | 'clock' | 'epochs' | 'clientBuckets'>,
  targets: Targets,
  incoming: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const { method = 'GET' } = incoming;
  const url = withoutFragment(incoming.url ?? '/');
  const { headers, refusal } = headersOf(incoming);
  const { target, query, error } = read(targets, url, headers);
  const signed: S3Request = { method, rawPath: target.rawPath, query, headers, body: incoming };
  const request = query.length > 0 && isPresigned(signed) ? { ...signed, headers: hoisted(query, headers) } : signed;
  const route: Route = error
    ? { kind: 'refused', error: () => error }
    : findRoute(method, levelOf(target), query, request.headers, clientBuckets !== undefined);
  const operation = route.kind === 'operation' ? route.operation : undefined;
  return {
    incoming,
    response,
    entry: journal.open({
      api: 's3',
      method,
      path: target.isVirtualHost ? `/${target.bucket}${target.rawPath}` : target.rawPath,
      query,
      headers,
      operation,
      key: target.key === '' ? undefined : target.key,
      at: clock.now(),
    }),
    target,
    signed,
    request,
    operation,
    refusal,
    routeError: route.kind === 'refused' ? route.error : undefined,
    epoch: epochs.current,
    waitsToSend: false,
    isHeld: false,
    isCurrent: undefined,
  };
}

/** Leaves out unreadable parts, because the signature is still checked first. */
function read(targets: Targets, url: string, headers: IncomingHttpHeaders) {
  const [rawPath = '/', ...rest] = url.split('?');
  let target: Target = { bucket: '', key: '', rawPath, rawQuery: rest.join('?'), isVirtualHost: false };
  let query: QueryPairs = [];
  try {
    query = parseQuery(target.rawQuery);
    target = targets.find(url, headers.host);
    checkKey(target.key);
    return { target, query, error: undefined };
  } catch (error) {
    return { target, query, error: error instanceof S3Error ? error : invalidUri() };
  }
}

function invalidUri(): S3Error {
  return new S3Error('InvalidURI', "Couldn't parse the specified URI.");
}

function levelOf({ bucket, key }: Target): Level {
  if (bucket === '') return 'service';
  return key === '' ? 'bucket' : 'object';
}

/** Parameters of the signature itself; every other `x-amz-…` parameter represents a header. */
const SIGNING = new Set(
  'algorithm credential date expires signedheaders signature security-token content-sha256'
    .split(' ')
    .map((name) => `x-amz-${name}`),
);

function hoisted(query: QueryPairs, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const all: IncomingHttpHeaders = {};
  for (const [name, value] of query) {
    const lower = name.toLowerCase();
    if (lower.startsWith('x-amz-') && !SIGNING.has(lower)) all[lower] = value;
  }
  return Object.assign(all, headers);
}

/**
 * Headers of a request. Where node joins the values of a repeated header with `, `, they are joined with `,`, which is what a signature covers and
 * what S3 stores as metadata. More than one `Host` is a `refusal`. Sources: SigV4, "Create a canonical request"; RFC 9112, section 3.2.
 */
function headersOf({ headers, rawHeaders }: IncomingMessage): {
  readonly headers: IncomingHttpHeaders;
  readonly refusal: S3Error | undefined;
} {
  let names = 0;
  for (const _ in headers) names += 1;
  if (rawHeaders.length === 2 * names) return { headers, refusal: undefined };
  const values = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = (rawHeaders[at + 1] ?? '').trim();
    const sent = values.get(name);
    if (sent) sent.push(value);
    else values.set(name, [value]);
  }
  const joined = [...values].filter(([name, sent]) => sent.length > 1 && headers[name] === sent.join(', '));
  return {
    headers: { ...headers, ...Object.fromEntries(joined.map(([name, sent]) => [name, sent.join(',')])) },
    refusal:
      (values.get('host')?.length ?? 0) > 1
        ? new S3Error(
            'BadRequest',
            'An error occurred when parsing the HTTP request: it has more than one Host header.',
          )
        : undefined,
  };
}
