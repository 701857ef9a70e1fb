import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DomainError } from '../../../emulator/domain/errors';
import { temporaryFolder } from '../support';
import { CALLER, openControlPlane, startCluster } from './control-plane';

const MINUTE = { isFull: false };
const HOUR_MS = 60 * 60_000;
/** No call ends by it, also on a busy machine: whole logs are compared. */
const timeoutMs = 60_000;

/** A control plane after its first sweep, with what it logs from then on. */
async function open(options: { readonly isExclusive?: boolean } = {}) {
  const cluster = await startCluster();
  let laterMs = 0;
  const opened = openControlPlane(cluster, { timeoutMs, ...options, now: () => Date.now() + laterMs });
  await opened.plane.sweep.run(MINUTE);
  const markOf = () =>
    [...cluster.tables.keys.values()].find(({ name, isDeleted }) => /:mark:/.test(name) && !isDeleted);
  const wait = (ms: number) => {
    laterMs += ms;
  };
  return { ...opened, cluster, markOf, wait };
}

test('a key and a bucket of nobody are named before they are deleted', async () => {
  const { cluster, intents, plane, log, wait, newKey, service } = await open({ isExclusive: true });
  const { id, accessKeyId } = await newKey();
  await service.accessKeys.delete(CALLER, id);
  Object.assign(cluster.tables.keys.get(accessKeyId) ?? {}, { isDeleted: false, expiration: null });
  const stray = cluster.tables.foreignKey(`coffer:${intents.installation}:stray`);
  const nameless = cluster.tables.foreignBucket();
  const late = cluster.tables.foreignBucket('calm-otter');
  intents.deleteBucket('none', { alias: 'calm-otter', until: Date.now() + 10 * HOUR_MS });
  wait(HOUR_MS + 1_000);
  log.length = 0;

  await plane.sweep.run(MINUTE);

  expect([...log].sort()).toEqual(
    [
      `the access key ${accessKeyId} is ours, but was revoked; it is deleted.`,
      `the access key ${stray} is ours, but nobody was given it; it is deleted.`,
      `the bucket ${nameless} has no name; it is deleted.`,
      `the bucket ${late} was made by a late call; it is deleted.`,
    ].sort(),
  );
  expect([accessKeyId, stray].map((key) => cluster.tables.keys.get(key)?.isDeleted)).toEqual([true, true]);
  expect(cluster.state().buckets).toEqual([]);
});

test('a name that a late call may take is looked for until its time is up', async () => {
  const { cluster, intents, plane, wait } = await open();
  intents.deleteBucket('none', { alias: 'calm-otter', until: Date.now() + HOUR_MS });

  await plane.sweep.run(MINUTE);
  expect(intents.fences().map(({ alias }) => alias)).toEqual(['calm-otter']);
  wait(HOUR_MS + 1_000);
  await plane.sweep.run(MINUTE);

  expect(intents.fences()).toEqual([]);
  cluster.calls.length = 0;
  await plane.sweep.run(MINUTE);
  expect(cluster.calls).not.toContain('GetBucketInfo');
});

test('a sweep that is broken off, a mark that was not seen, and one that is gone or old, are told each in a line', async () => {
  const { cluster, plane, log, markOf } = await open();
  log.length = 0;

  cluster.failNext('ListKeys', '500');
  await plane.sweep.run(MINUTE);
  expect(log.splice(0)).toEqual([
    'storage cluster: the sweep was broken off: ListKeys: 500 InternalError Internal error: made by the test',
  ]);
  cluster.failNext('GetKeyInfo', '500');
  await plane.sweep.run(MINUTE);
  expect(log.splice(0)).toEqual(['storage cluster: the mark was not looked at; no key is deleted by this sweep.']);
  const mark = markOf();
  const before = mark?.name ?? '';
  await plane.sweep.run(MINUTE);
  expect(log).toEqual([]);
  Object.assign(mark ?? {}, { name: before });
  await plane.sweep.run(MINUTE);

  expect(log).toEqual([
    'the mark is gone or has an earlier signature: the cluster was rolled back, somebody deleted the mark, or a call arrived late. All of it is compared.',
  ]);
});

test('a mark that another control plane signed, and what a hold waits for, are told with what to do', async () => {
  const { cluster, close, folder, markOf } = await open();
  const copied = temporaryFolder();
  await close();
  cpSync(folder, copied, { recursive: true });
  const original = openControlPlane(cluster, { folder, timeoutMs });
  const bucket = await original.newBucket();
  const key = await original.newKey([bucket.id]);
  const copy = openControlPlane(cluster, { folder: copied, timeoutMs });
  const mark = markOf();

  const displaced = new DomainError(
    'unavailable',
    'Another control plane works with a copy of this data folder, or the folder or the cluster was restored from a backup: nothing is ' +
      `changed in the cluster. Stop the other one, then delete the access key ${mark?.accessKeyId} of the cluster: this one goes on without a restart.`,
  );
  await expect(copy.newBucket()).rejects.toThrow(displaced);
  expect(copy.plane.obstacles()).toEqual([{ reason: 'displaced', message: displaced.message }]);
  Object.assign(mark ?? {}, { isDeleted: true });
  copy.log.length = 0;
  await copy.plane.sweep.run(MINUTE);
  await copy.plane.sweep.run(MINUTE);

  const held =
    'The storage cluster has buckets or access keys of this control plane that its data folder does not know, as after the restore of a backup: ' +
    'nothing is changed in the cluster, except that keys are revoked. Stop the control plane and run "coffer-emulator reconcile".';
  expect(copy.plane.obstacles()).toEqual([{ reason: 'held', message: held }]);
  await expect(copy.newKey()).rejects.toThrow(new DomainError('unavailable', held));
  const until = 'is ours, and unknown here; nothing is changed until it is reconciled.';
  expect(copy.log.filter((line) => line.includes('unknown here'))).toEqual([
    `the bucket ${bucket.id} (${bucket.alias}) ${until}`,
    `the access key ${key.id} (${key.accessKeyId}) ${until}`,
  ]);
});
