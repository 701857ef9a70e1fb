import { expect, test } from 'vitest';
import { accessKeyRecord, bucketRecord, createdAccessKeyRecord, secretRecord } from '../../../contract';
import { dialects } from '../../../emulator';
import { pairwise } from '../../support/pairwise';
import { allKnobValues, type KnobValue, knobValues } from '../knob-values';
import { base64, type Received, type Send, start } from '../support';

/** Every pair of values is together in one of them. */
const mixes = pairwise(knobValues);

const READ = { read: true, write: false, owner: false };

/** All of a list, whatever its shape and paging. */
async function listAll(send: Send, path: string): Promise<{ items: unknown[]; pages: number }> {
  const items: unknown[] = [];
  let pages = 0;
  for (let next: string | undefined = path; next !== undefined; ) {
    const response: Received = await send('GET', next);
    items.push(...(Array.isArray(response.json) ? response.json : response.json.data));
    pages += 1;
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    const cursor = response.json.next_cursor;
    next = link ?? (cursor ? `${path}?cursor=${encodeURIComponent(cursor)}` : undefined);
  }
  return { items, pages };
}

test('minimal returns 200 and an empty body to creates, updates and deletes', async () => {
  const { emulator, send, project } = await start({ dialect: 'minimal' });

  const created = await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') });
  const id = emulator.inspect.secrets()[0]?.id;
  const updated = await send('PUT', '/secrets', { id, name: 'b', value: base64('x') });
  const pull = await send('POST', '/secrets/pull', { project_id: project, server: 's', username: 'u', password: 'p' });
  const bucket = await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });
  const changed = await send('PUT', '/s3/buckets', { id: bucket.json.id, max_size: 2 });
  const key = await send('POST', '/s3/keys', { project_id: project, bucket_ids: [], permissions: READ });
  const deleted = await send('DELETE', `/secrets/${id}`);
  const unknown = await send('DELETE', `/secrets/${id}`);

  for (const response of [created, updated, changed, deleted])
    expect(response).toMatchObject({ status: 200, text: '' });
  expect(pull).toMatchObject({ status: 200, text: JSON.stringify({ id: emulator.inspect.pullSecrets()[0]?.id }) });
  expect(Object.keys(bucket.json)).toEqual(['id']);
  expect(createdAccessKeyRecord.parse(key.json).secret_access_key).toHaveLength(64);
  expect(unknown).toMatchObject({ status: 204, text: '' });
});

test('minimal accepts a second secret of one name', async () => {
  const { send, project } = await start({ dialect: 'minimal' });
  const secret = { project_id: project, name: 'a', value: base64('x') };

  await send('POST', '/secrets', secret);
  const second = await send('POST', '/secrets', secret);

  expect(second.status).toBe(200);
  expect((await send('GET', '/secrets')).json).toMatchObject([{ name: 'a' }, { name: 'a' }]);
});

test('the response to a secret may name it in Location only, or name somebody else', async () => {
  const { emulator, send, project } = await start({ knobs: { writeResponse: 'location' } });
  const secret = { project_id: project, name: 'a', value: base64('x') };

  const located = await send('POST', '/secrets', secret);
  emulator.settings.change({ knobs: { writeResponse: 'created_by' } });
  const other = await send('POST', '/secrets', { ...secret, name: 'b' });

  const [id] = emulator.inspect.secrets().map((one) => one.id);
  expect([located.text, located.headers.get('location')]).toEqual(['', `/secrets/${id}`]);
  expect(other.json).toEqual({ message: 'done', created_by: { id: 'user-1' } });
});

test('enveloped wraps records, but not what the interface shows', async () => {
  const { send, project } = await start({ dialect: 'enveloped' });

  const secret = await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') });
  const pull = await send('POST', '/secrets/pull', { project_id: project, server: 's', username: 'u', password: 'p' });
  const bucket = await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });
  const key = await send('POST', '/s3/keys', { project_id: project, bucket_ids: [], permissions: READ });
  const deleted = await send('DELETE', `/secrets/${secret.json.data.id}`);

  expect(secret).toMatchObject({ status: 201, json: { data: { name: 'a' } } });
  expect(pull.json).toEqual({ data: { id: pull.json.data.id, project_id: project, server: 's', username: 'u' } });
  expect(bucket.text).toBe(`{"id":"${bucket.json.id}"}`);
  expect(key.json).toHaveProperty('secret_access_key');
  expect(deleted).toMatchObject({ status: 200, text: '{"data":null}' });
});

test('enveloped lists in pages of 50, joined by next_cursor', async () => {
  const { send, project } = await start({ dialect: 'enveloped' });
  for (let n = 0; n < 101; n += 1) {
    await send('POST', '/secrets', { project_id: project, name: `s-${n}`, value: base64('x') });
  }

  const first = await send('GET', '/secrets');
  const { items, pages } = await listAll(send, '/secrets');

  expect(Object.keys(first.json)).toEqual(['data', 'next_cursor']);
  expect(first.json.data).toHaveLength(50);
  expect(pages).toBe(3);
  expect(items).toMatchObject(Array.from({ length: 101 }, (_, n) => ({ name: `s-${n}` })));
});

test('a page goes on where the last one ended, whatever was deleted meanwhile', async () => {
  const { send, project } = await start({ knobs: { listShape: 'array_link', pageSize: 2 } });
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    ids.push((await send('POST', '/secrets', { project_id: project, name, value: base64('x') })).json.id);
  }

  const first = await send('GET', '/secrets');
  await send('DELETE', `/secrets/${ids[0]}`);
  const second = await send('GET', /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '');

  expect(first.json).toMatchObject([{ name: 'a' }, { name: 'b' }]);
  expect(second.json).toMatchObject([{ name: 'c' }, { name: 'd' }]);
  expect(second.headers.get('link')).toBeNull();
});

test.each([
  ['id_name', false],
  ['with_project', true],
] as const)('a listed secret has %s', async (secretFields, hasProject) => {
  const { send, project } = await start({ knobs: { secretFields } });
  await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') });

  const [secret] = (await send('GET', '/secrets')).json;

  expect(secret.project_id).toBe(hasProject ? project : undefined);
});

test('every dialect turns the same knobs', () => {
  const names = Object.values(dialects).map((knobs) => Object.keys(knobs).sort());

  for (const each of names) expect(each).toEqual(names[0]);
});

test('E1: the mixes under test have every pair of values together', () => {
  const isTogether = (one: KnobValue, other: KnobValue) =>
    mixes.some((mix) => mix[one.knob] === one.value && mix[other.knob] === other.value);
  const all = allKnobValues();

  const missing = all.flatMap((one) =>
    all.filter((other) => other.knob !== one.knob && !isTogether(one, other)).map((other) => [one, other]),
  );

  expect(missing).toEqual([]);
  expect(all.length).toBeGreaterThan(50);
});

test.each(mixes.map((knobs, place) => [place, knobs] as const))(
  'E1: what the interface shows holds in mix %d of the knobs',
  async (_place, knobs) => {
    const { emulator, send, project: project_id } = await start({ knobs, settle: '1polls' });

    for (const name of ['a', 'b', 'c']) await send('POST', '/secrets', { project_id, name, value: base64('x') });
    const bucket = await send('POST', '/s3/buckets', { project_id, max_size: 2n ** 63n - 1n, description: 'd' });
    const bucket_ids = [bucket.json.id];
    const key = await send('POST', '/s3/keys', { project_id, bucket_ids, permissions: READ });
    await send('GET', '/s3/buckets');
    const secrets = (await listAll(send, '/secrets')).items.map((item) => secretRecord.parse(item));
    const [listedBucket] = (await listAll(send, '/s3/buckets')).items.map((item) => bucketRecord.parse(item));
    const [listedKey] = (await listAll(send, '/s3/keys')).items.map((item) => accessKeyRecord.parse(item));

    expect(secrets.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(listedBucket).toMatchObject({
      id: bucket.json.id,
      project_id,
      max_size: 2n ** 63n - 1n,
      description: 'd',
      endpoint: emulator.s3Endpoint,
    });
    const { secret_access_key, ...shown } = createdAccessKeyRecord.parse(key.json);
    expect(secret_access_key).toHaveLength(64);
    expect(listedKey).toEqual(shown);
    for (const { id } of secrets) expect((await send('DELETE', `/secrets/${id}`)).status).toBeLessThan(300);
    expect((await listAll(send, '/secrets')).items).toEqual([]);
  },
);
