import type { Epoch } from '../../domain/epoch';
import type { LifecycleNote } from '../../domain/objects/lifecycle';
import type { AccessKey, Bucket, PullSecret, Secret } from '../../domain/records';
import type { Faults } from '../faults';
import type { Journal } from '../journal';
import type { Settings } from '../settings';

/** Operations on a running emulator. The in-process API and the HTTP API are both built on them. */
export interface Controlled {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: MovableClock;
  readonly lifecycle: { notes(filter: { readonly bucketId?: string | undefined }): readonly LifecycleNote[] };
  readonly settings: Settings;
  readonly inspect: Listed;
  /** The time since everything was replaced last. */
  readonly epoch: Epoch;
  reset(options?: { readonly by?: string | undefined }): void;
  /** Makes a link of one use to a page of the dashboard; returns its path. */
  dashboardLink(to?: string): string;
  /** A bundle for a bug report, as JSON. */
  dump(): object;
  snapshot(): Uint8Array;
  restore(snapshot: Uint8Array): void;
  /** Adds projects, tokens and objects, all or none. Throws `invalid` with every problem. */
  seedFrom(document: unknown): void;
  /** Returns everything stored as a seed document; here always without values. */
  saveSeed(): object;
  newProject(): { readonly token: string; readonly projectId: string };
}

/** A clock that can be moved, in milliseconds since 1970-01-01 UTC. */
export interface MovableClock {
  readonly isFrozen: boolean;
  now(): number;
  advance(ms: number): void;
  set(time: number): void;
  freeze(): void;
  reset(): void;
}

/** Everything stored. Secret halves can be compared, and are never shown. */
export interface Listed {
  projects(): readonly string[];
  secrets(): readonly Secret[];
  pullSecrets(): readonly PullSecret[];
  buckets(): readonly Bucket[];
  accessKeys(): readonly AccessKey[];
  /** Throws `not_found` for an unknown id. */
  secretMatches(id: string, value: string | Uint8Array): boolean;
  /** Throws `not_found` for an unknown id. Members that are undefined are not compared. */
  pullSecretMatches(
    id: string,
    guess: { server?: string | undefined; username?: string | undefined; password?: string | undefined },
  ): boolean;
}
