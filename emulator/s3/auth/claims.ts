import { invalidArgument, invalidRequest, S3Error } from '../errors';
import { findAmzHeader, type S3Request } from '../request';
import {
  type Covered,
  parseDateHeader,
  parseTimestamp,
  type Timestamp,
  toIsoSeconds,
  toTimestamp,
} from './signature-v4';

/*
 * What a request says about its signature, parsed and in time, but not verified yet: in the header `Authorization`, or in `X-Amz-…` parameters.
 *
 * Specifications: Amazon S3 API Reference, "Authenticating requests: using the Authorization header", "Authenticating requests: using query
 * parameters"; the messages are those of S3.
 */

/** A request's claims about its signature, parsed but not verified yet. */
export interface Claim extends Covered {
  readonly credential: Credential;
  readonly signedAt: Timestamp;
  readonly signature: string;
}

export interface AuthContext {
  /** The secret half of a key, or undefined if the key does not exist (any more). */
  readonly findSecret: (accessKeyId: string) => string | undefined;
  /** Real time in milliseconds: judges the age of a signature (E5). */
  readonly realNow: () => number;
  /** The virtual clock in milliseconds: judges when a presigned URL or a POST policy has expired (E5). */
  readonly now: () => number;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
}

/** Reads `Authorization: AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`; refuses malformed or skewed values. */
export function readHeaderClaim(request: S3Request, authorization: string, context: AuthContext): Claim {
  const values = parseAuthorization(authorization);
  const credential = parseCredential(values.Credential, context.region, malformed);
  const signedAt = readDate(request);
  checkDay(credential, signedAt.text, malformed);
  checkAge(signedAt, context.realNow());
  const payloadHash = request.headers['x-amz-content-sha256'];
  if (payloadHash === undefined) {
    throw invalidRequest('Missing required header for this request: x-amz-content-sha256');
  }
  return {
    credential,
    signedAt,
    signedHeaders: values.SignedHeaders.split(';'),
    signature: values.Signature,
    payloadHash: String(payloadHash),
  };
}

/** The form that SDKs write. */
const USUAL = /^AWS4-HMAC-SHA256 Credential=([^ ,]+), ?SignedHeaders=([^ ,]+), ?Signature=([^ ,]+)$/;

function parseAuthorization(authorization: string) {
  const usual = USUAL.exec(authorization);
  if (usual) {
    const [, Credential = '', SignedHeaders = '', Signature = ''] = usual;
    return { Credential, SignedHeaders, Signature };
  }
  const [scheme = '', ...rest] = authorization.split(' ');
  if (scheme === 'AWS' || scheme.startsWith('AWS4-ECDSA')) throw unsupported();
  if (scheme !== 'AWS4-HMAC-SHA256') {
    // Differs: S3 echoes the header in `ArgumentValue`. It may hold a password.
    throw invalidArgument('Unsupported Authorization Type', 'Authorization');
  }
  const values = new Map<string, string>();
  for (const component of rest.join(' ').split(',')) {
    const [, name, value] = /^ *([A-Za-z]+)=([^ ]+) *$/.exec(component) ?? [];
    if (name === undefined || value === undefined || values.has(name)) throw malformed(COMPONENTS);
    values.set(name, value);
  }
  const [Credential, SignedHeaders, Signature] = ['Credential', 'SignedHeaders', 'Signature'].map((n) => values.get(n));
  if (Credential === undefined || SignedHeaders === undefined || Signature === undefined || values.size > 3) {
    throw malformed(COMPONENTS);
  }
  return { Credential, SignedHeaders, Signature };
}

const COMPONENTS = 'the authorization header requires three components: Credential, SignedHeaders, and Signature.';

const malformed: Refuse = (message, details) =>
  new S3Error('AuthorizationHeaderMalformed', `The authorization header is malformed; ${message}`, details);

/** The error for other signature versions: version 2, and the asymmetric 4A. `cure`: a sentence that follows it. */
export function unsupported(cure = ''): S3Error {
  return invalidRequest(
    `The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.${cure}`,
  );
}

function readDate({ headers }: S3Request): Timestamp {
  const amzDate = headers['x-amz-date'];
  const signedAt = amzDate === undefined ? parseDateHeader(headers.date ?? '') : parseTimestamp(String(amzDate));
  if (signedAt !== undefined) return signedAt;
  throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
}

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

/** The key that signed, and the scope of the signature. */
export interface Credential {
  readonly accessKeyId: string;
  /** `20130524`. */
  readonly date: string;
  readonly region: string;
  /** `20130524/us-east-1/s3/aws4_request`. */
  readonly scope: string;
}

/** Creates an error that fits the place of the credential. */
export type Refuse = (message: string, details?: Readonly<Record<string, string>>) => S3Error;

/** Reads `<access key id>/20130524/us-east-1/s3/aws4_request`. `region`: the only one to accept; undefined: any. */
export function parseCredential(text: string, region: string | undefined, refuse: Refuse): Credential {
  const parts = text.split('/');
  const [date, scopeRegion, service, terminal] = parts.slice(-4);
  const accessKeyId = parts.slice(0, -4).join('/');
  if (!accessKeyId || date === undefined || !scopeRegion || service === undefined || terminal === undefined) {
    throw refuse('the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".');
  }
  if (!/^\d{8}$/.test(date)) {
    throw refuse(`incorrect date format "${date}". This date in the credential must be in the format "yyyyMMdd".`);
  }
  if (region !== undefined && scopeRegion !== region) {
    throw refuse(`the region '${scopeRegion}' is wrong; expecting '${region}'`, { Region: region });
  }
  if (service !== 's3') throw refuse(`incorrect service "${service}". This endpoint belongs to "s3".`);
  if (terminal !== 'aws4_request') {
    throw refuse(`incorrect terminal "${terminal}". This endpoint uses "aws4_request".`);
  }
  return { accessKeyId, date, region: scopeRegion, scope: `${date}/${scopeRegion}/s3/aws4_request` };
}

/** Reads `X-Amz-Date`, which must be of the day of the credential. */
export function readSignedAt(text: string, credential: Credential, refuse: Refuse): Timestamp {
  const signedAt = parseTimestamp(text);
  if (signedAt === undefined) throw refuse(`X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'"`);
  checkDay(credential, text, refuse);
  return signedAt;
}

/** A scope is valid for one day: that of the signature. */
function checkDay({ date }: Credential, signedAt: string, refuse: Refuse): void {
  const day = signedAt.slice(0, 8);
  if (date === day) return;
  throw refuse(`Invalid credential date "${date}". This date is not the same as X-Amz-Date: "${day}".`);
}

/** Allowed clock skew between client and server, for every way to sign, in milliseconds. */
const MAX_SKEW_MS = 15 * 60 * 1000;

/** Refuses a signature in headers that is older or newer than {@link MAX_SKEW_MS} by real time (E5): a test that moves the clock must not break every SDK. */
function checkAge(signedAt: Timestamp, realNow: number): void {
  if (Math.abs(realNow - signedAt.ms) <= MAX_SKEW_MS) return;
  throw new S3Error(
    'RequestTimeTooSkewed',
    'The difference between the request time and the current time is too large.',
    {
      RequestTime: toTimestamp(signedAt.ms),
      ServerTime: toIsoSeconds(realNow),
      MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
    },
  );
}
