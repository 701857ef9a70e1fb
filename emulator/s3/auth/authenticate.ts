import { S3Error } from '../errors';
import { findAmzHeader, type S3Request } from '../request';
import { normalizePath, toCanonicalRequest } from './canonical-request';
import type { Claim } from './claim';
import type { AuthContext } from './context';
import { readHeaderClaim, unsupported } from './header-claim';
import { checkPayloadHash, type PayloadSigning, toPayloadSigning } from './payload-signing';
import { readQueryClaim } from './query-claim';
import { unknownKey, unsigned, wrongSignature } from './refusals';
import { deriveSigningKey, sameSignature, sign } from './signing-key';
import { toStringToSign } from './string-to-sign';

export type { AuthContext } from './context';
export type { PayloadSigning } from './payload-signing';

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
  if (findAmzHeader(request, 'x-amz-security-token') !== undefined) {
    // Access keys of this service have no sessions.
    throw new S3Error('InvalidToken', 'The provided token is malformed or otherwise invalid.');
  }
  checkPayloadHash(claim.payloadHash);
  checkSignedHeaders(request, claim);
  const { accessKeyId } = claim.credential;
  const secret = context.findSecret(accessKeyId);
  if (secret === undefined) {
    throw unknownKey(accessKeyId);
  }
  const signingKey = deriveSigningKey(secret, claim.credential);
  checkSignature(request, claim, signingKey);
  return { accessKeyId, payload: toPayloadSigning(claim, signingKey) };
}

function readClaim(request: S3Request, context: AuthContext): Claim {
  const { authorization } = request.headers;
  const [v4, v2] = [
    ['X-Amz-Algorithm', 'X-Amz-Signature'],
    ['Signature', 'AWSAccessKeyId'],
  ].map((names) => request.query.some(([name]) => names?.includes(name)));
  if (authorization !== undefined && (v4 || v2)) {
    throw new S3Error(
      'InvalidArgument',
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter ' +
        'or the Authorization header should be specified',
      { ArgumentName: 'Authorization' },
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
  const canonicalRequest = toCanonicalRequest(request, claim, request.rawPath);
  const stringToSign = toStringToSign(claim, canonicalRequest);
  if (sameSignature(sign(signingKey, stringToSign), claim.signature)) return;
  const path = normalizePath(request.rawPath);
  if (path !== undefined && path !== request.rawPath) {
    const normalized = toStringToSign(claim, toCanonicalRequest(request, claim, path));
    if (sameSignature(sign(signingKey, normalized), claim.signature)) return;
  }
  const shown = toCanonicalRequest({ ...request, headers: redact(request.headers) }, claim, request.rawPath);
  throw wrongSignature(claim.credential.accessKeyId, {
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
