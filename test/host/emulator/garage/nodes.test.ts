import { expect, test } from 'vitest';
import { Nodes } from '../../../../emulator/garage/nodes';
import { expectAgreement, openControlPlane, startCluster } from './control-plane';
import { FakeCluster } from './fake-cluster';

test('no call goes to the next node while one to the previous node is open', async () => {
  const nodes = new Nodes(['http://a', 'http://b'], () => 0);
  let end = (): void => undefined;
  const order: string[] = [];
  const open = nodes.use(async (node) => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    order.push(`ended ${node.host}`);
    return node;
  });
  nodes.rest(await nodes.use(async (node) => node));

  const next = nodes.use(async (node) => order.push(`asked ${node.host}`));
  await new Promise((resolve) => setImmediate(resolve));
  end();
  await Promise.all([open, next]);

  expect(order).toEqual(['ended a', 'asked b']);
});

test('a request goes on with the next node when the first is down; one of another cluster is not used', async () => {
  const cluster = await startCluster();
  const down = await FakeCluster.start();
  const { url: nowhere } = down;
  await down.stop();
  const other = await FakeCluster.start({ token: cluster.token });
  const urls = [other.url, cluster.url];
  const opened = openControlPlane(cluster, { urls: [nowhere, cluster.url] });
  await opened.newBucket();
  await opened.close();

  const mixed = openControlPlane(cluster, { folder: opened.folder, urls });
  await expect(mixed.newBucket()).rejects.toMatchObject({ code: 'unavailable' });
  await mixed.close();
  await other.stop();
  const moved = openControlPlane(cluster, { folder: opened.folder, urls });
  const { id } = await moved.newBucket();

  expect(new Set(other.calls)).toEqual(new Set(['GetKeyInfo']));
  expect(moved.rows.bucket(id)?.state).toBe('live');
  await moved.plane.loop.run();
  expectAgreement(moved, cluster);
});
