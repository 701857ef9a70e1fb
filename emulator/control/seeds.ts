import { DomainError, type FieldProblem, StartError } from '../domain/errors';
import type { Clock, Random } from '../domain/ports';
import { grantTokens, plantObjects, type Seed } from '../domain/seed';
import { findSeedProblems } from '../domain/seed-problems';
import { readSeed } from '../seed/document';
import type { Knobs } from '../settings/knobs';
import type { Storage } from '../storage/storage';
import { readJsonFile, toFileError } from '../system/json-file';
import type { StartBuckets } from './start-buckets';

const WHAT = 'seed file';

/** A seed as read: its contents, and the problems with its form. */
type Read = ReturnType<typeof readSeed>;

export interface SeedFile extends Read {
  readonly path: string;
}

export interface SeedsParts {
  readonly storage: Storage;
  readonly random: Random;
  readonly clock: Clock;
  readonly knobs: Pick<Knobs, 'takenName'>;
  readonly projects: readonly [string, ...string[]];
  /** No token of the service may be equal to it. */
  readonly adminToken: string | undefined;
  /** Why buckets and access keys cannot be seeded, as the end of a sentence after their name; undefined: they can. */
  readonly noObjects: string | undefined;
  readonly file: SeedFile | undefined;
  readonly buckets: StartBuckets | undefined;
}

/** Reads a seed file. Throws a StartError if it is not JSON. */
export function readSeedFile(path: string): SeedFile {
  return { path, ...readSeed(readJsonFile(path, WHAT)) };
}

/** Applies the seeds of one emulator: the one that it starts with, and later ones. */
export class Seeds {
  constructor(private readonly parts: SeedsParts) {}

  /** Adds the contents of a document, all or nothing. Throws `invalid` with every problem, and no secret. */
  apply(document: unknown): void {
    this.#plantRead(readSeed(document), toDomainError);
  }

  /** Adds the contents of a JSON file, all or nothing. Throws a StartError with every problem, and no secret. */
  plantFile(path: string): void {
    this.#plantRead(readSeedFile(path), (problems) => toFileError(path, WHAT, problems));
  }

  /** Adds the start's seed to an empty store, and the start's buckets that are missing. Throws a StartError with every problem of both. */
  applyAtStart(): void {
    const { file, storage, buckets } = this.parts;
    this.checkStart();
    if (file) {
      if (isEmpty(storage)) this.#apply(file.seed);
      this.grantStart();
    }
    buckets?.ensure();
  }

  /** Throws the error that {@link applyAtStart} would throw, and changes nothing. The start's tokens are granted already. */
  checkStart(): void {
    const { file, storage, buckets } = this.parts;
    // A data folder with objects had the seed applied before, and has changed since.
    const found = file && isEmpty(storage) ? this.#check(file) : (file?.problems ?? []);
    const ofFile = file && found.length > 0 ? [toFileError(file.path, WHAT, found).message] : [];
    const problems = [...ofFile, ...(buckets?.findProblems(file?.seed.buckets ?? []) ?? [])];
    if (problems.length > 0) throw new StartError(problems.join('\n'));
  }

  /** Grants the tokens of the start's seed access to its projects. */
  grantStart(): void {
    const { file, storage, projects } = this.parts;
    if (file) grantTokens(storage.stores, file.seed, projects[0], 'start');
  }

  #plantRead(read: Read, toError: (problems: readonly FieldProblem[]) => Error): void {
    const problems = this.#check(read);
    if (problems.length > 0) throw toError(problems);
    this.#apply(read.seed);
    grantTokens(this.parts.storage.stores, read.seed, this.parts.projects[0], 'issued');
  }

  #apply(seed: Seed): void {
    const { storage, random, clock, projects } = this.parts;
    const { transaction } = storage.database;
    plantObjects({ context: { random, clock, transaction }, stores: storage.stores }, seed, projects[0]);
  }

  #check({ seed, problems }: Read): FieldProblem[] {
    const { storage, knobs, projects, adminToken, noObjects } = this.parts;
    const reserved = seed.tokens.filter(({ token }) => token === adminToken);
    return [
      ...problems,
      ...reserved.map(({ at }) => ({ field: `${at}.token`, says: 'is the admin token' })),
      ...(noObjects === undefined
        ? []
        : [...seed.buckets, ...seed.accessKeys, ...seed.objects].map(({ at }) => ({ field: at, says: noObjects }))),
      ...findSeedProblems(storage.stores, knobs, seed, projects),
    ];
  }
}

function isEmpty({ stores }: Storage): boolean {
  const projectIds = stores.tokens.projectIds();
  const collections = [stores.secrets, stores.pullSecrets, stores.buckets, stores.accessKeys];
  return collections.every((collection) => collection.list(projectIds, 0, 1).length === 0);
}

function toDomainError(problems: readonly FieldProblem[]): DomainError {
  const message = problems.map(({ field, says }) => (field ? `"${field}" ${says}` : `The seed ${says}`)).join('; ');
  return new DomainError('invalid', `${message}.`, problems[0]?.field || undefined);
}
