import { drawAccessKeyId, drawId, drawSecretAccessKey } from '../domain/ids';
import type { Clock, Random } from '../domain/ports';
import { plantObjects, type SeededBucket } from '../domain/seed';
import type { Storage } from '../storage/storage';

/** Quota of each: nobody should meet it by chance. */
const MAX_SIZE = 100n * 1024n ** 3n;

export interface StartBucketsParts {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Aliases; one that is given twice counts once. */
  readonly names: readonly string[];
  readonly projectId: string;
  /** The same for the same purpose at every start with one data folder or RNG seed. */
  readonly draw: (purpose: string) => Random;
}

/** Buckets that an emulator has from its start, and after each reset, with one key that opens them all. */
export class StartBuckets {
  readonly key: { readonly accessKeyId: string; readonly secretAccessKey: string };

  readonly #names: readonly string[];

  constructor(private readonly parts: StartBucketsParts) {
    this.#names = [...new Set(parts.names)];
    this.key = {
      accessKeyId: drawAccessKeyId(parts.draw('key of buckets: access key id')),
      secretAccessKey: drawSecretAccessKey(parts.draw('key of buckets: secret access key')),
    };
  }

  /** Buckets with such an alias in another project, stored or in the start's seed: the key would not open them. */
  findProblems(seeded: readonly Pick<SeededBucket, 'alias' | 'projectId'>[]): string[] {
    const { storage, projectId: home } = this.parts;
    return this.#names.flatMap((name) => {
      const all = [storage.stores.buckets.findByAlias(name), ...seeded.filter(({ alias }) => alias === name)];
      const other = all.find((bucket) => (bucket?.projectId ?? home) !== home)?.projectId;
      if (other === undefined) return [];
      const says = `Bucket "${name}" is in the project ${other}, and the key that opens buckets of --bucket is in ${home}`;
      return [`${says}: give another name, or ${other} as the first project (--project).`];
    });
  }

  /** Makes what is missing. A bucket of that alias is taken as it is. */
  ensure(): void {
    const { storage, clock, projectId, draw } = this.parts;
    const names = this.#names;
    const { stores, database } = storage;
    const missing = names.filter((name) => !stores.buckets.findByAlias(name));
    const idOf = (name: string) => stores.buckets.findByAlias(name)?.id ?? drawId(draw(`bucket ${name}`));
    const keyId = drawId(draw('key of buckets: id'));
    // A key cannot be changed: with other buckets it is made anew.
    if (stores.accessKeys.find(keyId)) stores.accessKeys.delete(keyId);
    plantObjects(
      { context: { random: draw('buckets'), clock, transaction: database.transaction }, stores },
      {
        ...{ projects: [], tokens: [], secrets: [], pullSecrets: [], objects: [] },
        buckets: missing.map((alias) => ({
          ...{ at: '', id: idOf(alias), projectId, alias, maxSize: MAX_SIZE, description: null },
        })),
        accessKeys: [
          {
            ...{ at: '', id: keyId, projectId, ...this.key, permissions: { read: true, write: true, owner: true } },
            buckets: names.map(idOf),
          },
        ],
      },
      projectId,
    );
  }
}
