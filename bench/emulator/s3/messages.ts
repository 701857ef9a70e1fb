/** What the programs of this folder are told and print, as JSON. */
import type { Taken } from '../messages';

/** A running S3 server with a bucket. */
export interface Target {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of the process whose CPU time and memory are looked at. */
  readonly pid: number;
}

/** Kinds of work, in the order in which they are done: what is read was written before. */
export const KINDS = ['small put', 'small get', 'large put', 'large signed put', 'large get'] as const;

export type Kind = (typeof KINDS)[number];

/** What the load generator is to do. */
export interface Load extends Target {
  /** All processes of a server that is several. Default: the one of the target. */
  readonly pids?: readonly number[];
  readonly small: Requests;
  readonly large: Requests;
}

/** Requests of one size. */
export interface Requests {
  readonly bytes: number;
  readonly connections: number;
  /** Of each kind; before them some that are not measured. */
  readonly requests: number;
}

export type Results = Readonly<Record<Kind, Taken>>;

/** What the streaming program is to do: put an object of so many bytes in one piece, then get it. */
export interface Stream extends Target {
  readonly bytes: number;
}

/** How far the server's memory grew while that went on, in MiB over what it was at rest. */
export interface Growth {
  readonly inMib: number;
  readonly outMib: number;
}
