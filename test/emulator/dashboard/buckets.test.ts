import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { clientFor, planeOf } from '../s3/support';
import { Visitor, visit } from './visitor';

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

test.each([
  ['five', 'Quota must be a whole number'],
  ['0', 'Quota must be from 1 to 9223372036854775807.'],
  ['9223372036854775808', 'Quota must be from 1 to'],
])('refuses %s bytes and keeps what was entered', async (size, says) => {
  const { emulator, visitor, project } = await visit();
  const fields = { project_id: project, max_size: size, unit: 'bytes', description: 'kept' };

  const response = await visitor.post('/buckets', fields);

  expect(response.status).toBe(422);
  expect(response.text).toContain(says);
  expect(response.text).toContain(`value="${size}"`);
  expect(response.text).toContain('value="kept"');
  expect(response.text).toContain('<option value="bytes" selected>');
  expect(emulator.inspect.buckets()).toEqual([]);
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

test('the name of a bucket, or its id while it has none, leads to the bucket', async () => {
  const { emulator, visitor, project, send } = await visit();
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });
  const [bucket] = emulator.inspect.buckets();
  const unsettled = await visit({ settle: '100000ms' });
  await unsettled.send('POST', '/s3/buckets', { project_id: unsettled.project, max_size: 1 });
  const [other] = unsettled.emulator.inspect.buckets();

  const { text } = await visitor.get('/buckets');
  const { text: early } = await unsettled.visitor.get('/buckets');

  expect(text).toContain(`<a href="/dashboard/buckets/${bucket?.id}">${bucket?.alias}</a>`);
  expect(early).toContain(`<a href="/dashboard/buckets/${other?.id}"><span class="muted">no alias yet</span></a>`);
});

test('a bucket that has not settled is shown without its alias', async () => {
  const { emulator, visitor, project, send } = await visit({ settle: '100000ms' });
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });

  const { text } = await visitor.get('/buckets');

  expect(text).toContain('no alias yet');
  expect(text).not.toContain(emulator.inspect.buckets()[0]?.alias);
});

test("another project's buckets are invisible", async () => {
  const { emulator, send, project } = await visit();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;
  const visitor = await new Visitor(emulator).signIn(emulator.newProject().token);

  expect((await visitor.get('/buckets')).text).not.toContain(id);
  expect((await visitor.get('/keys')).text).not.toContain(id);
  expect((await visitor.get(`/buckets/${id}`)).status).toBe(404);
  expect((await visitor.post(`/buckets/${id}`, { max_size: '2', unit: 'bytes' })).status).toBe(404);
  expect((await visitor.post(`/buckets/${id}/delete`, {})).status).toBe(404);
});

test('shows the used part of the quota, and the objects by folder', async () => {
  const { emulator, visitor } = await visit();
  const plane = planeOf(emulator);
  const bucket = await plane.bucket(1000);
  const s3 = clientFor(emulator, await plane.key([bucket], { write: true }));
  const Bucket = bucket.alias;
  for (const Key of ['<b>odd', 'deep/er/file', 'deep/top']) {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x'.repeat(200), ContentType: 'text/x-test' }));
  }
  await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'half' }));

  const list = await visitor.get('/buckets');
  const [top, deep, deeper] = [
    await visitor.get(`/buckets/${bucket.id}`),
    await visitor.get(`/buckets/${bucket.id}?prefix=deep/`),
    await visitor.get(`/buckets/${bucket.id}?prefix=deep/er/`),
  ];

  expect(list.text).toContain('value="600"');
  expect(list.text).toContain('600 of 1000 bytes</span> <span class="muted">3 objects</span>');
  expect(top.text).toContain('<bdi class="name">&#60;b&#62;odd</bdi>');
  expect(top.text).toContain('<bdi class="name">deep/</bdi></span></a>');
  expect(top.text).toMatch(/Unfinished uploads[\s\S]*half/);
  expect(top.text).not.toContain('>top</bdi>');
  expect(deep.text).toContain('>top</bdi>');
  expect(deep.text).toContain('>er/</bdi></span></a>');
  expect(deeper.text).toContain('>file</bdi>');
  expect(deeper.text).toContain('text/<wbr>x-test');
});

test('a bucket with more objects than one page is shown page by page', async () => {
  const { emulator, visitor } = await visit();
  const plane = planeOf(emulator);
  const bucket = await plane.bucket();
  const s3 = clientFor(emulator, await plane.key([bucket], { write: true }));
  for (let n = 0; n < 26; n += 1) {
    await s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key: `key-${String(n).padStart(3, '0')}`, Body: '' }));
  }

  const first = await visitor.get(`/buckets/${bucket.id}`);
  const [, next = ''] = /href="\/dashboard([^"]*)">Next page/.exec(first.text) ?? [];
  const second = await visitor.get(next.replaceAll('&#38;', '&'));

  expect(first.text).toContain('>key-024<');
  expect(first.text).not.toContain('>key-025<');
  expect(second.text).toContain('>key-025<');
  expect(second.text).not.toContain('>key-024<');
  expect(second.text).not.toContain('Next page');
});

test('a bucket that contains objects stays, and the page says why', async () => {
  const { emulator, visitor } = await visit();
  const plane = planeOf(emulator);
  const bucket = await plane.bucket();
  const s3 = clientFor(emulator, await plane.key([bucket], { write: true }));
  await s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key: 'a', Body: '' }));

  const asked = await visitor.get(`/buckets/${bucket.id}/delete`);
  const response = await visitor.post(`/buckets/${bucket.id}/delete`, {});

  expect(asked.text).toContain('It holds 1 object.');
  expect(response.status).toBe(409);
  expect(response.text).toContain('holds an object');
  expect(emulator.inspect.buckets()).toHaveLength(1);
});
