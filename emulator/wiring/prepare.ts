import { readSeedFile, Seeds } from '../control/seeds';
import { StartBuckets } from '../control/start-buckets';
import { drawToken } from '../domain/ids';
import type { Random } from '../domain/ports';
import { grantStart } from '../domain/seed';
import { NOT_ELSEWHERE } from '../options/elsewhere';
import type { EmulatorOptions } from '../options/options';
import { Settings } from '../settings/settings';
import { derive } from '../sqlite/cipher';
import type { Storage } from '../storage/storage';
import { VirtualClock } from '../system/clock';
import { createRandom } from '../system/random';

const DEFAULT_PROJECT = 'project-1';

export type NonEmpty<T> = readonly [T, ...T[]];

/** Results of reading and checking the options, before anything listens. */
export type Prepared = ReturnType<typeof prepare>;

/** Reads and checks the options, and grants the start's projects to its tokens. Throws a StartError for invalid settings and seeds. */
export function prepare(options: EmulatorOptions, storage: Storage, isElsewhere: boolean) {
  /** Features that are refused, with the reasons; undefined: none. */
  const refused = isElsewhere ? NOT_ELSEWHERE : undefined;
  const seed = options.seed === undefined ? undefined : String(options.seed);
  let source = createRandom(seed);
  const random: Random = { bytes: (count) => source.bytes(count) };
  const restartRandom = () => {
    source = createRandom(seed);
  };
  const clock = options.clock ?? new VirtualClock({ fixed: refused?.clock });
  const settings = new Settings(options);
  const tokens = orDefault(options.tokens, () => drawToken(drawFor('token', storage.key, seed)));
  const file = options.seedFile === undefined ? undefined : readSeedFile(options.seedFile);
  const given = new Set([...(options.projects ?? []), ...(file?.seed.projects ?? [])]);
  const projects = orDefault([...given], () => DEFAULT_PROJECT);
  const { knobs } = settings;
  const { adminToken, buckets: names = [] } = options;
  const draw = (purpose: string) => drawFor(purpose, storage.key, seed);
  const buckets =
    names.length === 0 ? undefined : new StartBuckets({ storage, clock, names, projectId: projects[0], draw });
  const noObjects = refused?.seed;
  const seeds = new Seeds({ storage, random, clock, knobs, projects, adminToken, file, buckets, noObjects });
  storage.fromReserve(() => grantStart(storage.stores.tokens, tokens, projects));
  seeds.checkStart();
  return { options, storage, refused, seed, random, restartRandom, clock, settings, tokens, projects, seeds, buckets };
}

/** Derived from the key, so that a data folder keeps its token and keys, and the environment of yesterday's shell still works. */
function drawFor(purpose: string, key: Uint8Array, seed: string | undefined): Random {
  if (seed !== undefined) return createRandom(`${seed} ${purpose}`);
  return { bytes: (count) => derive(key, purpose).subarray(0, count) };
}

function orDefault(given: readonly string[] | undefined, fallback: () => string): NonEmpty<string> {
  const [first = fallback(), ...rest] = given ?? [];
  return [first, ...rest];
}
