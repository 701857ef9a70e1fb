import { expect, test } from 'vitest';
import { start } from '../support';

const READ = { read: true, write: false, owner: false };

async function withBuckets(count: number, options = {}) {
  const started = await start(options);
  const buckets: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { send, project } = started;
    buckets.push((await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json.id);
  }
  return { ...started, buckets };
}

test('shows the secret half once, at creation', async () => {
  const { emulator, send, project, buckets } = await withBuckets(2);

  const created = await send('POST', '/s3/keys', { project_id: project, bucket_ids: buckets, permissions: READ });
  const listed = await send('GET', '/s3/keys');

  const { secret_access_key, ...rest } = created.json;
  expect(created.status).toBe(201);
  expect(rest).toEqual({
    id: rest.id,
    project_id: project,
    access_key_id: expect.stringMatching(/^GK[0-9a-f]{24}$/),
    bucket_ids: buckets,
    permissions: READ,
    endpoint: emulator.s3Endpoint,
  });
  expect(secret_access_key).toMatch(/^[0-9a-f]{64}$/);
  expect(listed.json).toEqual([rest]);
});

test('keeps the order of its buckets and drops duplicates; no bucket is accepted, too', async () => {
  const { send, project, buckets } = await withBuckets(3);
  const [a, b, c] = buckets;

  await send('POST', '/s3/keys', { project_id: project, bucket_ids: [c, a, c, b], permissions: READ });
  await send('POST', '/s3/keys', { project_id: project, bucket_ids: [], permissions: READ });

  const listed = (await send('GET', '/s3/keys')).json as { bucket_ids: string[] }[];
  expect(listed.map(({ bucket_ids }) => bucket_ids)).toEqual([[c, a, b], []]);
});

test('a deleted bucket leaves every key that had it', async () => {
  const { send, project, buckets } = await withBuckets(2);
  await send('POST', '/s3/keys', { project_id: project, bucket_ids: buckets, permissions: READ });

  await send('DELETE', `/s3/buckets/${buckets[0]}`);

  expect((await send('GET', '/s3/keys')).json).toMatchObject([{ bucket_ids: [buckets[1]] }]);
});

test('names the buckets that are not in the project, and makes nothing', async () => {
  const { send, project, buckets } = await withBuckets(1, { projects: ['p1', 'p2'] });
  const foreign = (await send('POST', '/s3/buckets', { project_id: 'p2', max_size: 1 })).json.id;

  const response = await send('POST', '/s3/keys', {
    project_id: project,
    bucket_ids: [...buckets, foreign, 'nobody'],
    permissions: READ,
  });

  expect(response).toMatchObject({ status: 404, json: { error: { code: 'not_found', field: 'bucket_ids' } } });
  expect(response.json.error.message).toBe(`These buckets are not in the project: ${foreign}, nobody.`);
  expect((await send('GET', '/s3/keys')).json).toEqual([]);
});
