/** What is asked of the emulator's process: a bucket, and what it adds to each request once that is full. */
export interface Filling {
  readonly latencyMs: number;
  readonly maxSize: number;
}

/** Where the bucket is, and a key for it. */
export interface Filled {
  readonly s3Endpoint: string;
  readonly alias: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
