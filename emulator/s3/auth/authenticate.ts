import type { S3Request } from '../request';

/** What checking a signature needs from outside. */
export interface AuthContext {
  /** The secret half of a key, or undefined when there is no such key (any more). */
  readonly findSecret: (accessKeyId: string) => string | undefined;
  /** Real time in milliseconds: judges the age of a signature (SEMANTICS E5). */
  readonly realNow: () => number;
  /** The virtual clock in milliseconds: judges when a presigned URL or a POST policy has expired (SEMANTICS E5). */
  readonly now: () => number;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
}

/** Who signed, and how the body is bound to that signature. */
export interface Authenticated {
  readonly accessKeyId: string;
  readonly payload: PayloadSigning;
}

/** How the bytes of the body are to be checked against what was signed. */
export type PayloadSigning =
  /** One SHA-256 over the body, in hex. */
  | { readonly kind: 'signed'; readonly sha256: string }
  | { readonly kind: 'unsigned' }
  /** `aws-chunked`, each chunk signed on from the seed; `trailer`: signed trailers follow. */
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

/**
 * Checks the signature of a request: `Authorization: AWS4-HMAC-SHA256 …`, or the `X-Amz-…` parameters of a presigned URL.
 * Throws an {@link S3Error} that says why it is refused; anonymous requests are `AccessDenied`. Source: SigV4 for Amazon S3.
 */
export declare function authenticate(request: S3Request, context: AuthContext): Authenticated;
