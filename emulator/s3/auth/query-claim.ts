import { S3Error } from '../errors';
import { findAmzHeader, type S3Request } from '../request';
import type { AuthContext, Claim } from './claim';
import { MAX_SKEW_MS } from './clock-skew';
import { parseCredential, type Refuse, readSignedAt } from './credential';
import { type Timestamp, toIsoSeconds } from './timestamp';

const MAX_EXPIRES_S = 7 * 24 * 60 * 60;

const REQUIRED = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-Amz-Date',
  'X-Amz-SignedHeaders',
  'X-Amz-Expires',
] as const;

/** Reads the `X-Amz-…` parameters of a presigned URL; refuses malformed, expired and not yet valid ones. */
export function readQueryClaim(request: S3Request, context: AuthContext): Claim {
  const parameters = readParameters(request);
  if (parameters['X-Amz-Algorithm'] !== 'AWS4-HMAC-SHA256') {
    throw invalid('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  }
  const credential = parseCredential(parameters['X-Amz-Credential'], context.region, invalidCredential);
  const signedAt = readSignedAt(parameters['X-Amz-Date'], credential, invalid);
  checkTime(signedAt, parseExpires(parameters['X-Amz-Expires']), context);
  return {
    credential,
    signedAt,
    signedHeaders: parameters['X-Amz-SignedHeaders'].split(';'),
    signature: parameters['X-Amz-Signature'],
    payloadHash: findAmzHeader(request, 'x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD',
  };
}

function readParameters({ query }: S3Request): Record<(typeof REQUIRED)[number], string> {
  const entries = REQUIRED.map((name) => {
    const values = query.filter((parameter) => parameter[0] === name);
    const value = values[0]?.[1];
    if (value && values.length === 1) return [name, value] as const;
    const names = `${REQUIRED.slice(0, -1).join(', ')}, and ${REQUIRED.at(-1)}`;
    throw invalid(`Query-string authentication version 4 requires the ${names} parameters.`);
  });
  return Object.fromEntries(entries) as Record<(typeof REQUIRED)[number], string>;
}

/** The lifetime in seconds: 0, with which a URL has expired when it is made, to 604,800. */
function parseExpires(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw invalid('X-Amz-Expires should be a number');
  const expiresS = Number(text);
  if (expiresS < 0) throw invalid('X-Amz-Expires must be non-negative');
  if (expiresS <= MAX_EXPIRES_S) return expiresS;
  throw invalid(
    `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than ${MAX_EXPIRES_S} seconds`,
  );
}

/** Checks expiry against the virtual clock, and a signing time in the future against real time (E5). */
function checkTime(signedAt: Timestamp, expiresS: number, { now, realNow }: AuthContext): void {
  if (signedAt.ms > realNow() + MAX_SKEW_MS) {
    throw new S3Error('AccessDenied', 'Request is not valid yet', {
      'X-Amz-Date': signedAt.text,
      ServerTime: toIsoSeconds(realNow()),
    });
  }
  const expiresAt = signedAt.ms + expiresS * 1000;
  if (now() < expiresAt) return;
  throw new S3Error('AccessDenied', 'Request has expired', {
    'X-Amz-Expires': String(expiresS),
    Expires: toIsoSeconds(expiresAt),
    ServerTime: toIsoSeconds(now()),
  });
}

const invalid: Refuse = (message, details) => new S3Error('AuthorizationQueryParametersError', message, details);

const invalidCredential: Refuse = (message, details) =>
  invalid(`Error parsing the X-Amz-Credential parameter; ${message}`, details);
