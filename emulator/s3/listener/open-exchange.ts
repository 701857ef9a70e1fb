import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from '../errors';
import type { S3Context } from '../ports';
import { parseQuery, type QueryPairs } from '../query';
import { isPresigned, type S3Request } from '../request';
import type { Level } from '../routing/not-implemented';
import { findRoute, type Route } from '../routing/routes';
import type { Target, Targets } from '../routing/target';
import type { Exchange } from './exchange';

/** Reads what a request is about, and writes it down. A request that cannot be read is one whose refusal says so. */
export function openExchange(
  { journal, clock }: Pick<S3Context, 'journal' | 'clock'>,
  targets: Targets,
  incoming: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const { method = 'GET', url = '/', headers } = incoming;
  const { target, query, error } = read(targets, url, headers);
  const signed: S3Request = { method, rawPath: target.rawPath, query, headers, body: incoming };
  const request = query.length > 0 && isPresigned(signed) ? { ...signed, headers: hoisted(query, headers) } : signed;
  const route: Route = error
    ? { kind: 'refused', error: () => error }
    : findRoute(method, levelOf(target), query, request.headers);
  const operation = route.kind === 'operation' ? route.operation : undefined;
  return {
    incoming,
    response,
    entry: journal.open({
      method,
      path: target.isVirtualHost ? `/${target.bucket}${target.rawPath}` : target.rawPath,
      query: journaled(query),
      operation,
      at: clock.now(),
    }),
    target,
    signed,
    request,
    operation,
    refusal: route.kind === 'refused' ? route.error : undefined,
    waitsToSend: false,
    isCurrent: undefined,
  };
}

function read(targets: Targets, url: string, headers: IncomingHttpHeaders) {
  try {
    const target = targets.find(url, headers.host);
    return { target, query: parseQuery(target.rawQuery), error: undefined };
  } catch (error) {
    const rawPath = url.split('?', 1)[0] ?? '/';
    const target: Target = { bucket: '', key: '', rawPath, rawQuery: '', isVirtualHost: false };
    const refusal = error instanceof S3Error ? error : new S3Error('InvalidURI', "Couldn't parse the specified URI.");
    return { target, query: [], error: refusal };
  }
}

function levelOf({ bucket, key }: Target): Level {
  if (bucket === '') return 'service';
  return key === '' ? 'bucket' : 'object';
}

/** Parameters of the signature itself: everything else of `x-amz-…` stands for a header. */
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

const REDACTED = '[redacted]';
const SECRET = new Set(['x-amz-signature', 'x-amz-credential', 'x-amz-security-token', 'signature', 'awsaccesskeyid']);
const NO_QUERY: Readonly<Record<string, string>> = Object.freeze({});

/** The query without what would let others repeat the request. */
function journaled(query: QueryPairs): Readonly<Record<string, string>> {
  if (query.length === 0) return NO_QUERY;
  return Object.fromEntries(query.map(([name, value]) => [name, SECRET.has(name.toLowerCase()) ? REDACTED : value]));
}
