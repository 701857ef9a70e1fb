import type { Checksum } from './records';

/** Bytes being received. They are checked on the way: none of them counts until `chunks` has ended. */
export interface Incoming {
  /**
   * The bytes, once, in pieces of any size, which are the receiver's from then on. Throws, in the middle or at the end, when they
   * are not what was announced (length, hash, signature of a chunk, checksum), when the sender is gone, or when it may no longer
   * send.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** How many bytes are announced; undefined when nobody said so. */
  readonly length: number | undefined;
  /** What was computed while they passed. Only after the last chunk. */
  digest(): Digest;
}

/** What identifies the bytes of one body. */
export interface Digest {
  /** MD5, in hex. */
  readonly etag: string;
  /** Of all bytes (`FULL_OBJECT`); undefined when none was asked for. */
  readonly checksum: Checksum | undefined;
}

/** Computes what identifies bytes that are already stored. */
export type Digester = (bytes: AsyncIterable<Uint8Array>) => Promise<Digest>;
