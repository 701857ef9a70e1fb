export interface Stored {
  readonly id: string;
  readonly projectId: string;
  /** Position in lists, ascending in the order of creation; never used twice. */
  readonly position: number;
}

/** A key/value secret, without its value. */
export interface Secret extends Stored {
  readonly name: string;
}

/** Credentials for a container registry, without the password. */
export interface PullSecret extends Stored {
  readonly server: string;
  readonly username: string;
}

/** A bucket. Times are milliseconds since 1970-01-01 UTC. */
export interface Bucket extends Stored {
  readonly alias: string;
  /** Quota in bytes: 1 to 2^63 - 1. */
  readonly maxSize: bigint;
  /** Null if none was given or it was cleared. */
  readonly description: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether alias and endpoint are shown permanently, whatever the settle rule of a later start. */
  readonly settled: boolean;
}

/** The permissions of an access key on all its buckets. */
export interface Permissions {
  readonly read: boolean;
  readonly write: boolean;
  readonly owner: boolean;
}

/** An access key, without its secret half. */
export interface AccessKey extends Stored {
  readonly accessKeyId: string;
  /** Ids in the order of the request, without buckets that were deleted since. */
  readonly bucketIds: readonly string[];
  readonly permissions: Permissions;
  readonly createdAt: number;
}

/** The caller of an operation: the projects that its token may use, in the order in which they were granted. */
export interface Caller {
  readonly projectIds: readonly string[];
  /** Whether every change is refused. Default: changes are allowed. */
  readonly isReadOnly?: boolean;
}
