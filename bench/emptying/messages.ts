/** Requests to the emulator's process, one at a time; each gets a response. */
export type Order =
  /** Creates a bucket; the response is a {@link Filled}. */
  | { readonly kind: 'make'; readonly maxSize: number }
  /** Saves the stored objects, once the bucket is full. */
  | { readonly kind: 'keep' }
  /** Restores the saved objects, and adds this latency to each request. */
  | { readonly kind: 'fill'; readonly latencyMs: number }
  /** Reads the result of the emptying; the response is an {@link Emptied}. */
  | { readonly kind: 'look' };

/** Location of the bucket, and a key for it. */
export interface Filled {
  readonly s3Endpoint: string;
  readonly alias: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The remaining objects, and the number of requests that the emulator received since the bucket was full. */
export interface Emptied {
  readonly objects: number;
  readonly requests: number;
}
