/** Input and output of the programs in this folder, as JSON. */

export interface Target {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Processes whose CPU time is measured; the memory of the first is, too. */
  readonly pids: readonly number[];
}

/** Requests of one kind. A load lists objects that it wrote, and reads those that it wrote in that size. */
export interface Requests {
  readonly act: 'GET' | 'LIST' | 'PUT';
  readonly bytes: number;
  readonly connections: number;
  /** Number of measured requests; some unmeasured ones run before them. */
  readonly requests: number;
  /** Whether the signature leaves out the body. */
  readonly isUnsigned?: boolean;
}

/** Task of the load generator, which returns each work with what it cost. */
export interface Load extends Target {
  readonly works: readonly Requests[];
}
