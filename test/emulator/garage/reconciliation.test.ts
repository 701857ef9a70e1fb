import { expect, test } from 'vitest';
import { StartError } from '../../../emulator/domain/errors';
import { Reconciliation } from '../../../emulator/garage/reconciliation';
import {
  describeUnknown,
  findUnknown,
  type Unknown,
  type UnknownBucket,
} from '../../../emulator/garage/unknown-buckets-and-keys';
import { openStorage } from '../../../emulator/storage/storage';
import { openGarageContext } from '../../../emulator/wiring/garage-context';
import { temporaryFolder } from '../support';
import { ALL, PROJECT, READ, startCluster } from './control-plane';

/** A folder that knows nothing, and a cluster with what it made before. */
async function prepare() {
  const cluster = await startCluster();
  const storage = openStorage(temporaryFolder());
  const { stores } = storage;
  const parts = openGarageContext(storage, { urls: [cluster.url], token: cluster.token }, () => undefined);
  const { intents, buckets, accessKeys } = parts;
  const { tables } = cluster;
  const reconciliation = new Reconciliation(parts, (projectId) => stores.tokens.addProject(projectId));
  const nameOf = (id: string) => `coffer:${intents.installation}:${id}`;
  const guards = new Map<string, string>();
  const guardOf = (project: string) => {
    const guard = guards.get(project) ?? tables.foreignKey(nameOf(`guard:${project}`));
    guards.set(project, guard);
    return guard;
  };
  /** A bucket of ours; its second name alone tells so. */
  const newBucket = (id: string, alias?: string, project = PROJECT): UnknownBucket => {
    const clusterId = tables.foreignBucket(alias);
    tables.live(clusterId).localAliases.set(guardOf(project), new Set([id]));
    tables.live(clusterId).grants.set(guardOf(project), { read: false, write: false, owner: false });
    return { kind: 'bucket', id, projectId: project, clusterId, alias };
  };
  const newKey = (id: string, rights: Readonly<Record<string, typeof ALL>>) => {
    const accessKeyId = tables.foreignKey(nameOf(id));
    for (const [clusterId, right] of Object.entries(rights)) {
      tables.live(clusterId).grants.set(accessKeyId, right);
      tables.keys.get(accessKeyId)?.grants.set(clusterId, right);
    }
    return { kind: 'key', id, accessKeyId } as const;
  };
  const listed = async () => (await findUnknown(parts)).map(describeUnknown);
  return { cluster, tables, stores, intents, buckets, accessKeys, reconciliation, newBucket, newKey, listed };
}

test('what the cluster has of ours is listed, buckets first, until it is decided about', async () => {
  const { tables, reconciliation, newBucket, newKey, listed, intents } = await prepare();
  const [named, bare, left] = [newBucket('named', 'calm-otter'), newBucket('bare'), newBucket('left', 'brave-heron')];
  const key = newKey('k', { [named.clusterId]: READ });
  newKey('move', {});
  tables.keys.set('GKexpired', {
    ...tables.newKey('GKx', '', `coffer:${intents.installation}:x`),
    expiration: '2001-01-01T00:00:00Z',
  });
  tables.keys.delete('GKx');
  tables.foreignBucket('theirs');
  tables.foreignKey('theirs');
  const order = [named, bare, left].sort((a, b) => (a.clusterId < b.clusterId ? -1 : 1));
  const line = ({ id, alias }: UnknownBucket) => `bucket ${id} (${alias ?? 'without a name'})`;

  expect(await listed()).toEqual([...order.map(line), `access key k (${key.accessKeyId})`]);

  expect(await reconciliation.purge(bare)).toBe('The bucket is deleted.');
  expect(reconciliation.forget(left)).toBe(`The bucket stays in the cluster, where its id is ${left.clusterId}.`);
  expect(await reconciliation.adopt(named)).toBe('The bucket is listed again, with 0 objects.');
  expect(await reconciliation.purge(key)).toBe('The access key is deleted.');
  expect(await listed()).toEqual([]);
  expect(tables.live(left.clusterId).isDeleted).toBe(false);
  expect([intents.forgotten(), intents.isRevoked(key.accessKeyId)]).toEqual([[left.clusterId], true]);
});

test('an adopted bucket has its id, project, name, quota and time; without them a new name and the largest quota', async () => {
  const { tables, reconciliation, newBucket, buckets, intents, stores } = await prepare();
  const [named, bare] = [newBucket('named', 'calm-otter', 'lost-project'), newBucket('bare')];
  Object.assign(tables.live(named.clusterId), { maxSize: 7n });
  tables.putObject(named.clusterId);

  expect(await reconciliation.adopt(named)).toBe('The bucket is listed again, with 1 object.');
  await reconciliation.adopt(bare);

  const created = Date.parse(tables.live(named.clusterId).created);
  expect(buckets.find('named')).toEqual({
    ...{ id: 'named', projectId: 'lost-project', position: 1, alias: 'calm-otter', maxSize: 7n, description: null },
    ...{ createdAt: created, updatedAt: created, settled: true },
  });
  expect(buckets.find('bare')).toMatchObject({
    maxSize: 2n ** 63n - 1n,
    alias: expect.stringMatching(/^[a-z]+-[a-z]+-[0-9a-f]{6}$/),
  });
  expect(intents.findBucket('named')).toMatchObject({
    ...{ clusterId: named.clusterId, state: 'live', isGuarded: true, isMissing: false, appliedMaxSize: 7n },
  });
  expect(intents.findBucket('bare')?.appliedMaxSize).toBe(2n ** 63n - 1n);
  expect([...stores.tokens.projectIds()].sort()).toEqual(['lost-project', PROJECT]);
});

test('an adopted key has its id, buckets, rights and the project of its buckets', async () => {
  const { reconciliation, newBucket, newKey, accessKeys, intents, tables } = await prepare();
  const [first, second] = [newBucket('first', 'calm-otter'), newBucket('second', 'brave-heron')];
  const foreign = tables.foreignBucket('theirs');
  for (const bucket of [first, second]) await reconciliation.adopt(bucket);
  const key = newKey('k', { [first.clusterId]: ALL, [second.clusterId]: ALL, [foreign]: READ });

  expect(await reconciliation.adopt(key)).toBe('The access key is listed again.');

  expect(accessKeys.find('k')).toMatchObject({
    ...{ id: 'k', projectId: PROJECT, accessKeyId: key.accessKeyId, permissions: ALL },
    bucketIds: ['first', 'second'],
    createdAt: Date.parse(tables.live(first.clusterId).created),
  });
  expect(intents.findKey('k')).toMatchObject({ state: 'live', granted: ALL });
});

type Prepared = Awaited<ReturnType<typeof prepare>>;

test.each<[says: string, set: (prepared: Prepared) => Unknown | Promise<Unknown>, decision?: 'purge' | 'forget']>([
  [
    'The bucket is gone from the cluster.',
    ({ newBucket, tables }) => {
      const bucket = newBucket('bucket');
      tables.bury(tables.live(bucket.clusterId));
      return bucket;
    },
  ],
  [
    'The bucket other has its name here.',
    async ({ newBucket, reconciliation, tables }) => {
      await reconciliation.adopt(newBucket('other', 'calm-otter'));
      const bucket = newBucket('bucket');
      tables.live(bucket.clusterId).aliases.add('calm-otter');
      return { ...bucket, alias: 'calm-otter' };
    },
  ],
  [
    'The bucket bucket is another one here (CLUSTER).',
    async ({ newBucket, reconciliation }) => {
      await reconciliation.adopt(newBucket('bucket', 'calm-otter'));
      return newBucket('bucket');
    },
  ],
  [
    'The bucket holds objects: delete them first, adopt it, or forget it.',
    ({ newBucket, tables }) => {
      const bucket = newBucket('bucket');
      tables.putObject(bucket.clusterId);
      return bucket;
    },
    'purge',
  ],
  [
    'An access key cannot be forgotten, because nobody could revoke it: adopt it, or purge it.',
    ({ newKey }) => newKey('k', {}),
    'forget',
  ],
  [
    'The access key is gone from the cluster.',
    ({ newKey, tables }) => {
      const key = newKey('k', {});
      Object.assign(tables.keys.get(key.accessKeyId) ?? {}, { isDeleted: true });
      return key;
    },
  ],
  [
    'The access key k is another one here.',
    async ({ newKey, newBucket, reconciliation }) => {
      const bucket = newBucket('bucket');
      await reconciliation.adopt(bucket);
      await reconciliation.adopt(newKey('k', { [bucket.clusterId]: READ }));
      return newKey('k', { [bucket.clusterId]: READ });
    },
  ],
  [
    'It opens the bucket unknown, too: decide about that one first.',
    async ({ newKey, newBucket, reconciliation }) => {
      const [known, unknown] = [newBucket('known'), newBucket('unknown')];
      await reconciliation.adopt(known);
      return newKey('k', { [known.clusterId]: READ, [unknown.clusterId]: READ });
    },
  ],
  ['It opens no bucket that is known here: purge it.', ({ newKey }) => newKey('k', {})],
  [
    'It opens no bucket that is known here: purge it.',
    ({ newKey, newBucket, reconciliation }) => {
      const left = newBucket('left');
      reconciliation.forget(left);
      return newKey('k', { [left.clusterId]: READ });
    },
  ],
  ...(['read', 'write', 'owner'] as const).map(
    (right) =>
      [
        'It has different rights on its buckets, which no key here has: purge it.',
        async ({ newKey, newBucket, reconciliation }: Prepared) => {
          const buckets = [newBucket('first'), newBucket('second'), newBucket('third')];
          for (const bucket of buckets) await reconciliation.adopt(bucket);
          const [first = '', second = '', third = ''] = buckets.map(({ clusterId }) => clusterId);
          return newKey('k', { [first]: ALL, [second]: ALL, [third]: { ...ALL, [right]: false } });
        },
      ] as [string, (prepared: Prepared) => Promise<Unknown>],
  ),
  [
    'Its buckets are of different projects, which those of no key here are: purge it.',
    async ({ newKey, newBucket, reconciliation }) => {
      const buckets = [newBucket('first', undefined, 'one'), newBucket('second', undefined, 'two')];
      for (const bucket of buckets) await reconciliation.adopt(bucket);
      return newKey('k', Object.fromEntries(buckets.map(({ clusterId }) => [clusterId, READ])));
    },
  ],
])('what cannot be done says why, and changes nothing: %s', async (says, set, decision) => {
  const prepared = await prepare();
  const { reconciliation, buckets, accessKeys, intents, cluster, stores } = prepared;
  const unknown = await set(prepared);
  const projects = stores.tokens.projectIds();
  const seen = () => [
    buckets.list(projects),
    accessKeys.list(projects),
    intents.buckets(),
    intents.keys(),
    cluster.state(),
  ];
  const before = seen();
  const clusterId = intents.findBucket(unknown.id)?.clusterId ?? '';

  const deciding = async () => reconciliation[decision ?? 'adopt'](unknown);

  await expect(deciding()).rejects.toThrow(new StartError(says.replace('CLUSTER', clusterId)));
  expect(seen()).toEqual(before);
});
