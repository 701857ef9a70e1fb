import { normalizePath, toCanonicalQuery, toCanonicalRequest } from './canonical-request';
import { deriveSigningKey, sign } from './signing-key';
import { toStringToSign } from './string-to-sign';
import { toTimestamp } from './timestamp';

/** A request to an S3 endpoint, before it is signed. */
export interface UnsignedRequest {
  readonly method: string;
  /** `/bucket/key`, each part encoded. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  /** By lower-case name, with `host`. All of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The signer, and the time. */
export interface Signer {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** In milliseconds since 1970-01-01 UTC. */
  readonly signedAt: number;
}

/** Path with query, and headers, of the signed request. The signature does not cover the body. Source: Signature Version 4. */
export function signRequest(
  { method, path, query, headers }: UnsignedRequest,
  { region, accessKeyId, secretAccessKey, signedAt }: Signer,
): { readonly path: string; readonly headers: Record<string, string> } {
  const text = toTimestamp(signedAt);
  const date = text.slice(0, 8);
  const scope = `${date}/${region}/s3/aws4_request`;
  const payloadHash = 'UNSIGNED-PAYLOAD';
  const signed: Record<string, string> = { ...headers, 'x-amz-content-sha256': payloadHash, 'x-amz-date': text };
  const signedHeaders = Object.keys(signed).sort();
  const rawPath = normalizePath(path) ?? path;
  const request = toCanonicalRequest({ method, query, headers: signed }, { signedHeaders, payloadHash }, rawPath);
  const toSign = toStringToSign({ signedAt: { text }, credential: { scope } }, request);
  const signature = sign(deriveSigningKey(secretAccessKey, { date, region }), toSign);
  signed.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
  return { path: query.length === 0 ? rawPath : `${rawPath}?${toCanonicalQuery(query)}`, headers: signed };
}
