import { invalidArgument, S3Error } from '../errors';
import { findAmzHeader, type S3Request } from '../request';
import { type AuthContext, type Claim, type Credential, readHeaderClaim, readQueryClaim, unsupported } from './claims';
import {
  deriveSigningKey,
  normalizePath,
  sameSignature,
  sign,
  toCanonicalRequest,
  toStringToSign,
} from './signature-v4';

/*
 * Who signed a request: its claim, the key, the signature, and how the signature covers the body.
 *
 * Specifications: Amazon S3 API Reference, "Authenticating requests (AWS Signature Version 4)", "Signature calculations … transferring payload in
 * multiple chunks" (words of `x-amz-content-sha256`), "Error responses".
 */

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

/** Part of the text that is signed, whether or not it is among the signed headers. */
const OF_PAYLOAD = 'x-amz-content-sha256';

/** `host` and every other `x-amz-…` header must be signed. */
function checkSignedHeaders({ headers }: S3Request, { signedHeaders }: Claim): void {
  const unsigned = signedHeaders.includes('host') ? [] : ['host'];
  for (const name in headers) {
    if (name.startsWith('x-amz-') && name !== OF_PAYLOAD && !signedHeaders.includes(name)) unsigned.push(name);
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
export function toHexBytes(text: string): string {
  return Buffer.from(text, 'latin1')
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');
}

/** The key that the signature of a request is made with. Throws the error for an access key that does not exist. */
export function findSigningKey(credential: Credential, { findSecret }: Pick<AuthContext, 'findSecret'>): Uint8Array {
  const secret = findSecret(credential.accessKeyId);
  if (secret === undefined) throw unknownKey(credential.accessKeyId);
  return deriveSigningKey(secret, credential);
}

/** How to check the bytes of the body against the signature. */
export type PayloadSigning =
  /** One SHA-256 over the body, in hex. */
  | { readonly kind: 'signed'; readonly sha256: string }
  | { readonly kind: 'unsigned' }
  /** `aws-chunked`, with chunk signatures that chain from the seed; `trailer`: signed trailers follow. */
  | {
      readonly kind: 'chunks-signed';
      readonly trailer: boolean;
      readonly seedSignature: string;
      readonly signingKey: Uint8Array;
      readonly date: string;
      readonly scope: string;
    }
  /** `aws-chunked`, unsigned, with trailers. */
  | { readonly kind: 'chunks-unsigned' };

/** The values of `x-amz-content-sha256` that are no hash. */
const WORDS = {
  'UNSIGNED-PAYLOAD': { kind: 'unsigned' },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { kind: 'chunks-unsigned' },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { kind: 'chunks-signed', trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { kind: 'chunks-signed', trailer: true },
} as const;

const isWord = (payloadHash: string): payloadHash is keyof typeof WORDS => Object.hasOwn(WORDS, payloadHash);

/** Translates `x-amz-content-sha256`. */
function toPayloadSigning(claim: Claim, signingKey: Uint8Array): PayloadSigning {
  const { payloadHash, credential, signature, signedAt } = claim;
  if (!isWord(payloadHash)) return { kind: 'signed', sha256: payloadHash };
  const word = WORDS[payloadHash];
  if (word.kind !== 'chunks-signed') return word;
  return { ...word, seedSignature: signature, signingKey, date: signedAt.text, scope: credential.scope };
}

/** Refuses an `x-amz-content-sha256` that is neither a hash nor one of the words. */
function checkPayloadHash(payloadHash: string): void {
  if (/^[0-9a-fA-F]{64}$/.test(payloadHash) || isWord(payloadHash)) return;
  const words = Object.keys(WORDS).join(', ');
  const says = `x-amz-content-sha256 must be ${words} or a valid sha256 value.`;
  throw invalidArgument(says, 'x-amz-content-sha256', payloadHash);
}

/** Ids of access keys that this service draws. Anything else in the place of an id may be a secret half that was put there by mistake. */
const DRAWN_ID = /^GK[0-9a-f]{24}$/;

export function unknownKey(accessKeyId: string): S3Error {
  const told = DRAWN_ID.test(accessKeyId) ? accessKeyId : 'of this id (not shown, as it is none of the form GK…)';
  const says = 'The AWS Access Key Id you provided does not exist in our records.';
  const message = `There is no access key ${told}: it was deleted, or is of another emulator.`;
  const details = { AWSAccessKeyId: accessKeyId };
  return new S3Error('InvalidAccessKeyId', says, details, { message, field: 'access_key_id' });
}

/** S3's words for a wrong signature. */
export const NO_MATCH =
  'The request signature we calculated does not match the signature you provided. Check your key and signing method.';

/** The error for a signature that was made with another secret half, or over another request. */
export function wrongSignature(accessKeyId: string, details: Readonly<Record<string, string>>): S3Error {
  const message = `The signature is not that of the access key ${accessKeyId}: the secret access key is another one, or the request was changed after it was signed.`;
  const all = { AWSAccessKeyId: accessKeyId, ...details };
  return new S3Error('SignatureDoesNotMatch', NO_MATCH, all, { message, field: 'authorization' });
}

export function unsigned(): S3Error {
  const reason = { message: 'The request is not signed.', field: 'authorization' };
  return new S3Error('AccessDenied', 'Access Denied', {}, reason);
}

/** The error for a session, which access keys of this service do not have. */
export function invalidToken(): S3Error {
  return new S3Error('InvalidToken', 'The provided token is malformed or otherwise invalid.');
}
