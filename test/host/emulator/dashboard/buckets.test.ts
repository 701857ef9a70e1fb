import { expect, test } from 'vitest';
import { visitBucket } from './objects-support';
import { visit } from './visitor';

test('creates a bucket with a quota in the chosen unit, and shows its exact bytes', async () => {
  const { emulator, visitor, project } = await visit();

  const next = await visitor.submit('/buckets', {
    project_id: project,
    max_size: '5',
    unit: 'GiB',
    description: 'Uploads',
  });

  const [created] = emulator.inspect.buckets();
  expect(created).toMatchObject({ maxSize: 5n * 2n ** 30n, description: 'Uploads', projectId: project });
  expect(next.text).toContain(`The bucket ${created?.alias} was created.`);
  expect(next.text).toContain('title="0 of 5,368,709,120 bytes"');
  expect(next.text).toContain('0 of 5 GiB</span> <span class="muted">0 objects</span>');
});

test('changes quota and description, and deletes', async () => {
  const { emulator, visitor, project, send } = await visit();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1, description: 'old' })).json;

  const edit = await visitor.get(`/buckets/${id}`);
  await visitor.submit(`/buckets/${id}`, { max_size: '2', unit: 'KiB', description: 'new' });
  const changed = emulator.inspect.buckets()[0];
  const deleted = await visitor.submit(`/buckets/${id}/delete`, {});

  expect(edit.text).toContain('value="old"');
  expect(changed).toMatchObject({ maxSize: 2_048n, description: 'new' });
  expect(deleted.text).toContain('was deleted.');
  expect(emulator.inspect.buckets()).toEqual([]);
});

test.each(['both', 'empty', 'null', 'neither'] as const)(
  'clears a description where the service clears by: %s',
  async (clearsDescription) => {
    const { emulator, visitor, project, send } = await visit({ knobs: { clearsDescription } });
    const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1, description: 'old' })).json;

    const next = await visitor.submit(`/buckets/${id}`, { max_size: '1', unit: 'bytes', description: '' });

    const stays = clearsDescription === 'neither';
    expect(emulator.inspect.buckets()[0]?.description).toBe(stays ? 'old' : null);
    expect(next.text.includes('it clears none')).toBe(stays);
  },
);

test('a bucket that has no alias yet has a link all the same', async () => {
  const { emulator, visitor, project, send } = await visit({ settle: '100000ms' });
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });
  const [bucket] = emulator.inspect.buckets();

  const { text } = await visitor.get('/buckets');

  expect(text).toContain(`<a href="/dashboard/buckets/${bucket?.id}"><span class="muted">no alias yet</span></a>`);
  expect(text).not.toContain(bucket?.alias);
});

test('shows the used part of the quota, and lets a long type break', async () => {
  const { visitor, put, path } = await visitBucket({ maxSize: 1000 });
  for (const key of ['a', 'deep/er/file', 'deep/top']) await put(key, 'x'.repeat(200), { ContentType: 'text/x-test' });

  const [list, top] = [await visitor.get('/buckets'), await visitor.get(path)];

  expect(list.text).toContain('value="600"');
  expect(list.text).toContain('600 of 1000 bytes</span> <span class="muted">3 objects</span>');
  expect(top.text).toContain('text/<wbr>x-test');
});
