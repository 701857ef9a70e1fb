/** What is asked of the emulator's process, one after another: each is answered. */
export type Order =
  /** A bucket: answered with {@link Filled}. */
  | { readonly kind: 'make'; readonly maxSize: number }
  /** To note what is stored, once the bucket is full. */
  | { readonly kind: 'keep' }
  /** To have all of that again, and to take so long for each request. */
  | { readonly kind: 'fill'; readonly latencyMs: number }
  /** How the emptying went: answered with {@link Emptied}. */
  | { readonly kind: 'look' };

/** Where the bucket is, and a key for it. */
export interface Filled {
  readonly s3Endpoint: string;
  readonly alias: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What is left, and how many requests the emulator met since it was full. */
export interface Emptied {
  readonly objects: number;
  readonly requests: number;
}
