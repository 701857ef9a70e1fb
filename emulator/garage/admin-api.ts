import { DomainError, StartError } from '../domain/errors';
import type { Permissions } from '../domain/records';
import { TimeUp } from './time-limit';

/** A bucket of the cluster. Sizes are Garage's counts, which lag by some moments. */
export interface ClusterBucket {
  /** 64 hex digits, chosen by Garage. */
  readonly id: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly created: number;
  /** Its global names. */
  readonly aliases: readonly string[];
  /** In bytes; undefined: no quota. */
  readonly quota: bigint | undefined;
  readonly objects: bigint;
  readonly bytes: bigint;
  /** Keys that have a right or a local alias. */
  readonly keys: readonly ClusterGrant[];
  readonly unfinishedUploads: bigint;
}

/** One key's rights on a bucket. */
export interface ClusterGrant {
  readonly accessKeyId: string;
  readonly name: string;
  readonly permissions: Permissions;
  readonly localAliases: readonly string[];
}

/** An access key of the cluster, without its secret half. */
export interface ClusterKey {
  readonly accessKeyId: string;
  readonly name: string;
  readonly expired: boolean;
  readonly buckets: readonly { readonly id: string; readonly permissions: Permissions }[];
}

export interface ListedBucket extends Pick<ClusterBucket, 'id' | 'created' | 'aliases'> {
  /** Its names in the namespaces of single keys. */
  readonly localAliases: readonly LocalAlias[];
}

/** A name of a bucket in the namespace of a key. */
export interface LocalAlias {
  readonly accessKeyId: string;
  readonly alias: string;
}

export type ListedKey = Pick<ClusterKey, 'accessKeyId' | 'name' | 'expired'>;

/** A key to import; the caller chooses both halves. */
export interface ImportedKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly name: string;
}

/**
 * - `unknown`: the outcome of the call is unknown (503, no response in time, a cut connection): repeat the step.
 * - `not_ready`: the cluster has no layout yet.
 * - `denied`: the token is wrong or expired, or its scope is too small.
 * - `conflict`: the name is taken.
 * - `refused`: Garage refused the call for any other reason.
 */
export type GarageErrorKind = 'unknown' | 'not_ready' | 'denied' | 'conflict' | 'refused';

/** A failed call of the admin API. Its message contains neither the token nor a secret key. */
export class GarageError extends Error {
  override readonly name = 'GarageError';

  constructor(
    readonly kind: GarageErrorKind,
    /** Garage's name of the operation: `CreateBucket`. */
    readonly operation: string,
    says: string,
    /** Status of the response; undefined: there was none. */
    readonly status?: number,
    /** Garage's error code: `NoSuchBucket`. */
    readonly code?: string,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${says}`, options);
  }
}

/** Does work of a command; its failures are errors that people can read. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError || error instanceof GarageError) throw new StartError(error.message);
    throw error;
  }
}

/** Error for the client: details from the cluster are for the log. */
export function toDomainError(error: unknown, says: string): unknown {
  const isOurs = error instanceof TimeUp || error instanceof GarageError;
  return isOurs ? new DomainError('unavailable', `The storage cluster cannot do this now: ${says}`) : error;
}
