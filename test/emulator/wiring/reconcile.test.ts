import { expect, test } from 'vitest';
import { openStorage } from '../../../emulator/storage/storage';
import { openClusterSide } from '../../../emulator/wiring/move/cluster-side';
import { openReconciliation } from '../../../emulator/wiring/reconcile';
import { openControlPlane, startCluster } from '../garage/control-plane';

const NOTHING = () => undefined;

/** The folder of a control plane, restored from a backup, and its cluster. */
async function prepare() {
  const cluster = await startCluster();
  const { plane, intents, backUp, close } = openControlPlane(cluster);
  await plane.sweep.run({ isFull: true });
  const folder = backUp();
  await close();
  const access = { adminUrls: [cluster.url], adminToken: cluster.token };
  const openSide = async () => {
    const storage = openStorage(folder, { plane: 'garage' });
    try {
      return await openClusterSide(storage, { ...access, s3Url: cluster.url, region: 'us-east-1' }, NOTHING);
    } catch (error) {
      await storage.close();
      throw error;
    }
  };
  const newKey = (id: string) => cluster.tables.foreignKey(`coffer:${intents.installation}:${id}`);
  return { cluster, folder, access, openSide, newKey };
}

test('a restored folder can be moved once nothing is unknown in its cluster', async () => {
  const { cluster, openSide, newKey } = await prepare();
  const unknown = newKey('unknown');

  await expect(openSide()).rejects.toThrow('run coffer-emulator reconcile first');
  cluster.tables.keys.delete(unknown);

  await (await openSide()).close();
});

test('a reconciliation that cannot begin leaves the folder closed', async () => {
  const { folder, access } = await prepare();

  await expect(openReconciliation(folder, { ...access, adminUrls: ['nowhere'] }, undefined)).rejects.toThrow('URL');

  await openStorage(folder, { plane: 'garage' }).close();
});

test('the key that an interrupted move left is nothing to decide about, and goes, also during a hold', async () => {
  const { cluster, folder, access, newKey } = await prepare();
  const [left, unknown] = [newKey('move'), newKey('unknown')];

  const opened = await openReconciliation(folder, access, undefined);
  const listed = await opened.list();
  await opened.close();
  const { plane } = openControlPlane(cluster, { folder });
  await plane.sweep.run({ isFull: false });

  expect(listed.map(({ id }) => id)).toEqual(['unknown']);
  expect(plane.obstacles()).toMatchObject([{ reason: 'held' }]);
  expect([left, unknown].map((id) => cluster.tables.keys.get(id)?.isDeleted)).toEqual([true, false]);
});
