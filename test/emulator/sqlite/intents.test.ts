import { expect, test } from 'vitest';
import type { NewAccessKey } from '../../../emulator/domain/records';
import { SqliteIntents } from '../../../emulator/sqlite/intents';
import { startService } from '../domain/objects/support';

const DAY_MS = 86_400_000;
const NONE = { read: false, write: false, owner: false };

/** Intents whose clock the test moves, two buckets of which the second has an intent, and more openings of the same. */
function startIntents() {
  const { storage, newBucket } = startService();
  const clock = { now: 1_000 };
  const open = () => new SqliteIntents(storage.database, storage.cipher, storage.stores.accessKeys, () => clock.now);
  const [other, bucketId] = [newBucket(), newBucket()];
  const intents = open();
  intents.addBucket(bucketId);
  return { intents, open, clock, bucketId, other, storage };
}

const keyOf = (id: string, bucketIds: readonly string[]): NewAccessKey => ({
  ...{ id, projectId: 'project-1', accessKeyId: `GK-${id}`, secretAccessKey: `secret of ${id}` },
  ...{ bucketIds, permissions: { read: true, write: false, owner: true }, createdAt: 7 },
});

test('an installation has one name for good, and what is noted about its cluster stays', () => {
  const { intents, open } = startIntents();
  const before = [intents.mark(), intents.isHeld(), intents.forgotten()];

  intents.setMark({ number: 2, signatures: ['b', 'a'], confirmed: 'a' });
  intents.setHeld(true);
  for (const id of ['one', 'two', 'one']) intents.forget(id);
  const again = open();

  expect(before).toEqual([undefined, false, []]);
  expect(again.installation).toMatch(/^[0-9a-f]{16}$/);
  expect(again.installation).toBe(intents.installation);
  expect([again.mark(), again.isHeld(), again.forgotten()]).toEqual([
    { number: 2, signatures: ['b', 'a'], confirmed: 'a' },
    true,
    ['one', 'two'],
  ]);
  again.setHeld(false);
  expect(intents.isHeld()).toBe(false);
});

test('the intent of a bucket changes field by field, and its age counts from the work that it began last', () => {
  const { intents, clock, bucketId, other } = startIntents();
  const begun = intents.findBucket(bucketId);
  const changed = (at: number, change: Parameters<typeof intents.changeBucket>[1]) => {
    clock.now = at;
    intents.changeBucket(bucketId, change);
    return intents.findBucket(bucketId);
  };

  const live = changed(2_000, { state: 'live', clusterId: 'c', isUncertain: true, isGuarded: true, isMissing: true });
  const sized = changed(3_000, {
    appliedMaxSize: 2n ** 63n - 1n,
    isUncertain: false,
    isGuarded: false,
    isMissing: false,
  });
  const same = changed(4_000, { state: 'live', appliedMaxSize: 5n });
  const unsized = changed(5_000, { appliedMaxSize: undefined });
  const still = changed(6_000, { appliedMaxSize: undefined, clusterId: undefined });
  intents.changeBucket(other, { state: 'live' });

  const first = {
    ...{ bucketId, state: 'creating', clusterId: undefined, isUncertain: false, appliedMaxSize: undefined },
    ...{ isGuarded: false, isMissing: false, begunAt: 1_000, changedAt: 1_000 },
  };
  expect(begun).toEqual(first);
  const flags = { isUncertain: true, isGuarded: true, isMissing: true };
  expect(live).toEqual({ ...first, ...flags, state: 'live', clusterId: 'c', changedAt: 2_000 });
  const settled = { ...first, state: 'live', clusterId: 'c', changedAt: 2_000 };
  expect(sized).toEqual({ ...settled, appliedMaxSize: 2n ** 63n - 1n });
  expect(same).toEqual({ ...settled, appliedMaxSize: 5n });
  expect(unsized).toEqual({ ...settled, changedAt: 5_000 });
  expect(still).toEqual({ ...settled, clusterId: undefined, changedAt: 5_000 });
  expect(intents.findBucket(other)).toBeUndefined();
});

test('intents are found by either id, and listed from the oldest on', () => {
  const { intents, clock, bucketId, other } = startIntents();
  clock.now = 500;
  intents.addBucket(other);
  intents.changeBucket(bucketId, { clusterId: 'c' });

  expect(intents.buckets().map((intent) => intent.bucketId)).toEqual([other, bucketId]);
  expect(intents.findBucketByCluster('c')?.bucketId).toBe(bucketId);
  expect([intents.findBucketByCluster('d'), intents.findBucket('d')]).toEqual([undefined, undefined]);
});

test('a deleted bucket takes its intent along, and leaves its name for as long as that may appear again', () => {
  const { intents, bucketId, other, storage } = startIntents();
  intents.renameBucket(bucketId, 'renamed');
  const renamed = storage.stores.buckets.find(bucketId)?.alias;

  intents.deleteBucket(bucketId, { alias: 'renamed', until: 9 });
  intents.deleteBucket(other);
  intents.deleteBucket('gone', { alias: 'earlier', until: 8 });
  const fences = intents.fences().map((fence) => ({ ...fence }));
  intents.removeFence('renamed');

  expect(renamed).toBe('renamed');
  expect([intents.buckets(), storage.stores.buckets.list(['project-1'])]).toEqual([[], []]);
  expect(fences).toEqual([
    { alias: 'earlier', until: 8 },
    { alias: 'renamed', until: 9 },
  ]);
  expect(intents.fences()).toMatchObject([{ alias: 'earlier' }]);
});

test('the use of a bucket is unknown until it is measured', () => {
  const { intents, bucketId } = startIntents();
  const before = [intents.use(bucketId), intents.use('gone')];

  intents.setUse(bucketId, { bytes: 2n ** 62n, objects: 3, at: 4 });

  expect(before).toEqual([undefined, undefined]);
  expect(intents.use(bucketId)).toEqual({ bytes: 2n ** 62n, objects: 3, at: 4 });
});

test('a key is created, becomes one of the service without buckets that are gone, and is revoked', () => {
  const { intents, clock, bucketId, other, storage } = startIntents();
  const key = keyOf('k', [other, bucketId]);
  const { secretAccessKey: _, ...shown } = key;
  intents.addKey(key, NONE);
  const created = intents.findKey('k');
  const wanted = intents.newKey('k');
  intents.setImported('k');
  intents.setMissing('k', true);
  const imported = intents.findKeyByAccessKeyId('GK-k');
  intents.setMissing('k', false);
  intents.deleteBucket(other);

  clock.now = 2_000;
  const completed = intents.completeKey('k');
  const live = intents.findKey('k');
  const notRevoking = intents.findRevoking('k');
  const twice = [intents.newKey('k'), intents.completeKey('k')];
  const kept = storage.stores.accessKeys.find('k');
  clock.now = 3_000;
  const revoked = intents.revokeKey('k');
  clock.now = 4_000;
  intents.revokeKey('k');

  const intent = {
    ...{ keyId: 'k', projectId: 'project-1', accessKeyId: 'GK-k', state: 'creating', granted: NONE },
    ...{ isImported: false, isMissing: false, begunAt: 1_000, changedAt: 1_000 },
  };
  expect(created).toEqual(intent);
  expect(wanted).toEqual(key);
  expect(imported).toEqual({ ...intent, isImported: true, isMissing: true });
  expect(completed).toEqual({ ...shown, bucketIds: [bucketId], position: 1 });
  expect(kept).toEqual(completed);
  expect(live).toEqual({ ...intent, state: 'live', isImported: true });
  expect([notRevoking, ...twice]).toEqual([undefined, undefined, undefined]);
  expect([revoked, storage.stores.accessKeys.find('k')]).toEqual([true, undefined]);
  expect(intents.findKey('k')).toEqual({ ...intent, state: 'revoking', isImported: true, changedAt: 3_000 });
  expect(intents.findRevoking('k')).toEqual({ id: 'k', projectId: 'project-1', position: 0 });
  intents.removeKey('k');
  expect([intents.keys(), intents.findRevoking('k'), intents.revokeKey('k')]).toEqual([[], undefined, false]);
});

test('keys are listed from the oldest on', () => {
  const { intents, clock } = startIntents();
  intents.addKey(keyOf('later', []), NONE);
  clock.now = 500;
  intents.addKey(keyOf('earlier', []), { ...NONE, write: true });

  expect(intents.keys().map(({ keyId, granted }) => [keyId, granted.write])).toEqual([
    ['earlier', true],
    ['later', false],
  ]);
});

test('a key that was deleted counts as revoked for 30 days, and is noted for another 30', () => {
  const { intents, clock, storage } = startIntents();
  const noted = () => storage.database.connection.prepare('SELECT count(*) AS n FROM cluster_revoked').get()?.n;
  for (const name of ['a', 'b', 'c']) intents.noteRevoked(name);
  clock.now += 30 * DAY_MS;
  const last = [intents.isRevoked('a'), intents.isRevoked('d')];
  clock.now += 1;
  const over = intents.isRevoked('a');
  clock.now += 30 * DAY_MS - 1;
  intents.noteRevoked('d');
  const kept = noted();
  clock.now += 1;
  intents.noteRevoked('d');

  expect([last, over]).toEqual([[true, false], false]);
  // Two at most are removed at a time.
  expect([kept, noted()]).toEqual([4, 2]);
});

test('a project has one guard', () => {
  const { intents } = startIntents();
  intents.setGuard('project-1', 'GK1');
  intents.setGuard('project-1', 'GK2');

  expect([intents.guard('project-1'), intents.guard('q')]).toEqual(['GK2', undefined]);
  expect([intents.isGuard('GK1'), intents.isGuard('GK2')]).toEqual([false, true]);
});
