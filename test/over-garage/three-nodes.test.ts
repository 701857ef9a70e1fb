import { expect, onTestFinished, test } from 'vitest';
import { Emulator } from '../../emulator';
import { overGarage } from '../../emulator/wiring/garage';
import { clientFor } from '../host/emulator/s3/support';
import { clientOf, temporaryFolder } from '../host/emulator/support';
import { type Node, RealCluster } from './cluster';

const ALL = { read: true, write: true, owner: true };

test.each([0, 1])(
  'three nodes of which node %i is killed serve every call, and a key revoked meanwhile is refused, by the killed one when it has found the others',
  async (at) => {
    const cluster = await RealCluster.start(3);
    onTestFinished(() => cluster.stop());
    const [killed, ...others] = [...cluster.nodes.splice(at, 1), ...cluster.nodes] as [Node, Node, Node];
    cluster.nodes.splice(at, 0, killed);
    const emulator = await Emulator.start(
      { dataDir: temporaryFolder(), s3PublicUrl: others[0].s3Url, log: () => undefined },
      overGarage({ adminUrls: cluster.adminUrls, adminToken: cluster.token }),
    );
    onTestFinished(() => emulator.stop());
    const send = clientOf(emulator, emulator.token);
    const project_id = emulator.projectId;
    const newBucket = async () => (await send('POST', '/s3/buckets', { project_id, max_size: 1_000_000 })).json.id;
    const newKey = async (id: string) => {
      const { status, json } = await send('POST', '/s3/keys', { project_id, bucket_ids: [id], permissions: ALL });
      expect(status).toBe(201);
      return json;
    };
    const aliasOf = async (bucketId: string) =>
      (await send('GET', '/s3/buckets')).json.find(({ id }: { id: string }) => id === bucketId)?.alias;
    const clientAt = ({ s3Url: s3Endpoint }: Node, key: { access_key_id: string; secret_access_key: string }) =>
      clientFor({ s3Endpoint }, { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key });
    const id = await newBucket();
    const key = await newKey(id);
    const Bucket: string = await aliasOf(id);
    await clientAt(killed, key).putObject({ Bucket, Key: 'before', Body: 'before' });

    await cluster.kill(killed);

    // Every call of REST.
    const later = await newBucket();
    expect(await aliasOf(later)).toBeTruthy();
    const laterKey = await newKey(later);
    expect((await send('PUT', '/s3/buckets', { id: later, max_size: 2_000_000 })).status).toBe(200);
    // Every call of S3, at each node that is left: another node may know a new key some moments later.
    for (const node of others) {
      const s3 = clientAt(node, laterKey);
      const object = { Bucket: await aliasOf(later), Key: 'object' };
      await expect.poll(() => s3.headBucket({ Bucket: object.Bucket }), { timeout: 10_000 }).toBeTruthy();
      await s3.putObject({ ...object, Body: 'text' });
      expect(await (await s3.getObject(object)).Body?.transformToString()).toBe('text');
      await s3.deleteObject(object);
      const before = await clientAt(node, key).getObject({ Bucket, Key: 'before' });
      expect(await before.Body?.transformToString()).toBe('before');
    }
    expect((await send('DELETE', `/s3/keys/${laterKey.id}`)).status).toBe(204);
    expect((await send('DELETE', `/s3/buckets/${later}`)).status).toBe(204);
    expect((await send('DELETE', `/s3/keys/${key.id}`)).status).toBe(204);

    // The killed node has the key in its own copy until it has found the others, which Garage tries each 30 seconds, and has compared that with theirs.
    await cluster.run(killed);
    const refusedAt = (node: Node) =>
      clientAt(node, key)
        .headBucket({ Bucket })
        .then(
          () => 'accepted',
          ({ $metadata }: { $metadata?: { httpStatusCode?: number } }) => $metadata?.httpStatusCode,
        );
    for (const node of others) expect(await refusedAt(node)).toBe(403);
    await expect.poll(() => refusedAt(killed), { timeout: 90_000, interval: 500 }).toBe(403);
  },
);
