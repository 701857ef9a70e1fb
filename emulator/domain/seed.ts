import type { NewBucket, NewPullSecret, NewSecret, Permissions } from './records';

/** An entry of a seed, and its dotted path in the seed file for messages. */
export interface Seeded {
  readonly at: string;
}

/** A seeded object. Without a project it belongs to the first one, and without an id it gets one. */
export interface SeededObject extends Seeded {
  readonly id?: string | undefined;
  readonly projectId?: string | undefined;
}

export interface SeededToken extends Seeded {
  readonly token: string;
  /** Undefined for all projects of the seed, or the emulator's first project if the seed has none. */
  readonly projectIds?: readonly string[] | undefined;
  readonly isReadOnly: boolean;
}

type Own<New> = Omit<New, 'id' | 'projectId'>;

export interface SeededSecret extends SeededObject, Own<NewSecret> {}

export interface SeededPullSecret extends SeededObject, Own<NewPullSecret> {}

/** A bucket that has already settled. */
export interface SeededBucket extends SeededObject, Pick<NewBucket, 'maxSize' | 'description'> {
  readonly alias?: string | undefined;
}

export interface SeededAccessKey extends SeededObject {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** Ids or aliases of buckets. */
  readonly buckets: readonly string[];
  readonly permissions: Permissions;
}

/** The projects, tokens and objects with which an emulator begins. */
export interface Seed {
  readonly projects: readonly string[];
  readonly tokens: readonly SeededToken[];
  readonly secrets: readonly SeededSecret[];
  readonly pullSecrets: readonly SeededPullSecret[];
  readonly buckets: readonly SeededBucket[];
  readonly accessKeys: readonly SeededAccessKey[];
}
