import { normalizePath, toCanonicalQuery, toCanonicalRequest } from './canonical-request';
import { deriveSigningKey, sign } from './signing-key';
import { toStringToSign } from './string-to-sign';
import { toTimestamp } from './timestamp';

/** The target and the lifetime of a presigned URL. */
export interface PresignedGet {
  /** Origin of the data plane, without a slash at the end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly key: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** When it is signed, in milliseconds since 1970-01-01 UTC. */
  readonly signedAt: number;
  /** From then on, at most 604,800. */
  readonly expiresS: number;
}

/**
 * Signs a URL that downloads an object, in path style. Undefined for a key that clients change on its way: one with a part `.` or `..`.
 *
 * Source: Signature Version 4, "Authenticating requests: using query parameters".
 */
export function presignGet(wanted: PresignedGet): string | undefined {
  const { endpoint, region, bucket, key, accessKeyId, secretAccessKey, signedAt, expiresS } = wanted;
  const rawPath = normalizePath(`/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`) ?? '';
  const { host, pathname } = new URL(endpoint + rawPath);
  if (pathname !== rawPath) return undefined;
  const text = toTimestamp(signedAt);
  const date = text.slice(0, 8);
  const scope = `${date}/${region}/s3/aws4_request`;
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', text],
    ['X-Amz-Expires', String(expiresS)],
    ['X-Amz-SignedHeaders', 'host'],
  ] as const;
  const covered = { signedHeaders: ['host'], payloadHash: 'UNSIGNED-PAYLOAD' };
  const request = toCanonicalRequest({ method: 'GET', query, headers: { host } }, covered, rawPath);
  const toSign = toStringToSign({ signedAt: { text }, credential: { scope } }, request);
  const signature = sign(deriveSigningKey(secretAccessKey, { date, region }), toSign);
  return `${endpoint}${rawPath}?${toCanonicalQuery(query)}&X-Amz-Signature=${signature}`;
}
