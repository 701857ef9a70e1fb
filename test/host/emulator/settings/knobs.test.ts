import { expect, test } from 'vitest';
import { base64, start } from '../support';

const READ = { read: true, write: false, owner: false };

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

const FORMS = {
  enveloped: { status: 201, json: (id: string) => ({ data: { id } }) },
  created_by: { status: 201, json: () => ({ message: 'done', created_by: { id: 'user-1' } }) },
  operation: { status: 202, json: (id: string) => ({ operation: { id: `operation-${id}`, done: false } }) },
  empty: { status: 201, json: () => undefined },
  location: { status: 201, json: () => undefined },
} as const;

test.each(Object.entries(FORMS))('the response to a bucket may be %s', async (bucketResponse, { status, json }) => {
  const { emulator, send, project } = await start({ knobs: { bucketResponse: bucketResponse as keyof typeof FORMS } });

  const made = await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });

  const id = emulator.inspect.buckets()[0]?.id ?? '';
  expect(made.status).toBe(status);
  expect(made.text === '' ? undefined : made.json).toEqual(json(id));
  expect(made.headers.get('location')).toBe(bucketResponse === 'location' ? `/s3/buckets/${id}` : null);
});

test('the response to a pull secret may hold a Location or an operation only', async () => {
  const { emulator, send, project } = await start({ knobs: { pullSecretResponse: 'location' } });
  const pull = { project_id: project, server: 's', username: 'u', password: 'p' };

  const located = await send('POST', '/secrets/pull', pull);
  emulator.settings.change({ knobs: { pullSecretResponse: 'operation' } });
  const operation = await send('POST', '/secrets/pull', pull);

  const [first, second] = emulator.inspect.pullSecrets().map(({ id }) => id);
  expect([located.text, located.headers.get('location')]).toEqual(['', `/secrets/pull/${first}`]);
  expect(operation).toMatchObject({ status: 202, json: { operation: { id: `operation-${second}` } } });
});

test.each([
  ['success_false', { success: false, errors: [{ code: 'not_found' }], result: null }],
  ['ok_false', { ok: false }],
  ['ok_error', { error: { id: 'err-9', code: 'not_found' } }],
  ['ok_jsend', { status: 'fail', data: { not_found: expect.any(String) } }],
  ['ok_errors', { errors: [{ id: 'err-9', code: 'not_found' }] }],
] as const)('a refusal comes with status 200 and a body that says no: %s', async (errorBody, body) => {
  const { emulator, send } = await start({ knobs: { errorBody } });

  const refused = await send('DELETE', '/secrets/unknown');
  const stranger = await send('GET', '/secrets', undefined, { authorization: 'Bearer nobody' });
  emulator.faults.add({ operation: 'listSecrets', status: 422 });
  emulator.faults.add({ operation: 'listBuckets', status: 503 });

  expect(refused).toMatchObject({ status: 200, json: body });
  expect(stranger.status).toBe(401);
  expect((await send('GET', '/secrets')).status).toBe(200);
  expect((await send('GET', '/s3/buckets')).status).toBe(503);
});

test.each([
  ['array', 'null', 'null'],
  ['envelope', 'null', '{"data":null}'],
  ['envelope_named', 'null', '{"buckets":null}'],
  ['envelope_named', 'array', '{"buckets":[]}'],
  ['envelope_pages', 'null', '{"data":null,"page":1,"total_pages":1}'],
  ['envelope', 'no_content', ''],
] as const)('an empty list as %s with %s', async (listShape, emptyList, text) => {
  const { send } = await start({ knobs: { listShape, emptyList } });

  const listed = await send('GET', '/s3/buckets');

  expect(listed).toMatchObject({ status: emptyList === 'no_content' ? 204 : 200, text });
});

test('lists in numbered pages', async () => {
  const { send, project } = await start({ knobs: { listShape: 'envelope_pages', pageSize: 2 } });
  for (const name of ['a', 'b', 'c']) await send('POST', '/secrets', { project_id: project, name, value: base64('x') });

  const pages = [
    await send('GET', '/secrets'),
    await send('GET', '/secrets?page=2'),
    await send('GET', '/secrets?page=3'),
  ];

  expect(pages.map(({ json }) => json)).toMatchObject([
    { data: [{ name: 'a' }, { name: 'b' }], page: 1, total_pages: 2 },
    { data: [{ name: 'c' }], page: 2, total_pages: 2 },
    { data: [], page: 3, total_pages: 2 },
  ]);
  expect((await send('GET', '/secrets?page=0')).status).toBe(400);
});

test.each([
  ['as_sent', [READ.read, false, true], [false, true, false]],
  ['owner_has_all', [true, true, true], [false, true, false]],
  ['write_has_read', [true, false, true], [true, true, false]],
  ['both', [true, true, true], [true, true, false]],
  ['without_owner', [true, true, false], [false, true, false]],
] as const)('listed permissions: %s', async (listedPermissions, ofOwner, ofWriter) => {
  const { send, project } = await start({ knobs: { listedPermissions } });
  const create = (permissions: object) =>
    send('POST', '/s3/keys', { project_id: project, bucket_ids: [], permissions });

  await create({ read: true, write: false, owner: true });
  await create({ read: false, write: true, owner: false });

  const listed = (await send('GET', '/s3/keys')).json.map(
    ({ permissions: { read, write, owner } }: { permissions: typeof READ }) => [read, write, owner],
  );
  expect(listed).toEqual([ofOwner, ofWriter]);
});

test.each([
  ['as_sent', `${'d'.repeat(50)}\n`],
  ['trimmed', 'd'.repeat(50)],
  ['clipped', 'd'.repeat(40)],
] as const)('descriptions: %s', async (descriptions, description) => {
  const { emulator, send, project } = await start({ knobs: { descriptions } });

  await send('POST', '/s3/buckets', { project_id: project, max_size: 1, description: `${'d'.repeat(50)}\n` });

  expect(emulator.inspect.buckets()).toMatchObject([{ description }]);
});

test('quotas may be whole mebibytes', async () => {
  const { emulator, send, project } = await start({ knobs: { maxSizes: 'whole_mebibytes' } });

  for (const max_size of [1, 2 ** 20 + 1, 2 ** 21])
    await send('POST', '/s3/buckets', { project_id: project, max_size });

  expect(emulator.inspect.buckets().map(({ maxSize }) => maxSize)).toEqual([2n ** 20n, 2n ** 20n, 2n ** 21n]);
});

test.each([
  ['as_before', undefined, undefined],
  ['deleted_at', expect.stringMatching(/^\d{4}-.*Z$/), undefined],
  ['status', undefined, 'deleted'],
] as const)('a deleted object that is still listed: %s', async (deletedObjects, deleted_at, status) => {
  const { send, project } = await start({ knobs: { deletedObjects }, lag: { deletedShown: 9 } });
  const key = await send('POST', '/s3/keys', { project_id: project, bucket_ids: [], permissions: READ });

  await send('DELETE', `/s3/keys/${key.json.id}`);

  expect((await send('GET', '/s3/keys')).json).toEqual([
    expect.objectContaining({ id: key.json.id, ...(deleted_at && { deleted_at }), ...(status && { status }) }),
  ]);
  expect((await send('DELETE', `/s3/keys/${key.json.id}`)).status).toBe(404);
});

test('a list may end without a word', async () => {
  const { send, project } = await start({ lag: { listCap: 2 } });
  for (const name of ['a', 'b', 'c']) await send('POST', '/secrets', { project_id: project, name, value: base64('x') });

  expect((await send('GET', '/secrets')).json).toMatchObject([{ name: 'a' }, { name: 'b' }]);
});

test('a create with a taken name may be an update', async () => {
  const { emulator, send, project } = await start({ knobs: { takenName: 'overwrite' } });
  const secret = { project_id: project, name: 'a', value: base64('x') };

  const first = await send('POST', '/secrets', secret);
  const second = await send('POST', '/secrets', { ...secret, value: base64('y') });

  expect(second).toMatchObject({ status: 201, json: { id: first.json.id } });
  expect(emulator.inspect.secrets().map(({ id }) => emulator.inspect.secretValue(id).toString())).toEqual(['y']);
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
