import { createHash, type Hash, hash } from 'node:crypto';
import type { PayloadSigning } from '../auth/payload-signing';
import { sameSignature, sign } from '../auth/signing-key';
import { S3Error } from '../errors';

const EMPTY_SHA256 = hash('sha256', '');

/**
 * Checks the signatures of the chunks of a body: each covers the previous signature, the first one that of the request.
 *
 * Source: "Signature calculations for the Authorization header: transferring a payload in multiple chunks", and the same with trailers.
 */
export class ChunkSignatures {
  #previous: string;
  #provided = '';
  #hash: Hash | undefined;

  constructor(private readonly signing: Extract<PayloadSigning, { kind: 'chunks-signed' }>) {
    this.#previous = signing.seedSignature;
  }

  /** Begins a chunk that claims this signature. */
  begin(provided: string): void {
    this.#provided = provided;
    this.#hash = undefined;
  }

  update(bytes: Uint8Array): void {
    this.#hash ??= createHash('sha256');
    this.#hash.update(bytes);
  }

  /** Ends the chunk. Throws `SignatureDoesNotMatch`. */
  end(): void {
    const hashed = this.#hash?.digest('hex') ?? EMPTY_SHA256;
    this.#check('AWS4-HMAC-SHA256-PAYLOAD', `${EMPTY_SHA256}\n${hashed}`, this.#provided);
  }

  /** Checks the trailers, each `name:value\n`. Throws `SignatureDoesNotMatch`. */
  checkTrailers(text: string, provided: string): void {
    this.#check('AWS4-HMAC-SHA256-TRAILER', hash('sha256', text), provided);
  }

  #check(what: string, hashed: string, provided: string): void {
    const { date, scope, signingKey } = this.signing;
    const signature = sign(signingKey, `${what}\n${date}\n${scope}\n${this.#previous}\n${hashed}`);
    if (!sameSignature(signature, provided)) {
      throw new S3Error(
        'SignatureDoesNotMatch',
        'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      );
    }
    this.#previous = signature;
  }
}
