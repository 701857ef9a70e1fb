/** Input and output of the programs in this folder, as JSON. */
import type { Taken } from '../messages';

/** A running S3 server with a bucket. */
export interface Target {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Process whose CPU time and memory are measured. */
  readonly pid: number;
}

/** Kinds of work in their order: objects are written before they are read. */
export const KINDS = ['small put', 'small get', 'large put', 'large signed put', 'large get'] as const;

export type Kind = (typeof KINDS)[number];

/** Task of the load generator. */
export interface Load extends Target {
  /** All processes of a server that consists of several. Default: the one of the target. */
  readonly pids?: readonly number[];
  readonly small: Requests;
  readonly large: Requests;
}

/** Requests of one size. */
export interface Requests {
  readonly bytes: number;
  readonly connections: number;
  /** Number of requests of each kind; some unmeasured ones run before them. */
  readonly requests: number;
}

export type Results = Readonly<Record<Kind, Taken>>;

/** Task of the streaming program: put an object of this many bytes in one piece, then get it. */
export interface Stream extends Target {
  readonly bytes: number;
}

/** Growth of the server's memory during the upload and the download, in MiB above its idle level. */
export interface Growth {
  readonly inMib: number;
  readonly outMib: number;
}
