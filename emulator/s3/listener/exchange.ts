import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Epoch } from '../../domain/epoch';
import type { S3Operation } from '../../domain/s3-operation';
import { withoutFragment } from '../../http/paths';
import type { OpenEntry } from '../../journal/entry';
import type { S3Context } from '../context';
import { S3Error } from '../errors';
import { parseQuery, type QueryPairs } from '../query';
import { isPresigned, type S3Request } from '../request';
import { findRoute, levelOf, noForm, type Route } from '../routing/routes';
import { checkKey, invalidUri, type Target, type Targets } from '../routing/target';
import type { Place } from './refuse';

/** One request and its response, with everything known about them so far. */
export interface Exchange {
  readonly context: S3Context;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: OpenEntry;
  readonly target: Target;
  /** The request as its error responses describe it. */
  readonly place: Place;
  /** The request as it was sent, which the signature covers. */
  readonly signed: S3Request;
  /** The request as it is meant: parameters of a presigned URL that are named like headers are headers. */
  readonly request: S3Request;
  /** Undefined: the service has no such operation; `routeError` says why. */
  readonly operation: S3Operation | undefined;
  readonly routeError: (() => S3Error) | undefined;
  /** An error that precedes the check of the signature. */
  readonly refusal: S3Error | undefined;
  /** When this epoch ends, the request is cut and has no further effect. */
  readonly epoch: Epoch;
  /** Whether the client waits for `100 Continue` before it sends its body. */
  waitsToSend: boolean;
  /** Whether a fault is holding the request: it cannot time out then. */
  isHeldByFault: boolean;
  /** Whether the key and the bucket still exist; undefined: the caller is not known yet. */
  isCurrent: (() => boolean) | undefined;
}

/** Parses a request and opens its journal entry. An unreadable request gets a `routeError`. */
export function openExchange(
  context: S3Context,
  { targets, hostId }: { readonly targets: Targets; readonly hostId: string },
  incoming: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const { method = 'GET' } = incoming;
  const url = withoutFragment(incoming.url ?? '/');
  const { headers, refusal } = headersOf(incoming);
  const { target, query, error } = read(targets, url, headers);
  const signed: S3Request = { method, rawPath: target.rawPath, query, headers, body: incoming };
  const request = isPresigned(signed) ? { ...signed, headers: hoisted(query, headers) } : signed;
  const route: Route = error
    ? () => error
    : findRoute(method, levelOf(target), query, request.headers, context.clientBuckets !== undefined);
  const [operation, routeError] = typeof route === 'string' ? [route, undefined] : [undefined, route];
  const path = target.isVirtualHost ? `/${target.bucket}${target.rawPath}` : target.rawPath;
  const key = target.key === '' ? undefined : target.key;
  const at = context.clock.now();
  const entry = context.journal.open({ api: 's3', method, path, query, headers, operation, key, at });
  return {
    context,
    incoming,
    response,
    entry,
    target,
    place: { method, resource: path, requestId: entry.requestId, hostId },
    signed,
    request,
    operation,
    refusal: refusal ?? (route === noForm ? (noForm as () => S3Error)() : undefined),
    routeError,
    epoch: context.epochs.current,
    waitsToSend: false,
    isHeldByFault: false,
    isCurrent: undefined,
  };
}

/** Leaves out unreadable parts, because the signature is still checked first. */
function read(targets: Targets, url: string, headers: IncomingHttpHeaders) {
  const [rawPath = '/', ...rest] = url.split('?');
  let target: Target = { bucket: '', key: '', rawPath, isVirtualHost: false };
  let query: QueryPairs = [];
  try {
    query = parseQuery(rest.join('?'));
    target = targets.find(url, headers.host);
    checkKey(target.key);
    return { target, query, error: undefined };
  } catch (error) {
    return { target, query, error: error instanceof S3Error ? error : invalidUri() };
  }
}

/** Parameters of the signature itself; every other `x-amz-…` parameter represents a header. */
const SIGNING = /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|security-token|content-sha256)$/;

/** Other headers of operations that signers put into the query of a presigned URL. No operation has a parameter of these names. */
const HOISTED = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'range',
]);

/** The headers of a presigned request: those in its query count unless they are sent. All of the query is signed. */
function hoisted(query: QueryPairs, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const all: IncomingHttpHeaders = {};
  for (const [name, value] of query) {
    const lower = name.toLowerCase();
    if (HOISTED.has(lower) || (lower.startsWith('x-amz-') && !SIGNING.test(lower))) all[lower] = value;
  }
  return Object.assign(all, headers);
}

/**
 * Headers of a request. Where node joins the values of a repeated header with `, `, they are joined with `,`, which is what a signature covers and
 * what S3 stores as metadata. More than one `Host` is a `refusal`. Sources: SigV4, "Create a canonical request"; RFC 9112, section 3.2.
 */
function headersOf(incoming: IncomingMessage): Pick<S3Request, 'headers'> & Pick<Exchange, 'refusal'> {
  const { headers, rawHeaders } = incoming;
  let names = 0;
  for (const _ in headers) names += 1;
  if (rawHeaders.length === 2 * names) return { headers, refusal: undefined };
  const { headersDistinct: sent } = incoming;
  const joined: IncomingHttpHeaders = {};
  for (const [name, values = []] of Object.entries(sent)) {
    if (values.length > 1 && headers[name] === values.join(', ')) joined[name] = values.join(',');
  }
  const says = 'An error occurred when parsing the HTTP request: it has more than one Host header.';
  const refusal = (sent.host ?? []).length > 1 ? new S3Error('BadRequest', says) : undefined;
  return { headers: { ...headers, ...joined }, refusal };
}
