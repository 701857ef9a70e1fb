import type { Checksum } from './records';

/** Bytes being received. They are checked while they arrive, so none of them counts until `chunks` has ended. */
export interface Incoming {
  /**
   * The bytes, readable once, in pieces of any size, which then belong to the receiver. Throws, in the middle or at the end, if they differ
   * from the announcement (length, hash, signature of a chunk, checksum), or if the sender is gone or may no longer send.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The announced number of bytes; undefined if there is none. */
  readonly length: number | undefined;
  /** The digest of the received bytes. Call it only after the last chunk. */
  digest(): Digest;
}

export interface Digest {
  /** MD5, in hex. */
  readonly etag: string;
  /** The checksum of all bytes (`FULL_OBJECT`); undefined if none was requested. */
  readonly checksum: Checksum | undefined;
}

export type Digester = (bytes: AsyncIterable<Uint8Array>) => Promise<Digest>;
