import { expect, test } from 'vitest';
import { quote, quoteForPowerShell } from '../../../../emulator/dashboard/aws-environment';
import { hiddenField, Visitor, visit } from './visitor';

const PERMISSIONS = { read: true, write: false, owner: false };

/** What the form on the page would send. */
async function fields(visitor: Visitor, project: string, bucketIds: readonly string[]) {
  const { text } = await visitor.get('/keys');
  return {
    project_id: project,
    once: hiddenField(text, 'once'),
    bucket_ids: bucketIds,
    permissions: ['read', 'write'],
  };
}

test('creates a key for selected buckets and shows its secret half once', async () => {
  const { emulator, visitor, project, send } = await visit();
  const ids: string[] = [];
  for (const max_size of [1, 2])
    ids.push((await send('POST', '/s3/buckets', { project_id: project, max_size })).json.id);
  const form = await fields(visitor, project, ids);

  const shown = await visitor.post('/keys', form);
  const again = await visitor.submit('/keys', form);

  const [created, ...others] = emulator.inspect.accessKeys();
  const secret = emulator.inspect.secretAccessKey(created?.id ?? '');
  expect(shown.status).toBe(200);
  expect(shown.text).toContain(secret);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.text).toContain('AWS_REGION=us-east-1\n</pre>');
  expect(JSON.stringify([...shown.headers])).not.toContain(secret);
  expect(created).toMatchObject({ bucketIds: ids, permissions: { read: true, write: true, owner: false } });
  expect(others).toEqual([]);
  expect(again.text).toContain('is not shown again');
  expect(visitor.sources.filter((source) => source.includes(secret))).toHaveLength(1);
});

test.each(['read', 'write', 'owner'])('gives a key the permission to %s alone', async (permission) => {
  const { emulator, visitor, project, send } = await visit();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;

  await visitor.post('/keys', { ...(await fields(visitor, project, [id])), permissions: [permission], anyway: 'yes' });

  const none = { read: false, write: false, owner: false };
  expect(emulator.inspect.accessKeys()).toMatchObject([{ permissions: { ...none, [permission]: true } }]);
});

test('says that a key opens nothing, as long as there are no buckets to choose', async () => {
  const { visitor, project, send } = await visit();
  const hint = 'There are no buckets yet: a key without one opens nothing.';

  const before = await visitor.get('/keys');
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });

  expect(before.text).toContain(hint);
  expect((await visitor.get('/keys')).text).not.toContain(hint);
});

test('reports a bucket that is gone, and keeps the choices', async () => {
  const { emulator, visitor, project, send } = await visit();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;
  const form = await fields(visitor, project, [id, 'gone']);

  const response = await visitor.post('/keys', form);

  expect(response.status).toBe(422);
  expect(response.text).toContain('These buckets are not in the project: gone.');
  expect(response.text).toContain(`value="${id}" checked`);
  expect(response.text).toContain('value="read" checked');
  expect(emulator.inspect.accessKeys()).toEqual([]);
});

test('lists a key without its secret half, and revokes it', async () => {
  const { emulator, visitor, project, send } = await visit();
  const body = { project_id: project, bucket_ids: [], permissions: PERMISSIONS };
  const key = (await send('POST', '/s3/keys', body)).json;

  const list = await visitor.get('/keys');
  await visitor.submit(`/keys/${key.id}/delete`, {});

  expect(list.text).toContain(`>${key.access_key_id}</code>`);
  expect(list.text).not.toContain(key.secret_access_key);
  expect(emulator.inspect.accessKeys()).toEqual([]);
});

test("another project's keys are invisible", async () => {
  const { emulator, send, project } = await visit();
  const body = { project_id: project, bucket_ids: [], permissions: PERMISSIONS };
  const key = (await send('POST', '/s3/keys', body)).json;
  const visitor = await new Visitor(emulator).signIn(emulator.newProject().token);

  expect((await visitor.get('/keys')).text).not.toContain(key.access_key_id);
  expect((await visitor.get(`/keys/${key.id}/delete`)).status).toBe(404);
  expect((await visitor.post(`/keys/${key.id}/delete`, {})).status).toBe(404);
  expect(emulator.inspect.accessKeys()).toHaveLength(1);
});

test.each([
  ['plain-1.2/3', 'plain-1.2/3', "'plain-1.2/3'"],
  ["it's $HOME", `'it'\\''s $HOME'`, "'it''s $HOME'"],
  ['a‘b’', "'a‘b’'", "'a‘‘b’’'"],
])('%s is quoted for shells', (text, posix, powerShell) => {
  expect(quote(text)).toBe(posix);
  expect(quoteForPowerShell(text)).toBe(powerShell);
});

test.each([
  ['no bucket', { bucket_ids: [] }, ['A key without a bucket opens nothing.']],
  ['no permission', { permissions: [] }, ['A key without a permission may do nothing.']],
  [
    'nothing',
    { bucket_ids: [], permissions: [] },
    ['A key without a bucket opens nothing.', 'A key without a permission may do nothing.'],
  ],
])('a key with %s ticked is asked about first, and made once that is meant', async (_, unticked, says) => {
  const { emulator, visitor, project, send } = await visit();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;
  const form = { ...(await fields(visitor, project, [id])), ...unticked };

  const asked = await visitor.post('/keys', form);
  const none = emulator.inspect.accessKeys();
  const made = await visitor.post('/keys', { ...form, anyway: 'yes' });

  expect(asked.status).toBe(422);
  for (const sentence of says) expect(asked.text).toContain(sentence);
  expect(asked.text).toContain('name="anyway" value="yes"');
  expect(none).toEqual([]);
  expect(made.text).toContain('Copy the secret access key now.');
  expect(emulator.inspect.accessKeys()).toHaveLength(1);
  expect((await visitor.get('/keys')).text).not.toContain('name="anyway"');
});
