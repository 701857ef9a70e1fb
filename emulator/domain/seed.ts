import type { Permissions } from './records';
import type { NewBucket } from './stores';

/** Something to begin with, and where in its file it stands, dotted: what is wrong with it is told by that. */
export interface Seeded {
  readonly at: string;
}

/** Something of a project; undefined: the first one. Without an id it is given one. */
export interface SeededObject extends Seeded {
  readonly id?: string | undefined;
  readonly projectId?: string | undefined;
}

export interface SeededToken extends Seeded {
  readonly token: string;
  /** Undefined: all projects of the seed, or the first one where it has none. */
  readonly projectIds?: readonly string[] | undefined;
}

export interface SeededSecret extends SeededObject {
  readonly name: string;
  readonly value: Uint8Array;
}

export interface SeededPullSecret extends SeededObject {
  readonly server: string;
  readonly username: string;
  readonly password: string;
}

/** A bucket that has settled long ago. */
export interface SeededBucket
  extends SeededObject,
    Omit<NewBucket, 'id' | 'projectId' | 'alias' | 'createdAt' | 'updatedAt' | 'settled'> {
  readonly alias?: string | undefined;
}

export interface SeededAccessKey extends SeededObject {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** Ids or aliases. */
  readonly buckets: readonly string[];
  readonly permissions: Permissions;
}

/** What an emulator is given to begin with. */
export interface Seed {
  readonly projects: readonly string[];
  readonly tokens: readonly SeededToken[];
  readonly secrets: readonly SeededSecret[];
  readonly pullSecrets: readonly SeededPullSecret[];
  readonly buckets: readonly SeededBucket[];
  readonly accessKeys: readonly SeededAccessKey[];
}

/** What is wrong with one member of a seed; `says` goes on after its name, and quotes no secret. */
export interface SeedProblem {
  readonly field: string;
  readonly says: string;
}
