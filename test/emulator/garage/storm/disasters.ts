import { setTimeout as delay } from 'node:timers/promises';
import type { Links } from '../../../../scripts/garage/links';
import type { Dice } from '../../../support/dice';
import { headStatus, type Stage, StormClient, s3At } from './client';
import { compare, readAll } from './compare';
import type { KnownKey, RevokedKey } from './ledger';
import type { Standing } from './standing';

/** What a disaster happens to. */
export interface Scene extends Stage {
  readonly links: Links;
  readonly standing: Standing;
  readonly dice: Dice;
}

/** How long clients work on after a copy was made, and while the first node is cut off. */
const WORK_MS = 15_000;
/** Longer than a node takes to give up others that it does not reach. */
const CUT_OFF_MS = 100_000;
const CLIENTS = 6;
/** Keys from before the rolled back state that are revoked after it. */
const EARLY = 5;
/** Most revoked keys that are tried after a rollback. */
const TRIED = 40;
/** Within which `docs/self-hosting.md` promises that keys are refused that a rollback brought back. */
const ROLLED_BACK_MS = 60_000;
/** From one sweep's end to the next one's: it deletes one key after the other. */
const SWEEP_MS = 15_000;

/**
 * What happens to a cluster and its control plane beyond kills and freezes. Each disaster begins and ends with everything up and
 * equal, and clients that rest.
 */
const DISASTERS = {
  'restore of the database': restoreDatabase,
  'rollback of the cluster': (scene: Scene) => rollBack(scene, 'rollback of the cluster'),
  'rollback by more than a day': (scene: Scene) => rollBack(scene, 'rollback by more than a day', deleteMark),
  'partition of the first node': partition,
  'edits by hand': editByHand,
};

/** All of them, in an order that the dice give. After each one both sides, every acknowledged object and Terraform's plan are checked. */
export async function runDisasters(scene: Scene): Promise<string[]> {
  const differences: string[] = [];
  for (const [name, strike] of shuffled(scene.dice, Object.entries(DISASTERS))) {
    process.stderr.write(`${name}\n`);
    await strike(scene);
    const before = await compare(scene);
    await scene.standing.check(name);
    await readAll(scene);
    const { differences: after } = await compare(scene);
    differences.push(...[...before.differences, ...after].map((each) => `after the ${name}: ${each}`));
    scene.ledger.count(name);
  }
  return differences;
}

/** Clients come, work for a while, and rest again. */
async function work(scene: Scene, ms: number): Promise<void> {
  let isOver = false;
  const clients = Array.from(
    { length: CLIENTS },
    (_, index) => new StormClient(`guest-${index}`, scene.dice, { ...scene, isWatching: false }),
  );
  const worked = clients.map((client) => client.run(() => isOver));
  await delay(ms);
  isOver = true;
  await Promise.all(worked);
}

/** The data folder is lost, and a copy of before is put in its place. Nothing may be deleted before a person has decided. */
async function restoreDatabase(scene: Scene): Promise<void> {
  const { plane, cluster, ledger, standing } = scene;
  const putBack = await plane.backUp();
  await standing.grow();
  await work(scene, WORK_MS);
  await putBack();
  await deleteMark(scene);
  const count = async () => {
    const [buckets, left] = [
      await cluster.node(1).admin('GET', 'ListBuckets'),
      await cluster.node(1).admin('GET', 'ListKeys'),
    ];
    return `${buckets.length} buckets, ${left.filter(({ name }: { name: string }) => !name.includes(':mark:')).length} keys`;
  };
  const before = await count();
  await plane.start();
  await refuseChange(scene);
  await plane.untilReason('held');
  await plane.kill();
  const after = await count();
  if (after !== before) ledger.violations.push(`a restored control plane left ${after} of ${before}`);
  await reconcileAll(scene, 'restore of the database');
  await plane.start();
}

/** As a person does it whose control plane does not know the signature. Then it holds. */
async function deleteMark({ cluster }: Scene): Promise<void> {
  const keys: { id: string; name: string }[] = await cluster.node(0).admin('GET', 'ListKeys');
  const mark = keys.find(({ name }) => name.includes(':mark:'));
  await cluster.node(0).admin('POST', 'DeleteKey', { id: mark?.id ?? '' });
}

/** All nodes are put back to what they were; then revoked keys are back, and deleted buckets. */
async function rollBack(scene: Scene, name: string, repair = async (_scene: Scene) => {}): Promise<void> {
  const { plane, cluster, ledger, standing } = scene;
  const early = await makeKeys(scene, EARLY);
  const putBack = await cluster.save();
  const forget = ledger.save();
  const known = ledger.revoked.length;
  await standing.grow();
  await work(scene, WORK_MS);
  for (const revoked of early) {
    const { status } = (await plane.send('DELETE', `/s3/keys/${revoked.key.id}`)) ?? {};
    if (status !== 204) throw new Error(`A key was not revoked: ${status}`);
    ledger.revoked.push(revoked);
  }
  await putBack();
  await repair(scene);
  forget();
  await untilAllRefused(scene, known);
  const wereBack = early.filter(({ key }) => ledger.wereBack.has(key.accessKeyId)).length;
  ledger.count(`keys that the rollback brought back: ${wereBack} of ${early.length}`);
  if (wereBack === 0) ledger.violations.push('the rollback brought no revoked key back');
  await plane.kill();
  await reconcileAll(scene, name);
  await plane.start();
}

/** Keys that open a bucket of their own, made while everything is up. */
async function makeKeys({ plane, projectId }: Scene, count: number): Promise<RevokedKey[]> {
  const must = async (path: string, body: object) => {
    const made = await plane.send('POST', path, { project_id: projectId, ...body });
    if (made?.status !== 201 && made?.status !== 200) throw new Error(`POST ${path}: ${made?.status}`);
    return made.json;
  };
  const { id: bucketId } = await must('/s3/buckets', { max_size: 1_000_000 });
  const permissions = { read: true, write: true, owner: false };
  const keys: KnownKey[] = [];
  while (keys.length < count) {
    const made = await must('/s3/keys', { bucket_ids: [bucketId], permissions });
    const { id, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = made;
    keys.push({ id, accessKeyId, secretAccessKey });
  }
  // It shows its name once it is ready, as it is for a key.
  const { alias } = (await plane.list('/s3/buckets')).find(({ id }) => id === bucketId);
  return keys.map((key) => ({ key, bucket: alias }));
}

/** The first node reaches no other one. Changes go on, and the others refuse what is revoked. */
async function partition(scene: Scene): Promise<void> {
  const { links, chaos, cluster, ledger } = scene;
  const made = () => (ledger.counts['bucket made'] ?? 0) + (ledger.counts['key revoked'] ?? 0);
  const [before, known] = [made(), ledger.revoked.length];
  links.cutOff(0);
  chaos.isAway('node 1');
  await work(scene, CUT_OFF_MS);
  ledger.count(`changes while the first node was cut off: ${made() - before}`);
  if (ledger.revoked.length === known)
    ledger.violations.push('no key could be revoked while the first node was cut off');
  for (const { key, bucket } of ledger.revoked.slice(known).slice(-TRIED)) {
    for (const node of [1, 2]) {
      const isAccepted = await isAcceptedAt(scene, node, { key, bucket });
      if (isAccepted) ledger.violations.push(`node ${node + 1} accepts a revoked key while node 1 is cut off`);
    }
  }
  links.mend();
  await cluster.untilHealthy();
  chaos.isBack('node 1');
  await untilAllRefused(scene, known);
}

/** Somebody changes what Terraform made: deletes a bucket and a key, takes a name away, changes quota and rights. */
async function editByHand({ cluster, standing, plane }: Scene): Promise<void> {
  const admin = (operation: string, query: Record<string, string>, body?: unknown) =>
    cluster.node(1).admin('POST', operation, query, body);
  await standing.grow();
  const state = await standing.state();
  const valuesOf = (type: string, index: number) =>
    state.find(({ address }) => address === `${type}.all[${index}]`)?.values;
  const idOf = async (index: number): Promise<string> => {
    const globalAlias = valuesOf('coffer_bucket', index).alias;
    return (await cluster.node(1).admin('GET', 'GetBucketInfo', { globalAlias })).id;
  };
  const [gone, renamed, changed] = [await idOf(0), await idOf(2), await idOf(3)];
  const keyOf = (index: number): string => valuesOf('coffer_access_key', index).access_key_id;
  await admin('DeleteBucket', { id: gone });
  await admin('DeleteKey', { id: keyOf(1) });
  await admin('RemoveBucketAlias', {}, { bucketId: renamed, globalAlias: valuesOf('coffer_bucket', 2).alias });
  await admin('UpdateBucket', { id: changed }, { quotas: { maxSize: 5, maxObjects: 5 } });
  const all = { read: true, write: true, owner: true };
  await admin('DenyBucketKey', {}, { bucketId: changed, accessKeyId: keyOf(3), permissions: all });
  await admin('AllowBucketKey', {}, { bucketId: renamed, accessKeyId: keyOf(2), permissions: all });
  // Quotas and rights are compared every hour, and at the start.
  await plane.kill();
  await plane.start();
  await plane.untilSwept();
}

/** As a person does it who wants to keep what there is: adopts, and purges keys that open nothing any more. */
async function reconcileAll({ plane, ledger }: Scene, after: string): Promise<void> {
  const { stdout } = await plane.reconcile('--adopt', 'all');
  ledger.count(`adopted after the ${after}: ${stdout.match(/is listed again/g)?.length ?? 0}`);
  const left = [...(await plane.reconcile()).stdout.matchAll(/^access key (\S+) /gm)].map(([, id = '']) => id);
  const { code, output } = await plane.reconcile(...left.flatMap((id) => ['--purge', id]));
  if (code !== 0) ledger.violations.push(`reconcile left something after the ${after}: ${output}`);
}

async function refuseChange({ plane, ledger, projectId }: Scene): Promise<void> {
  const made = await plane.send('POST', '/s3/buckets', { project_id: projectId, max_size: 1 });
  if (made?.status !== 503) ledger.violations.push(`a restored control plane made a bucket: ${made?.status}`);
}

/** Until every node refuses the last keys that were revoked after so many. */
async function untilAllRefused(scene: Scene, known: number): Promise<void> {
  const since = Date.now();
  const last = scene.ledger.revoked.slice(known).slice(-TRIED);
  await Promise.all(last.map((revoked) => untilRefused(scene, revoked, since)));
}

/** Until every node refuses the key. */
async function untilRefused(scene: Scene, revoked: RevokedKey, since: number): Promise<void> {
  const { cluster, ledger } = scene;
  const tried = cluster.nodes.map(async (_, node) => {
    for (let last = 0; ; await delay(500)) {
      const isAccepted = await isAcceptedAt(scene, node, revoked);
      if (isAccepted) {
        last = Date.now() - since;
        ledger.wereBack.add(revoked.key.accessKeyId);
      }
      ledger.latestMs.afterDisaster = Math.max(ledger.latestMs.afterDisaster, last);
      if (last > ROLLED_BACK_MS + SWEEP_MS)
        ledger.violations.push(`node ${node + 1} accepts a revoked key ${last} ms later`);
      if (isAccepted === false || last > ROLLED_BACK_MS + SWEEP_MS) return;
    }
  });
  await Promise.all(tried);
}

function shuffled<T>(dice: Dice, all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, place: dice.roll(2 ** 30) }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);
}

/** Undefined: it does not respond. */
async function isAcceptedAt(
  { cluster }: Scene,
  node: number,
  { key, bucket }: RevokedKey,
): Promise<boolean | undefined> {
  const s3 = s3At(cluster, node, key);
  const status = await headStatus(s3, bucket);
  s3.destroy();
  if (status === 403) return false;
  // Without the bucket the key is known all the same.
  return status === 200 || status === 404 ? true : undefined;
}
