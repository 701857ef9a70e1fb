import { invalidArgument } from '../errors';
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

/** The values of `x-amz-content-sha256` that are no hash. */
const WORDS = {
  'UNSIGNED-PAYLOAD': { kind: 'unsigned' },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { kind: 'chunks-unsigned' },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { kind: 'chunks-signed', trailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { kind: 'chunks-signed', trailer: true },
} as const;

const isWord = (payloadHash: string): payloadHash is keyof typeof WORDS => Object.hasOwn(WORDS, payloadHash);

/** Translates `x-amz-content-sha256`. */
export function toPayloadSigning(claim: Claim, signingKey: Uint8Array): PayloadSigning {
  const { payloadHash, credential, signature, signedAt } = claim;
  if (!isWord(payloadHash)) return { kind: 'signed', sha256: payloadHash };
  const word = WORDS[payloadHash];
  if (word.kind !== 'chunks-signed') return word;
  return { ...word, seedSignature: signature, signingKey, date: signedAt.text, scope: credential.scope };
}

/** Refuses an `x-amz-content-sha256` that is neither a hash nor one of the words. */
export function checkPayloadHash(payloadHash: string): void {
  if (/^[0-9a-fA-F]{64}$/.test(payloadHash) || isWord(payloadHash)) return;
  const words = Object.keys(WORDS).join(', ');
  const says = `x-amz-content-sha256 must be ${words} or a valid sha256 value.`;
  throw invalidArgument(says, 'x-amz-content-sha256', payloadHash);
}
