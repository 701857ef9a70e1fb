import { expect, test } from 'vitest';
import type { AdminClient } from '../../../emulator/garage/admin-client';
import {
  ALL,
  CALLER,
  type ControlPlaneOptions,
  expectAgreement,
  openControlPlane,
  PROJECT,
  startCluster,
  sweepWhole,
} from './control-plane';
import { FAKE_FAILURES, type FakeCluster, type FakeFailure } from './fake-cluster';

/*
 * Every call of every operation, with everything that can become of it: afterwards one sweep leaves nothing half made on either
 * side, what was acknowledged is so, and what was refused has left no key.
 */

type Opened = ReturnType<typeof openControlPlane>;

/** What was there before, by names that a scenario gives. */
type Ids = Readonly<Record<string, string>>;

/** An operation of the service, on what was made before. */
interface Scenario {
  readonly prepare: (opened: Opened) => Promise<Ids>;
  readonly act: (opened: Opened, ids: Ids) => Promise<string>;
  /** What has to be so when it was acknowledged; `gives` is what it gave. */
  readonly acknowledged: (opened: Opened, cluster: FakeCluster, ids: Ids, gives: string) => void;
  /** What has to be so when it was refused. */
  readonly refused?: (opened: Opened, cluster: FakeCluster) => void;
  /** Whether the client is told at once that the request is not done yet. */
  readonly isHurried?: boolean;
}

const prepareBuckets = async ({ newBucket }: Opened) => ({
  first: (await newBucket()).id,
  second: (await newBucket()).id,
});

const prepareKey = async (opened: Opened): Promise<Ids> => {
  const { first, second } = await prepareBuckets(opened);
  return { first, second, key: (await opened.newKey([first, second], ALL)).id };
};

const makeKey: Scenario = {
  prepare: prepareBuckets,
  act: async ({ newKey }, { first = '', second = '' }) => (await newKey([first, second], ALL)).id,
  acknowledged({ stores }, cluster, _ids, id) {
    const key = stores.accessKeys.find(id);
    expect(cluster.state().keys).toContainEqual(expect.objectContaining({ id: key?.accessKeyId }));
  },
  refused: ({ stores }) => expect(stores.accessKeys.list([PROJECT])).toEqual([]),
};

const revokeKey: Scenario = {
  prepare: prepareKey,
  async act({ service }, { key = '' }) {
    await service.accessKeys.delete(CALLER, key);
    return key;
  },
  acknowledged: ({ stores }) => expect(stores.accessKeys.list([PROJECT])).toEqual([]),
  refused: ({ stores }) => expect(stores.accessKeys.list([PROJECT])).toEqual([]),
};

const makeBucket: Scenario = {
  prepare: async () => ({}),
  act: async ({ newBucket }) => (await newBucket()).id,
  acknowledged: (opened, _cluster, _ids, id) => {
    expect(opened.stores.buckets.find(id)).toMatchObject({ id });
    expect(opened.plane.isReady(id)).toBe(true);
  },
};

const deleteBucket: Scenario = {
  prepare: prepareKey,
  async act({ service }, { first = '' }) {
    await service.buckets.delete(CALLER, first);
    return first;
  },
  acknowledged: ({ stores }, cluster, { first = '' }) => {
    expect(stores.buckets.find(first)).toBeUndefined();
    expect(cluster.state().buckets).toHaveLength(1);
  },
};

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a bucket is made': makeBucket,
  'a bucket is made for somebody who does not wait': { ...makeBucket, isHurried: true },
  'a quota is changed': {
    prepare: prepareKey,
    async act({ service }, { first = '' }) {
      await service.buckets.update(CALLER, { id: first, maxSize: 7n, description: undefined });
      return first;
    },
    acknowledged: (_opened, cluster) => expect(cluster.state().buckets.map(({ quota }) => quota)).toContain(7n),
  },
  'a bucket is deleted': deleteBucket,
  'a bucket is deleted by somebody who does not wait': { ...deleteBucket, isHurried: true },
  'a key is made': makeKey,
  'a key is made for somebody who does not wait': { ...makeKey, isHurried: true },
  'a key is revoked': revokeKey,
  'a key is revoked by somebody who does not wait': { ...revokeKey, isHurried: true },
};

/** What can become of a call. The first ones are the cluster's, the last ones are our end in the middle of it. */
const FATES = [...FAKE_FAILURES, ...(['killed-before', 'killed-after'] as const)];

/** Those after which something may have happened that nobody was told of. */
const UNHEARD = ['lost-after', '503-after-effect', 'late'] as const satisfies readonly Fate[];

type Fate = (typeof FATES)[number];

const OPERATIONS: Partial<Record<keyof AdminClient, string>> = {
  createBucket: 'CreateBucket',
  findBucket: 'GetBucketInfo',
  setQuota: 'UpdateBucket',
  deleteBucket: 'DeleteBucket',
  cleanUpUploads: 'CleanupIncompleteUploads',
  addAlias: 'AddBucketAlias',
  addLocalAlias: 'AddBucketAlias',
  importKey: 'ImportKey',
  findKey: 'GetKeyInfo',
  expireKey: 'UpdateKey',
  deleteKey: 'DeleteKey',
  allow: 'AllowBucketKey',
  deny: 'DenyBucketKey',
};

const never = () => new Promise<never>(() => undefined);

/** Runs it once, the call of that number with that fate, and compares both sides. Gives the number of calls. */
async function run(scenario: Scenario, at = 0, fate: Fate = '500'): Promise<number> {
  const cluster = await startCluster();
  const isKilled = at > 0 && fate.startsWith('killed');
  let calls = Number.NEGATIVE_INFINITY;
  let offsetMs = 0;
  const { promise: killed, resolve: kill } = Promise.withResolvers<undefined>();
  const options: ControlPlaneOptions = { isExclusive: true, timeoutMs: 200, now: () => Date.now() + offsetMs };
  const acting = openControlPlane(cluster, {
    ...options,
    async tamper(operation, call) {
      calls += 1;
      if (isKilled && calls > at) return never();
      if (calls !== at) return call();
      if (isKilled) {
        if (fate === 'killed-after') await call().catch(() => undefined);
        kill(undefined);
        return never();
      }
      cluster.failNext(OPERATIONS[operation] ?? operation, fate as FakeFailure);
      return call();
    },
  });
  await sweepWhole(acting);
  const ids = await scenario.prepare(acting);
  // Somebody has begun to upload something.
  for (const { id } of cluster.state().buckets) cluster.tables.startUpload(id);
  if (scenario.isHurried && at > 0) acting.hurry();
  calls = 0;
  const acted = scenario.act(acting, ids).then(
    (gives) => ({ gives }),
    (error: unknown) => ({ error }),
  );
  const outcome = await Promise.race([acted, killed]);
  if (outcome && 'error' in outcome) expect(outcome.error).toMatchObject({ code: 'unavailable' });
  const made = calls;
  // It arrives before the sweep, or after one and before the next: both times nothing may be left of it.
  if (at % 2 === 0 && fate === 'late') await acting.plane.sweep.run({ isFull: true });
  cluster.arriveLate();
  if (isKilled) await acting.kill();
  const last = isKilled ? openControlPlane(cluster, { ...options, folder: acting.folder }) : acting;
  // What Garage itself was killed in the middle of is old enough to be removed.
  offsetMs = 2 * 60 * 60_000;
  await sweepWhole(last);

  expectAgreement(last, cluster);
  if (outcome && 'gives' in outcome) scenario.acknowledged(last, cluster, ids, outcome.gives);
  else scenario.refused?.(last, cluster);
  await last.close();
  await cluster.stop();
  return made;
}

test.each(Object.entries(SCENARIOS))(
  'whatever becomes of a call, a sweep leaves nothing half made: %s',
  async (_name, scenario) => {
    const calls = await run(scenario);
    expect(calls).toBeGreaterThan(0);

    for (let at = 1; at <= calls; at++) {
      const fates = scenario.isHurried ? UNHEARD : FATES;
      const runs = fates.map((fate) =>
        run(scenario, at, fate).catch((error: Error) => {
          throw new Error(`Call ${at} of ${calls}, ${fate}: ${error.message}`, { cause: error });
        }),
      );
      await Promise.all(runs);
    }
  },
);
