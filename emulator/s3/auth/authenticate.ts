import { invalidArgument, S3Error } from '../errors';
import { findAmzHeader, type S3Request } from '../request';
import { normalizePath, toCanonicalRequest, toStringToSign } from './canonical-request';
import type { AuthContext, Claim } from './claim';
import { readHeaderClaim, unsupported } from './header-claim';
import { checkPayloadHash, type PayloadSigning, toPayloadSigning } from './payload-signing';
import { readQueryClaim } from './query-claim';
import { invalidToken, unsigned, wrongSignature } from './refusals';
import { findSigningKey, sameSignature, sign } from './signing-key';

/** The key that signed, and how the signature covers the body. */
export interface Authenticated {
  readonly accessKeyId: string;
  readonly payload: PayloadSigning;
}

/**
 * Checks the signature of a request: `Authorization: AWS4-HMAC-SHA256 …`, or the `X-Amz-…` parameters of a presigned URL.
 * Throws an {@link S3Error} with the reason for a refusal; anonymous requests are `AccessDenied`. Source: SigV4 for Amazon S3.
 */
export function authenticate(request: S3Request, context: AuthContext): Authenticated {
  const claim = readClaim(request, context);
  if (findAmzHeader(request, 'x-amz-security-token') !== undefined) throw invalidToken();
  checkPayloadHash(claim.payloadHash);
  checkSignedHeaders(request, claim);
  const signingKey = findSigningKey(claim.credential, context);
  checkSignature(request, claim, signingKey);
  return { accessKeyId: claim.credential.accessKeyId, payload: toPayloadSigning(claim, signingKey) };
}

function readClaim(request: S3Request, context: AuthContext): Claim {
  const { authorization } = request.headers;
  const has = (...names: readonly string[]) => request.query.some(([name]) => names.includes(name));
  const v4 = has('X-Amz-Algorithm', 'X-Amz-Signature');
  const v2 = has('Signature', 'AWSAccessKeyId');
  if (authorization !== undefined && (v4 || v2)) {
    throw invalidArgument(
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter ' +
        'or the Authorization header should be specified',
      'Authorization',
    );
  }
  if (authorization !== undefined) return readHeaderClaim(request, authorization, context);
  if (v4) return readQueryClaim(request, context);
  if (v2) {
    throw unsupported(
      ' This URL is signed with version 2, as boto3 does by default for us-east-1: ' +
        'create its client with Config(signature_version="s3v4").',
    );
  }
  throw unsigned();
}

/** `host` and every `x-amz-…` header must be signed. */
function checkSignedHeaders({ headers }: S3Request, { signedHeaders }: Claim): void {
  const unsigned = signedHeaders.includes('host') ? [] : ['host'];
  for (const name in headers) {
    if (name.startsWith('x-amz-') && !signedHeaders.includes(name)) unsigned.push(name);
  }
  if (unsigned.length === 0) return;
  throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
    HeadersNotSigned: unsigned.join(', '),
  });
}

function checkSignature(request: S3Request, claim: Claim, signingKey: Uint8Array): void {
  const { text } = claim.signedAt;
  const { scope, accessKeyId } = claim.credential;
  const textFor = (path: string) => toStringToSign({ text, scope }, toCanonicalRequest(request, claim, path));
  const stringToSign = textFor(request.rawPath);
  if (sameSignature(sign(signingKey, stringToSign), claim.signature)) return;
  const path = normalizePath(request.rawPath);
  if (path !== undefined && sameSignature(sign(signingKey, textFor(path)), claim.signature)) return;
  const shown = toCanonicalRequest({ ...request, headers: redact(request.headers) }, claim, request.rawPath);
  throw wrongSignature(accessKeyId, {
    StringToSign: stringToSign,
    SignatureProvided: claim.signature,
    StringToSignBytes: toHexBytes(stringToSign),
    CanonicalRequest: shown,
    CanonicalRequestBytes: toHexBytes(shown),
  });
}

/** Differs: S3 echoes the headers that were sent, even a client's encryption key. */
function redact(headers: S3Request['headers']): S3Request['headers'] {
  const secret = /^cookie$|customer-key$|^authorization$/;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secret.test(name) ? '***' : value]));
}

/** Bytes as S3 shows them in its errors: `41 57 53`. */
function toHexBytes(text: string): string {
  return Buffer.from(text, 'latin1')
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');
}
