import { invalidArgument, invalidRequest, S3Error } from '../errors';
import type { S3Request } from '../request';
import type { AuthContext, Claim } from './claim';
import { checkAge } from './clock-skew';
import { checkDay, parseCredential, type Refuse } from './credential';
import { parseDateHeader, parseTimestamp, type Timestamp } from './timestamp';

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
