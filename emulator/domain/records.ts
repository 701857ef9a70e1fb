/** What every stored object has. */
export interface Stored {
  readonly id: string;
  readonly projectId: string;
  /** Place in lists: ascending in the order of creation, never given twice. */
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
  /** `null`: none was given, or it was cleared. */
  readonly description: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether alias and endpoint are shown for good, whatever the settle rule of a later start says. */
  readonly settled: boolean;
}

/** What an access key allows, on all its buckets. */
export interface Permissions {
  readonly read: boolean;
  readonly write: boolean;
  readonly owner: boolean;
}

/** An access key, without its secret half. */
export interface AccessKey extends Stored {
  readonly accessKeyId: string;
  /** In the order in which they were asked for; without those deleted since. */
  readonly bucketIds: readonly string[];
  readonly permissions: Permissions;
  readonly createdAt: number;
}

/** Who asks: a token stands for the projects it may use, in the order they were granted. */
export interface Caller {
  readonly projectIds: readonly string[];
}
