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

/** Kinds of work. A load lists objects that it wrote small, and reads those that it wrote in that size. */
export const KINDS = [
  'small put',
  'small get',
  'small list',
  'medium put',
  'medium get',
  'large put',
  'large signed put',
  'large get',
] as const;

export type Kind = (typeof KINDS)[number];

/** Task of the load generator. */
export interface Load extends Target {
  /** All processes of a server that consists of several. Default: the one of the target. */
  readonly pids?: readonly number[];
  /** In this order. */
  readonly kinds: readonly Kind[];
  /** By the first word of a kind. */
  readonly sizes: Readonly<Record<string, Requests>>;
}

/** Requests of one size. */
export interface Requests {
  readonly bytes: number;
  readonly connections: number;
  /** Number of requests of each kind; some unmeasured ones run before them. */
  readonly requests: number;
  /** Number of lists, where it is another one. */
  readonly lists?: number;
}

export type Results = Readonly<Partial<Record<Kind, Taken>>>;

/** Throws if the load had no such kind. */
export function requireResult(results: Results, kind: Kind): Taken {
  const taken = results[kind];
  if (taken) return taken;
  throw new Error(`The load generator did not measure "${kind}".`);
}

/** Task of the streaming program: put an object of this many bytes in one piece, then get it. */
export interface Stream extends Target {
  readonly bytes: number;
}

/** Growth of the server's memory during the upload and the download, in MiB above its idle level. */
export interface Growth {
  readonly inMib: number;
  readonly outMib: number;
}
