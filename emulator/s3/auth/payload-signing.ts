import { S3Error } from '../errors';
import type { Claim } from './claim';

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

/** Translates `x-amz-content-sha256`. */
export function toPayloadSigning(claim: Claim, signingKey: Uint8Array): PayloadSigning {
  const chunks = {
    kind: 'chunks-signed',
    seedSignature: claim.signature,
    signingKey,
    date: claim.signedAt.text,
    scope: claim.credential.scope,
  } as const;
  switch (claim.payloadHash) {
    case 'UNSIGNED-PAYLOAD':
      return { kind: 'unsigned' };
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return { kind: 'chunks-unsigned' };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      return { ...chunks, trailer: false };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return { ...chunks, trailer: true };
    default:
      return { kind: 'signed', sha256: claim.payloadHash };
  }
}

/** Refuses an `x-amz-content-sha256` that is neither a hash nor one of the words. */
export function checkPayloadHash(payloadHash: string): void {
  if (/^[0-9a-fA-F]{64}$/.test(payloadHash) || WORDS.includes(payloadHash)) return;
  throw new S3Error('InvalidArgument', `x-amz-content-sha256 must be ${WORDS.join(', ')} or a valid sha256 value.`, {
    ArgumentName: 'x-amz-content-sha256',
    ArgumentValue: payloadHash,
  });
}

const WORDS = [
  'UNSIGNED-PAYLOAD',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
];
