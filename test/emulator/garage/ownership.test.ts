import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callAdmin } from '../../../scripts/garage/call-admin';
import { temporaryFolder } from '../support';
import { CALLER, expectAgreement, openControlPlane, startCluster } from './control-plane';
import type { FakeCluster } from './fake-cluster';

const FULL = { isFull: true };

/** A control plane with a key, and a folder that is a copy of its own from before the key `later` was made. */
async function startTwo() {
  const cluster = await startCluster();
  const before = openControlPlane(cluster);
  const bucket = await before.newBucket();
  await before.close();
  const copied = temporaryFolder();
  cpSync(before.folder, copied, { recursive: true });
  const original = openControlPlane(cluster, { folder: before.folder });
  const later = await original.newKey([bucket.id]);
  return { cluster, original, later, bucket, openCopy: () => openControlPlane(cluster, { folder: copied }) };
}

function deleteMark(cluster: FakeCluster): void {
  for (const key of cluster.tables.keys.values()) if (key.name.includes(':mark:')) key.isDeleted = true;
}

test('a copy of a data folder changes nothing in the cluster, and says what to do', async () => {
  const { cluster, original, bucket, openCopy } = await startTwo();
  const copy = openCopy();
  const before = structuredClone(cluster.state());

  await copy.plane.sweep.run(FULL);
  await expect(copy.newKey()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(copy.newBucket()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(copy.service.buckets.delete(CALLER, bucket.id)).rejects.toThrow(/copy of this data folder.*GK/);

  expect(cluster.state()).toEqual(before);
  expect(copy.service.buckets.stored(CALLER)).toMatchObject([{ id: bucket.id }]);
  expect(copy.log.join()).toContain('copy of this data folder');
  await original.plane.sweep.run(FULL);
  expectAgreement(original, cluster);
});

test('when the mark is deleted, the next one who comes goes on once it knows all, and the other one changes nothing', async () => {
  const { cluster, original, later, openCopy } = await startTwo();
  const copy = openCopy();
  await copy.plane.sweep.run(FULL);
  deleteMark(cluster);

  await copy.plane.sweep.run(FULL);

  // Terraform may have it in a state: a person decides.
  expect(cluster.tables.keys.get(later.accessKeyId)?.isDeleted).toBe(false);
  await expect(copy.newKey()).rejects.toThrow(/reconcile/);
  await callAdmin(cluster, 'POST', 'DeleteKey', { id: later.accessKeyId });
  await copy.plane.sweep.run(FULL);
  expectAgreement(copy, cluster);
  const made = await copy.newKey();
  await original.plane.sweep.run(FULL);
  await expect(original.newKey()).rejects.toMatchObject({ code: 'unavailable' });
  expect(cluster.tables.keys.get(made.accessKeyId)?.isDeleted).toBe(false);
});

test('a control plane whose mark is deleted while it runs makes another one', async () => {
  const { cluster, original } = await startTwo();
  deleteMark(cluster);

  await original.plane.sweep.run(FULL);
  await original.newKey();

  expectAgreement(original, cluster);
});

test.each(['lost-before', 'lost-after', '500', '503-after-effect', 'half'] as const)(
  'the first mark is made once, whatever becomes of the call that makes it: %s',
  async (how) => {
    const cluster = await startCluster();
    const opened = openControlPlane(cluster);
    cluster.failNext('ImportKey', how);

    await opened.newKey();

    const marks = [...cluster.tables.keys.values()].filter(({ name }) => name.includes(':mark:'));
    expect(marks).toHaveLength(1);
    expectAgreement(opened, cluster);
  },
);

test.each(['lost-before', 'lost-after', '500', '503-after-effect', 'late'] as const)(
  'a signature of which nobody knows whether it arrived is still recognised: %s',
  async (how) => {
    const { cluster, original } = await startTwo();
    for (let repeated = 0; repeated < 10; repeated++) {
      cluster.failNext('UpdateKey', how === 'late' ? '500' : how);
      await original.plane.sweep.run(FULL);
    }
    if (how === 'late') {
      cluster.failNext('UpdateKey', 'late');
      await original.plane.sweep.run(FULL);
    }
    await original.close();

    const again = openControlPlane(cluster, { folder: original.folder });
    await again.plane.sweep.run(FULL);
    cluster.arriveLate();
    await again.plane.sweep.run(FULL);

    // A call that arrives late puts an earlier signature back, as a cluster does that was rolled back: all of it is compared, no more.
    expect(again.log.filter((line) => !(how === 'late' && line.includes('earlier signature')))).toEqual([]);
    expectAgreement(again, cluster);
  },
);
