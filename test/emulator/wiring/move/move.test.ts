import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../../../emulator/storage/storage';
import { move } from '../../../../emulator/wiring/move/move';
import { expectAgreement, openControlPlane, startCluster, sweepWhole } from '../../garage/control-plane';
import { startClusterS3 } from '../../garage/fake-s3';
import { base64, start, temporaryFolder } from '../../support';

interface Key {
  readonly id: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

/** A stopped service with two buckets, two keys and a secret, a cluster, and moves between them. */
async function prepare() {
  const cluster = await startCluster();
  const s3 = await startClusterS3(cluster);
  const from = temporaryFolder();
  const { emulator, send, project: project_id } = await start({ dataDir: from });
  const newBucket = async (body: object) => {
    await send('POST', '/s3/buckets', { project_id, ...body });
    return (await send('GET', '/s3/buckets')).json.at(-1) as { id: string; alias: string };
  };
  const full = await newBucket({ max_size: 1_000_000, description: 'kept' });
  const empty = await newBucket({ max_size: 1_000 });
  const newKey = async (bucket_ids: string[], permissions: object): Promise<Key> =>
    (await send('POST', '/s3/keys', { project_id, bucket_ids, permissions })).json;
  const owner = await newKey([full.id, empty.id], { read: true, write: true, owner: true });
  const reader = await newKey([full.id], { read: true, write: false, owner: false });
  await send('POST', '/secrets', { project_id, name: 'db', value: base64('canary') });
  const put = async (Key: string, Body: string) =>
    clientAt(emulator.s3Endpoint, owner).send(new PutObjectCommand({ Bucket: full.alias, Key, Body }));
  const said: string[] = [];
  const logged: string[] = [];
  const access = { adminUrls: [cluster.url], adminToken: cluster.token, s3Url: s3.url, region: 'us-east-1' };
  const moveOn = (asked: { from: string; to: string; adminToken?: string }, say = (_line: string) => undefined) =>
    move(
      { from: asked.from, to: asked.to, cluster: { ...access, ...asked }, encryptionKey: undefined },
      (line) => {
        said.push(line);
        say(line);
      },
      (line) => logged.push(line),
    );
  return { cluster, s3, from, emulator, full, empty, owner, reader, put, said, logged, moveOn };
}

function clientAt(endpoint: string, { access_key_id, secret_access_key }: Key): S3Client {
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  onTestFinished(() => client.destroy());
  return client;
}

/** What clients see of a folder, in its order. */
async function rowsOf(folder: string) {
  const storage = openStorage(folder);
  const { buckets, accessKeys, secrets, tokens } = storage.stores;
  const projects = tokens.projectIds();
  const bare = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row, position: 0, settled: true }));
  const rows = { projects, buckets: bare(buckets.list(projects)), keys: bare(accessKeys.list(projects)) };
  const values = secrets.list(projects).map(({ id }) => String(secrets.getValue(id)));
  await storage.close();
  return { ...rows, values };
}

test('a service moves into a cluster and back with its ids, names, quotas, times, keys, secrets and objects', async () => {
  const { cluster, s3, from, emulator, full, empty, owner, reader, put, said, logged, moveOn } = await prepare();
  await put('a', 'text');
  await put('b/c', 'other');
  await emulator.stop();
  const before = await rowsOf(from);
  const [there, back] = [join(temporaryFolder(), 'there'), join(temporaryFolder(), 'back')];
  const lines = [
    `bucket ${full.alias}: 2 objects, 9 bytes`,
    `bucket ${empty.alias}: 0 objects, 0 bytes`,
    `access key ${owner.access_key_id}`,
    `access key ${reader.access_key_id}`,
  ];

  expect(await moveOn({ from, to: there })).toEqual({ plane: 'garage', problems: [], warnings: [] });

  expect([said.splice(0), logged]).toEqual([lines, []]);
  expect(await rowsOf(there)).toEqual(before);
  const plane = openControlPlane(cluster, { folder: there });
  await sweepWhole(plane);
  expectAgreement(plane, cluster);
  expect([plane.log, plane.plane.obstacles()]).toEqual([[], []]);
  await plane.close();
  const all = { read: true, write: true, owner: true };
  const [first, second] = cluster.state().buckets.sort((a, b) => Number((b.quota ?? 0n) - (a.quota ?? 0n)));
  expect(first).toMatchObject({ aliases: [full.alias], quota: 1_000_000n });
  expect(new Map(first?.keys.map(({ id, permissions }) => [id, permissions]))).toMatchObject(
    new Map([
      [owner.access_key_id, all],
      [reader.access_key_id, { read: true, write: false, owner: false }],
    ]),
  );
  expect(second).toMatchObject({ aliases: [empty.alias], quota: 1_000n });
  // The key of the move is gone.
  expect(cluster.state().keys.filter(({ name }) => !name.includes(':guard:'))).toHaveLength(2);
  const read = await clientAt(s3.url, reader).send(new GetObjectCommand({ Bucket: full.alias, Key: 'b/c' }));
  expect(await read.Body?.transformToString()).toBe('other');

  expect(await moveOn({ from: there, to: back })).toEqual({ plane: 'embedded', problems: [], warnings: [] });

  expect([said, logged]).toEqual([lines, []]);
  expect(await rowsOf(back)).toEqual(before);
  const { emulator: again } = await start({ dataDir: back });
  const kept = await clientAt(again.s3Endpoint, owner).send(new GetObjectCommand({ Bucket: full.alias, Key: 'a' }));
  expect(await kept.Body?.transformToString()).toBe('text');
});

test('what is not moved is told without keys, and the folder goes on with the move alone, until all is there', async () => {
  const { cluster, from, emulator, full, empty, owner, reader, put, said, logged, moveOn } = await prepare();
  await put('/slash', 'x');
  await put('kept', 'y');
  await emulator.stop();
  const to = join(temporaryFolder(), 'to');

  const first = await moveOn({ from, to });

  const slash =
    'a cluster takes the slash at the beginning of a key away. ' +
    'In the old service, copy the object to another key if you need it, and delete this one; then run the move again.';
  expect(first).toEqual({ plane: 'garage', problems: [`${full.alias}//slash: ${slash}`], warnings: [] });
  expect(said.splice(0)).toEqual([
    `bucket ${full.alias}: 1 object, 1 byte`,
    `bucket ${empty.alias}: 0 objects, 0 bytes`,
  ]);
  expect(cluster.state().keys.filter(({ name }) => !name.includes(':guard:'))).toEqual([]);
  expect(() => openStorage(to, { plane: 'garage' })).toThrow('run coffer-emulator move again, with the same flags.');
  await expect(moveOn({ from: to, to: from })).rejects.toThrow(`A move to ${to} has not ended: run it again.`);
  const { emulator: again, send } = await start({ dataDir: from });
  expect((await send('DELETE', `/s3/keys/${reader.id}`)).status).toBe(204);
  expect((await send('DELETE', `/s3/buckets/${empty.id}`)).status).toBe(204);
  const key = clientAt(again.s3Endpoint, owner);
  await key.send(new DeleteObjectCommand({ Bucket: full.alias, Key: '/slash' }));
  await again.stop();

  expect(await moveOn({ from, to })).toEqual({ plane: 'garage', problems: [], warnings: [] });

  expect([said, logged]).toEqual([[`bucket ${full.alias}: 1 object, 1 byte`, `access key ${owner.access_key_id}`], []]);
  expect(cluster.state().buckets.map(({ aliases, quota }) => ({ aliases, quota }))).toEqual([
    { aliases: [full.alias], quota: 1_000_000n },
  ]);
  await expect(moveOn({ from, to })).rejects.toThrow(`The folder ${to} is a data folder already: give another one.`);
});

test('a move that breaks off between two keys goes on with the second one', async () => {
  const { cluster, from, emulator, owner, reader, moveOn } = await prepare();
  await emulator.stop();
  const to = join(temporaryFolder(), 'to');
  const breakOff = (line: string) => {
    if (line === `access key ${owner.access_key_id}`) throw new Error('the person ended it');
  };

  await expect(moveOn({ from, to }, breakOff as () => undefined)).rejects.toThrow('the person ended it');
  cluster.calls.length = 0;
  expect(await moveOn({ from, to })).toEqual({ plane: 'garage', problems: [], warnings: [] });

  // Of the move itself, and the reader: the owner is there.
  expect(cluster.calls.filter((call) => call === 'ImportKey')).toHaveLength(2);
  expect(cluster.state().keys.map(({ id }) => id)).toEqual(
    expect.arrayContaining([owner.access_key_id, reader.access_key_id]),
  );
});

test('a key of the move that may be left is a warning at its end, and a line of the log beside an error', async () => {
  const { cluster, from, emulator, logged, moveOn } = await prepare();
  await emulator.stop();
  const to = join(temporaryFolder(), 'to');
  const left = (id: string) =>
    `The key of the move, ${id}, may be left in the cluster: garage key delete --yes ${id} deletes it. `;
  const moveKey = () => [...cluster.tables.keys.values()].filter(({ name }) => name.endsWith(':move')).at(-1);
  const breakOff = () => {
    throw new Error('the person ended it');
  };

  cluster.failNext('DeleteKey', '403');
  await expect(moveOn({ from, to }, breakOff)).rejects.toThrow('the person ended it');

  const first = moveKey()?.accessKeyId ?? '';
  expect(logged).toEqual([expect.stringMatching(/^Warning: /)]);
  expect(logged[0]).toContain(left(first));
  cluster.failNext('DeleteKey', '403');
  const { warnings, ...moved } = await moveOn({ from, to });
  expect(moved).toEqual({ plane: 'garage', problems: [] });
  expect(warnings).toEqual([expect.stringContaining(left(moveKey()?.accessKeyId ?? ''))]);
  expect(warnings[0]).toContain('403');
  // Its rights are over all the same.
  expect(moveKey()).toMatchObject({ isDeleted: false, expiration: '2001-01-01T00:00:00Z' });
});
