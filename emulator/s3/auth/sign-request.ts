import {
  type Covered,
  deriveSigningKey,
  encodePath,
  sign,
  toCanonicalQuery,
  toCanonicalRequest,
  toStringToSign,
  toTimestamp,
} from './signature-v4';

export interface Signer {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** In milliseconds since 1970-01-01 UTC. */
  readonly signedAt: number;
}

/** A request to an S3 endpoint, before it is signed. */
export interface UnsignedRequest {
  readonly method: string;
  /** `/bucket/key`, not encoded. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  /** By lower-case name, with `host`. All of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The target and the lifetime of a presigned URL. */
export interface PresignedGet extends Signer {
  /** Origin of the data plane, without a slash at the end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly key: string;
  /** From the moment of signing, at most 604,800. */
  readonly expiresS: number;
}

const payloadHash = 'UNSIGNED-PAYLOAD';

/** Path with query, and headers, of the signed request. The signature does not cover the body. Source: Signature Version 4. */
export function signRequest(
  { method, path, query, headers }: UnsignedRequest,
  signer: Signer,
): { readonly path: string; readonly headers: Record<string, string> } {
  const { text, credential, signatureOf } = open(signer);
  const signed: Record<string, string> = { ...headers, 'x-amz-content-sha256': payloadHash, 'x-amz-date': text };
  const signedHeaders = Object.keys(signed).sort();
  const rawPath = encodePath(path);
  const signature = signatureOf({ method, query, headers: signed }, { signedHeaders, payloadHash }, rawPath);
  signed.authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
  return { path: query.length === 0 ? rawPath : `${rawPath}?${toCanonicalQuery(query)}`, headers: signed };
}

/**
 * Signs a URL that downloads an object, in path style. Undefined for a key that clients change on its way: one with a part `.` or `..`.
 *
 * Source: Signature Version 4, "Authenticating requests: using query parameters".
 */
export function presignGet({ endpoint, bucket, key, expiresS, ...signer }: PresignedGet): string | undefined {
  const rawPath = encodePath(`/${bucket}/${key}`);
  const { host, pathname } = new URL(endpoint + rawPath);
  if (pathname !== rawPath) return undefined;
  const { text, credential, signatureOf } = open(signer);
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', credential],
    ['X-Amz-Date', text],
    ['X-Amz-Expires', String(expiresS)],
    ['X-Amz-SignedHeaders', 'host'],
  ] as const;
  const covered = { signedHeaders: ['host'], payloadHash };
  const signature = signatureOf({ method: 'GET', query, headers: { host } }, covered, rawPath);
  return `${endpoint}${rawPath}?${toCanonicalQuery(query)}&X-Amz-Signature=${signature}`;
}

/** What a signer writes into a request. */
function open({ region, accessKeyId, secretAccessKey, signedAt }: Signer) {
  const text = toTimestamp(signedAt);
  const date = text.slice(0, 8);
  const scope = `${date}/${region}/s3/aws4_request`;
  return {
    text,
    credential: `${accessKeyId}/${scope}`,
    signatureOf: (request: Parameters<typeof toCanonicalRequest>[0], covered: Covered, path: string) => {
      const toSign = toStringToSign({ text, scope }, toCanonicalRequest(request, covered, path));
      return sign(deriveSigningKey(secretAccessKey, { date, region }), toSign);
    },
  };
}
