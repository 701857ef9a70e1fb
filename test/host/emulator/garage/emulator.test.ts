import { expect, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { overGarage } from '../../../../emulator/wiring/garage';
import { Visitor } from '../dashboard/visitor';
import { startEmulator, temporaryFolder } from '../support';
import { overCluster, PUBLIC_URL } from './control-plane';

test('the REST interface looks the same over a cluster, whose endpoint it shows', async () => {
  const { cluster, emulator, send, project } = await overCluster();

  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 10 })).json;
  const permissions = { read: true, write: true, owner: false };
  const key = await send('POST', '/s3/keys', { project_id: project, bucket_ids: [id], permissions });
  const [bucket] = (await send('GET', '/s3/buckets')).json;

  expect(emulator.s3Endpoint).toBe(PUBLIC_URL);
  const alias = cluster.state().buckets[0]?.aliases[0];
  expect(bucket).toMatchObject({ id, endpoint: PUBLIC_URL, max_size: 10, alias });
  expect(cluster.tables.keys.get(key.json.access_key_id)?.secretAccessKey).toBe(key.json.secret_access_key);
  expect((await send('DELETE', `/s3/keys/${key.json.id}`)).status).toBe(204);
  expect((await send('DELETE', `/s3/buckets/${id}`)).status).toBe(204);
  expect(cluster.state().buckets).toEqual([]);
});

test('health names the differences to callers who have control, and counts them for others', async () => {
  const { cluster, emulator, options, log, send, project } = await overCluster({ adminToken: 'admin' });
  await send('POST', '/s3/buckets', { project_id: project, max_size: 10 });
  const healthOf = async ({ baseUrl }: Emulator, headers = {}) =>
    (await fetch(`${baseUrl}/_emulator/health`, { headers })).json() as Promise<{ status: string; problems?: unknown }>;
  expect(await healthOf(emulator)).not.toHaveProperty('problems');
  await emulator.stop();
  const id = cluster.tables.foreignBucket('theirs');

  const again = (await overCluster(options, cluster)).emulator;

  const says = `The cluster has the bucket ${id} (theirs), which no row knows.`;
  await expect.poll(async () => (await healthOf(again)).problems).toEqual([says]);
  expect(log).toEqual([`storage cluster: ${says}`]);
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
  expect(await healthOf(again, elsewhere)).toMatchObject({ status: 'ok', problems: 1 });
  expect(await healthOf(again, { ...elsewhere, authorization: 'Bearer admin' })).toMatchObject({ problems: [says] });
});

test('the dashboard shows where the objects are, what is used, and what is gone', async () => {
  const { cluster, emulator, options, send, project } = await overCluster();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 10 })).json;
  const visitor = await new Visitor(emulator).signIn();
  const page = await visitor.get(`/buckets/${id}`);
  expect(page.text).toContain(PUBLIC_URL);
  expect(page.text).not.toContain('Upload an object');
  await emulator.stop();
  for (const bucket of cluster.tables.buckets.values()) cluster.tables.bury(bucket);

  const again = (await overCluster(options, cluster)).emulator;

  const later = await new Visitor(again).signIn();
  await expect.poll(async () => (await later.get(`/buckets/${id}`)).text).toContain('gone from the storage cluster');
  expect((await later.get('/buckets')).text).toContain('gone from the storage cluster');
});

test('a folder that was used with a cluster does not start without it, nor the other way round', async () => {
  const { cluster, emulator, options } = await overCluster();
  const dataDir = options.dataDir ?? '';
  await emulator.stop();
  const own = temporaryFolder();
  const embedded = await startEmulator({ dataDir: own });
  embedded.seedFrom({ buckets: [{ project_id: embedded.projectId, max_size: 5 }] } as never);
  await embedded.stop();

  await expect(Emulator.start({ dataDir })).rejects.toThrow(
    expect.objectContaining({ name: 'StartError', message: expect.stringContaining('--garage-admin-url') }),
  );
  await expect(
    Emulator.start({ ...options, dataDir: own }, overGarage({ adminUrls: [cluster.url], adminToken: cluster.token })),
  ).rejects.toThrow(expect.objectContaining({ name: 'StartError', message: expect.stringContaining(own) }));
});

test('clock, reset, snapshots and faults of S3 are refused while it runs, each with the reason', async () => {
  const { emulator } = await overCluster();

  for (const move of [() => emulator.clock.advance(1), () => emulator.clock.freeze()])
    expect(move).toThrow('The clock cannot be moved');
  expect(() => emulator.reset()).toThrow('The emulator cannot be reset');
  expect(() => emulator.snapshot()).toThrow('No snapshot can be taken or restored');
  expect(() => emulator.faults.add({ operation: 'PutObject', status: 500 } as never)).toThrow(
    'No fault can apply to S3',
  );
});

test('a stop does not wait for the cluster, and the next start goes on', async () => {
  const { cluster, emulator, options, send, project } = await overCluster();
  cluster.isSilent = true;
  const created = send('POST', '/s3/buckets', { project_id: project, max_size: 10 }).catch(() => undefined);
  await expect.poll(() => cluster.calls.length).toBeGreaterThan(0);
  const begun = performance.now();
  await emulator.stop();
  await created;
  expect(performance.now() - begun).toBeLessThan(8_000);
  cluster.isSilent = false;

  const again = await overCluster(options, cluster);

  await expect.poll(async () => (await again.send('GET', '/s3/buckets')).json[0]?.alias).toBeTruthy();
});
