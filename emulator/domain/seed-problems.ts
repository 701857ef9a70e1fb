import type { FieldProblem } from './errors';
import type { Rules } from './rules';
import { findBucket, type Seed, type Seeded, type SeededObject, type SeedGround } from './seed';

/**
 * Finds all conflicts of a seed with the stored objects and within itself: ids and names that are taken, projects and buckets that do not
 * exist. `projects` are those of the emulator; objects without a project belong to the first one. No problem quotes a secret.
 */
export function findSeedProblems(
  stores: SeedGround['stores'],
  rules: Pick<Rules, 'takenName'>,
  seed: Seed,
  projects: readonly string[],
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (field: string, says: string) => void problems.push({ field, says });
  const [firstProject = ''] = projects;
  const homeOf = ({ projectId = firstProject }: SeededObject) => projectId;
  const isProject = (id: string) => projects.includes(id) || seed.projects.includes(id) || stores.tokens.hasProject(id);

  checkOnce(seed.tokens, 'token', 'token', (token) => stores.tokens.find(token));
  for (const { at, projectIds = [] } of seed.tokens) {
    for (const [place, id] of projectIds.entries()) {
      if (!isProject(id)) add(`${at}.projects.${place}`, 'names no project');
    }
  }
  for (const [objects, store] of [
    [seed.secrets, stores.secrets],
    [seed.pullSecrets, stores.pullSecrets],
    [seed.buckets, stores.buckets],
    [seed.accessKeys, stores.accessKeys],
  ] as const) {
    for (const { at, projectId } of objects) {
      if (projectId !== undefined && !isProject(projectId)) add(`${at}.project_id`, 'names no project');
    }
    checkOnce<SeededObject>(objects, 'id', 'id', (id) => store.find(id));
  }
  if (rules.takenName === 'conflict') {
    const nameOf = (project: string, name: string) => JSON.stringify([project, name]);
    const named = seed.secrets.map((secret) => ({ at: secret.at, name: nameOf(homeOf(secret), secret.name) }));
    checkOnce(named, 'name', 'name', (key) => stores.secrets.findByName(...(JSON.parse(key) as [string, string])));
  }
  const { buckets, accessKeys } = stores;
  checkOnce(seed.buckets, 'alias', 'alias', (alias) => buckets.findByAlias(alias));
  checkOnce(seed.accessKeys, 'access_key_id', 'accessKeyId', (id) => accessKeys.findByAccessKeyId(id));
  for (const key of seed.accessKeys) {
    key.buckets.forEach((name, place) => {
      const seeded = seed.buckets.find(({ id, alias }) => id === name || alias === name);
      const project = seeded ? homeOf(seeded) : findBucket(stores, name)?.projectId;
      if (project !== homeOf(key)) add(`${key.at}.buckets.${place}`, 'names no bucket of the project');
    });
  }
  findObjectProblems(stores, seed, add);
  return problems;

  /** Reports values of the property that occur twice in the seed, or are found in the store. `member` is its name in a seed. */
  function checkOnce<T extends Seeded>(
    all: readonly T[],
    member: string,
    property: keyof T,
    find: (value: string) => unknown,
  ): void {
    const seen = new Map<string, string>();
    for (const each of all) {
      const value = each[property] as string | undefined;
      if (value === undefined) continue;
      const before = seen.get(value);
      if (before !== undefined) add(`${each.at}.${member}`, `is the same as that of "${before}"`);
      else if (find(value) !== undefined) add(`${each.at}.${member}`, 'is taken');
      seen.set(value, before ?? each.at);
    }
  }
}

/** Reports objects without a bucket, with a key that is taken, and those that exceed the quota of their bucket. */
function findObjectProblems(
  stores: SeedGround['stores'],
  seed: Seed,
  add: (field: string, says: string) => void,
): void {
  const free = new Map<string, bigint>();
  const keys = new Set<string>();
  for (const { at, bucket: name, key, body } of seed.objects) {
    const seeded = seed.buckets.find(({ id, alias }) => id === name || alias === name);
    const stored = seeded ? undefined : findBucket(stores, name);
    const fill = stored && stores.objects.fill(stored.id);
    const home = seeded?.at ?? stored?.id;
    if (home === undefined) {
      add(`${at}.bucket`, 'names no bucket');
      continue;
    }
    const address = JSON.stringify([home, key]);
    if (keys.has(address) || (stored && stores.objects.find({ bucketId: stored.id, key })))
      add(`${at}.key`, 'is taken');
    keys.add(address);
    const left = free.get(home) ?? seeded?.maxSize ?? (fill ? fill.maxSize - fill.bytes : 0n);
    if (left < BigInt(body.length)) add(`${at}.body`, 'exceeds the quota of the bucket');
    free.set(home, left - BigInt(body.length));
  }
}
