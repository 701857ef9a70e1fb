import { createHash, type Hash, hash } from 'node:crypto';
import type { PayloadSigning } from '../auth/authenticate';
import { NO_MATCH } from '../auth/authenticate';
import { sameSignature, sign } from '../auth/signature-v4';
import { incompleteBody, malformedTrailer, S3Error } from '../errors';

const LINE_FEED = 0x0a;
/** Maximum length of a line between chunks: a size, a signature, or a trailer. */
const MOST_LINE_BYTES = 1024;
const MOST_TRAILERS = 16;
/** Minimum size of every chunk except the last one with bytes. */
const LEAST_CHUNK_BYTES = 8192;

interface Framing {
  /** `x-amz-decoded-content-length`. */
  readonly length: number;
  /** Undefined: chunks are not signed. */
  readonly signatures: ChunkSignatures | undefined;
  /** Whether trailers may follow; with signatures, the trailers have a signature as well. */
  readonly trailers: boolean;
}

/**
 * Decodes an `aws-chunked` body that arrives in pieces of any size. The bytes that it yields are views of those pieces.
 *
 *     10000;chunk-signature=<64 hex>\r\n      size in hex; no signature when chunks are not signed
 *     <bytes>\r\n
 *     0;chunk-signature=<64 hex>\r\n          the last chunk
 *     x-amz-checksum-crc32c:wdBDMA==\r\n      trailers, when they were announced
 *     x-amz-trailer-signature:<64 hex>\r\n
 *     \r\n
 *
 * minio-go ends a trailer with `\n\r\n`, as S3's documentation shows, and an unsigned body with one more `\r\n`.
 */
export class ChunkDecoder {
  readonly #trailers = new Map<string, string>();
  #state: 'size' | 'data' | 'data-end' | 'trailers' | 'end' = 'size';
  #line = '';
  /** Missing bytes of the current chunk, and of the whole body. */
  #missing = 0;
  #missingInAll: number;
  #chunkSize = LEAST_CHUNK_BYTES;

  constructor(private readonly framing: Framing) {
    this.#missingInAll = framing.length;
  }

  /** Trailers by lower-case name, without their signature. Complete after {@link end}. */
  get trailers(): ReadonlyMap<string, string> {
    return this.#trailers;
  }

  /** The payload in the next piece of the body. */
  *decode(piece: Uint8Array): Generator<Uint8Array> {
    let offset = 0;
    while (offset < piece.length) {
      if (this.#state === 'data') {
        const data = piece.subarray(offset, offset + this.#missing);
        offset += data.length;
        this.#takeData(data);
        yield data;
      } else {
        const lineFeed = piece.indexOf(LINE_FEED, offset);
        const stop = lineFeed === -1 ? piece.length : lineFeed + 1;
        const line = piece.subarray(offset, Math.min(stop, offset + MOST_LINE_BYTES + 1));
        this.#line += Buffer.from(line).toString('latin1');
        offset = stop;
        if (this.#line.length > MOST_LINE_BYTES) throw incompleteBody();
        if (lineFeed !== -1) this.#endLine();
      }
    }
  }

  /** Ends the body. Throws `IncompleteBody` if the last line is missing; the caller detects missing bytes by their number. */
  end(): void {
    if (this.#state !== 'end' || this.#line.trim() !== '') throw incompleteBody();
  }

  #takeData(data: Uint8Array): void {
    this.#missing -= data.length;
    this.#missingInAll -= data.length;
    this.framing.signatures?.update(data);
    if (this.#missing > 0) return;
    this.framing.signatures?.end();
    this.#state = 'data-end';
  }

  #endLine(): void {
    const line = this.#line;
    this.#line = '';
    if (this.#state === 'size') this.#beginChunk(line);
    else if (this.#state === 'trailers') this.#takeTrailer(line.trim());
    else if (line !== '\r\n') throw incompleteBody();
    else if (this.#state === 'data-end') this.#state = 'size';
  }

  #beginChunk(line: string): void {
    const pattern = this.framing.signatures ? SIGNED_SIZE : UNSIGNED_SIZE;
    const [, digits, signature = ''] = pattern.exec(line) ?? [];
    if (digits === undefined) throw incompleteBody();
    const size = Number.parseInt(digits, 16);
    if (size > this.#missingInAll) throw incompleteBody();
    if (size > 0 && this.#chunkSize < LEAST_CHUNK_BYTES) throw invalidChunkSize(this.#chunkSize);
    this.framing.signatures?.begin(signature);
    this.#chunkSize = this.#missing = size;
    this.#state = 'data';
    if (size > 0) return;
    this.framing.signatures?.end();
    this.#state = 'trailers';
  }

  #takeTrailer(line: string): void {
    const { signatures, trailers } = this.framing;
    if (line === '') {
      // With signatures, the body ends after the trailers' signature.
      if (!trailers || !signatures) this.#state = 'end';
      return;
    }
    const [, name, value] = TRAILER.exec(line) ?? [];
    if (!trailers || name === undefined || value === undefined) throw malformedTrailer();
    if (signatures && name.toLowerCase() === 'x-amz-trailer-signature') {
      const text = [...this.#trailers].map((trailer) => `${trailer.join(':')}\n`).join('');
      signatures.checkTrailers(text, value);
      this.#state = 'end';
      return;
    }
    if (this.#trailers.has(name.toLowerCase()) || this.#trailers.size === MOST_TRAILERS) throw malformedTrailer();
    this.#trailers.set(name.toLowerCase(), value);
  }
}

const SIGNED_SIZE = /^([0-9a-fA-F]{1,13});chunk-signature=([0-9a-f]{64})\r\n$/;
const UNSIGNED_SIZE = /^([0-9a-fA-F]{1,13})\r\n$/;
const TRAILER = /^([A-Za-z0-9-]+)[ \t]*:[ \t]*(.*)$/;

function invalidChunkSize(size: number): S3Error {
  return new S3Error('InvalidChunkSizeError', 'Only the last chunk is allowed to have a size less than 8192 bytes', {
    BadChunkSize: String(size),
  });
}

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
    if (!sameSignature(signature, provided)) throw new S3Error('SignatureDoesNotMatch', NO_MATCH);
    this.#previous = signature;
  }
}
