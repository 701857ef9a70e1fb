import { expect, test } from 'vitest';
import { quote, quoteForPowerShell } from '../../../../emulator/dashboard/aws-environment';
import { seedOf } from './seen';
import { hiddenField, type Visitor, visit } from './visitor';

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

test('lists a key without its secret half, and revokes it', async () => {
  const { emulator, visitor, project, send } = await visit();
  const permissions = { read: true, write: false, owner: false };
  const body = { project_id: project, bucket_ids: [], permissions };
  const key = (await send('POST', '/s3/keys', body)).json;

  const list = await visitor.get('/keys');
  await visitor.submit(`/keys/${key.id}/delete`, {});

  expect(list.text).toContain(`>${key.access_key_id}</code>`);
  expect(list.text).not.toContain(key.secret_access_key);
  expect(emulator.inspect.accessKeys()).toEqual([]);
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
  ['no bucket', { bucket_ids: [] }, 'bucket_ids'],
  ['no permission', { permissions: [] }, 'permissions'],
])('a key with %s ticked is asked about first, and made once that is meant', async (_, unticked, field) => {
  const { emulator, visitor, project, send } = await visit();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;
  const form = { ...(await fields(visitor, project, [id])), ...unticked };

  const asked = await visitor.post('/keys', form);
  const none = emulator.inspect.accessKeys();
  const made = await visitor.post('/keys', { ...form, anyway: 'yes' });

  expect(asked.status).toBe(422);
  expect(asked.text).toContain(`id="${field}-problem"`);
  expect(asked.text).toContain('name="anyway" value="yes"');
  expect(none).toEqual([]);
  expect(made.text).toContain('Copy the secret access key now.');
  expect(emulator.inspect.accessKeys()).toHaveLength(1);
  expect((await visitor.get('/keys')).text).not.toContain('name="anyway"');
});

test('a key that could not be made can be made by the same form, and a form without its mark makes none', async () => {
  const { emulator, visitor } = await visit({ projects: ['one'] });
  emulator.seedFrom(seedOf('one'));
  const once = hiddenField((await visitor.get('/keys')).text, 'once');
  const form = { project_id: 'one', bucket_ids: ['gone'], permissions: ['read'], anyway: 'yes' };

  const refused = await visitor.post('/keys', { ...form, once });
  const made = await visitor.post('/keys', { ...form, once, bucket_ids: ['bucket-0'] });
  const again = await visitor.submit('/keys', { ...form, once, bucket_ids: ['bucket-0'] });
  const unmarked = await visitor.submit('/keys', { ...form, once: '', bucket_ids: ['bucket-0'] });

  expect(refused.status).toBe(422);
  const key = emulator.inspect.accessKeys().at(-1);
  const secret = emulator.inspect.secretAccessKey(key?.id ?? '');
  expect(made.text).toContain(secret);
  for (const { text } of [again, unmarked]) expect(text).not.toContain(secret);
  expect(emulator.inspect.accessKeys().at(-1)).toEqual(key);
});

test('a key is rotated: another like it is shown once, and the old one works until it is deleted', async () => {
  const { emulator, visitor } = await visit();
  emulator.seedFrom(seedOf('project-1'));
  const [old] = emulator.inspect.accessKeys();
  const { text } = await visitor.get('/keys');
  const [, once = ''] = /keys\/key-1\/rotate".*?name="once" value="([^"]*)"/s.exec(text) ?? [];

  const rotated = await visitor.post('/keys/key-1/rotate', { once });
  const again = await visitor.submit('/keys/key-1/rotate', { once });

  const made = emulator.inspect.accessKeys().at(-1);
  expect(emulator.inspect.accessKeys()).toHaveLength(4);
  expect(made).toMatchObject({ bucketIds: old?.bucketIds, permissions: old?.permissions, projectId: old?.projectId });
  expect(rotated.text).toContain(`<code class="once">${emulator.inspect.secretAccessKey(made?.id ?? '')}</code>`);
  expect(rotated.text).toMatch(/GK0001.*action="\/dashboard\/keys\/key-1\/delete"/s);
  expect(again.text).toContain('That access key was made before.');
  await visitor.post('/keys/key-1/delete', {});
  expect(emulator.inspect.accessKeys().map(({ id }) => id)).not.toContain('key-1');
});
