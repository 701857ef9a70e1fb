import type { Beginning, Epoch, Epochs } from '../domain/epoch';
import { DomainError } from '../domain/errors';
import { drawFresh, drawProjectId, drawToken } from '../domain/ids';
import type { Random } from '../domain/ports';
import { grantStart } from '../domain/seed';
import type { Service } from '../domain/service';
import { readName } from '../domain/told-name';
import type { Faults } from '../faults/faults';
import type { Journal } from '../journal/journal';
import type { SeedDocument } from '../seed/document';
import type { Settings } from '../settings/settings';
import { restoreSnapshot, takeSnapshot } from '../sqlite/snapshot';
import { eraseAll } from '../sqlite/stores';
import type { Storage } from '../storage/storage';
import type { VirtualClock } from '../system/clock';
import { type Dump, dump } from './dump';
import { Inspect } from './inspect';
import type { Lifecycle } from './lifecycle';
import { type Ground, type NewBucketOptions, newBucket, type S3Bucket } from './new-bucket';
import { type SaveSeedOptions, saveSeed } from './save-seed';
import type { Seeds } from './seeds';
import type { Watched } from './views';

/** A separate project, and a token for it alone. */
export interface Project {
  readonly token: string;
  readonly projectId: string;
}

export interface ResetOptions {
  /** The caller, such as the name of a test: the dashboard tells it to those who watch, its first 1,000 characters at most. */
  readonly by?: string | undefined;
}

export interface ControlParts extends Watched {
  readonly version: string;
  /** Makes a link of one use to the dashboard; returns its path. */
  readonly dashboardLink: (to?: string) => string;
  readonly replays: { clear(): void };
  readonly storage: Storage;
  readonly service: Service;
  readonly epochs: Epochs;
  /** False: the clock was passed in, and only its owner resets it. */
  readonly ownsClock: boolean;
  readonly random: Random;
  readonly restartRandom: () => void;
  readonly seeds: Seeds;
  readonly awsEnvironment: Ground['awsEnvironment'];
  /** Reasons why resets and snapshots are refused; undefined: they are allowed. */
  readonly fixed: { readonly reset: string; readonly snapshot: string } | undefined;
  /** Tokens and projects of the start. */
  readonly tokens: readonly string[];
  readonly projects: readonly [string, ...string[]];
}

/** Controls an emulator for tests, from code in this process or from the HTTP API. */
export class Control implements Watched {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly clock: VirtualClock;
  readonly lifecycle: Lifecycle;
  readonly settings: Settings;
  readonly inspect: Inspect;
  readonly dashboardLink: ControlParts['dashboardLink'];

  constructor(private readonly parts: ControlParts) {
    this.faults = parts.faults;
    this.journal = parts.journal;
    this.clock = parts.clock;
    this.lifecycle = parts.lifecycle;
    this.settings = parts.settings;
    this.dashboardLink = parts.dashboardLink;
    this.inspect = new Inspect(parts.storage.stores);
  }

  whenReset(): Promise<void> {
    return new Promise((resolve) => this.parts.epochs.current.join(resolve));
  }

  get epoch(): Epoch {
    return this.parts.epochs.current;
  }

  newProject(): Project {
    const { random, storage } = this.parts;
    const projectId = drawFresh(drawProjectId, random, (drawn) => storage.stores.tokens.hasProject(drawn));
    const token = drawFresh(drawToken, random, (drawn) => storage.stores.tokens.find(drawn));
    storage.stores.tokens.grant(token, [projectId], 'issued');
    return { token, projectId };
  }

  newBucket(options: NewBucketOptions = {}): S3Bucket {
    const { random, storage, projects, awsEnvironment } = this.parts;
    const seed = (document: SeedDocument) => this.seedFrom(document);
    return newBucket(options, { random, stores: storage.stores, firstProject: projects[0], seed, awsEnvironment });
  }

  reset({ by }: ResetOptions = {}): void {
    const who = by === undefined || by === '' ? undefined : readName('by', by, this.parts.storage.stores.known.redact);
    const { storage, service, replays, restartRandom, ownsClock, seeds, tokens, projects } = this.parts;
    this.#require('reset');
    this.#endEpoch({ by: 'reset', at: Date.now(), who });
    storage.fromReserve(() => eraseAll(storage.database, storage.files));
    storage.stores.known.clear();
    grantStart(storage.stores.tokens, tokens, projects);
    service.clear();
    replays.clear();
    restartRandom();
    this.settings.reset();
    this.faults.clear();
    this.journal.reset();
    if (ownsClock) this.clock.reset();
    this.lifecycle.clear();
    seeds.applyAtStart();
  }

  seedFrom(document: unknown): void {
    this.parts.seeds.apply(document);
  }

  seedFromFile(path: string): void {
    this.parts.seeds.plantFile(path);
  }

  saveSeed(options?: SaveSeedOptions): SeedDocument {
    return saveSeed(this.inspect, options);
  }

  dump(): Dump {
    return dump(this, this.parts.version, this.parts.storage.stores.known.redact);
  }

  snapshot(): Uint8Array {
    this.#require('snapshot');
    return takeSnapshot(this.parts.storage);
  }

  restore(bytes: Uint8Array): void {
    this.#require('snapshot');
    const { storage, service, seeds, tokens, projects } = this.parts;
    restoreSnapshot(storage, bytes);
    this.#endEpoch({ by: 'restore', at: Date.now() });
    storage.stores.known.clear();
    grantStart(storage.stores.tokens, tokens, projects);
    seeds.grantStart();
    service.clear();
  }

  #require(what: 'reset' | 'snapshot'): void {
    const { fixed } = this.parts;
    if (fixed) throw new DomainError('not_implemented', fixed[what]);
  }

  /** Requests in progress belong to the data stored until now, and have no effect on the new data (E12). */
  #endEpoch(beginning: Beginning): void {
    this.parts.epochs.next(beginning);
    this.faults.end();
  }
}
