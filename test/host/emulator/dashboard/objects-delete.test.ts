import { expect, test } from 'vitest';
import { fieldsOf, linksOf, visitBucket } from './objects-support';
import { Visitor } from './visitor';

const many = (count: number) => Array.from({ length: count }, (_, n) => `n-${String(n).padStart(4, '0')}`);

test('ticked objects and folders are shown, confirmed and deleted, and nothing else', async () => {
  const { visitor, putAll, keys, path } = await visitBucket();
  putAll(['a', 'b', 'photos', 'photos/1', 'photos/2/3', 'photos-2/4']);
  const ticked = { prefix: '', object: ['a', 'gone'], folder: ['photos%2F'] };

  const asked = await visitor.post(`${path}/selection`, ticked);
  const untouched = keys();
  const deleted = await visitor.submit(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));

  expect(asked.text).toContain('<h1>Delete 1 folder and 2 objects?</h1>');
  expect(asked.text).toContain('photos/</bdi></span> <span class="muted">2 objects, 2 bytes</span>');
  expect(untouched).toHaveLength(6);
  expect(deleted.text).toContain('3 objects were deleted.');
  expect(keys()).toEqual(['b', 'photos', 'photos-2/4']);
});

test('a folder is deleted by its link, which leads back to the folder around it', async () => {
  const { visitor, putAll, keys, path } = await visitBucket();
  putAll(['a/b/1', 'a/b/2', 'a/c']);
  const list = await visitor.get(`${path}?prefix=a/`);

  const [link = ''] = linksOf(list.text, 'Delete a/b/');
  const asked = await visitor.get(link);
  const deleted = await visitor.post(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));

  expect(linksOf(asked.text, 'Keep it')).toEqual([`${path}?prefix=a%2F`]);
  expect(deleted.headers.get('location')).toBe(`/dashboard${path}?prefix=a%2F`);
  expect(keys()).toEqual(['a/c']);
});

test('an address that names no folder is none of a folder to delete', async () => {
  const { visitor, put, path, keys } = await visitBucket();
  await put('a');

  const pages = [await visitor.get(`${path}/folder/delete`), await visitor.get(`${path}/folder/delete?prefix=`)];

  for (const { status, text } of pages) expect([status, text]).toEqual([404, expect.stringContaining('no folder')]);
  expect(keys()).toEqual(['a']);
});

test('an object that was added or replaced since the confirmation stays, and is reported', async () => {
  const { visitor, put, putAll, keys, path } = await visitBucket();
  putAll(['a', 'b', 'f/1']);
  const asked = await visitor.post(`${path}/selection`, { prefix: '', object: ['a', 'b'], folder: ['f%2F'] });
  await put('a', 'new');
  await put('f/2');

  const deleted = await visitor.submit(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));

  expect(deleted.text).toContain('2 objects were deleted. 2 objects came or changed after you were asked, and stay.');
  expect(keys()).toEqual(['a', 'f/2']);
});

test('a bucket is emptied with progress, and other requests are served meanwhile', async () => {
  const { visitor, putAll, keys, path } = await visitBucket();
  putAll(many(1_300));
  const asked = await visitor.get(`${path}/empty`);

  const response = await visitor.post(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));
  const left = keys().length;
  const progress = response.headers.get('location')?.replace('/dashboard', '') ?? '';
  const shown = await visitor.get(progress);
  await expect.poll(async () => (await visitor.get(progress)).text).toContain('1,300 objects were deleted.');
  const done = await visitor.get(progress);

  expect(asked.text).toContain('It holds 1,300 objects.');
  expect(left).toBeLessThanOrEqual(300);
  expect(shown.text).toMatch(/max="1300"/);
  expect(linksOf(done.text, 'Go on')).toEqual([path]);
  expect(done.text).not.toContain('Cancel');
  expect(keys()).toEqual([]);
});

test('only visitors who may see a bucket can see, begin and cancel its deletions', async () => {
  const { emulator, visitor, putAll, keys, path } = await visitBucket();
  putAll(many(1_100));
  const asked = await visitor.get(`${path}/empty`);
  const fields = fieldsOf(asked.text, `${path}/objects/delete`);
  const other = await new Visitor(emulator).signIn(emulator.newProject().token);
  const theirs = { ...fields, csrf: await other.csrf() };

  const refused = [
    await other.post(`${path}/objects/delete`, theirs),
    await other.get(`${path}/empty`),
    await visitor.post(`${path}/objects/delete`, { ...fields, csrf: 'wrong' }),
    await visitor.post(`${path}/objects/delete`, fields, { origin: 'http://evil.test' }),
    await visitor.post(`${path}/selection`, { object: ['n-0000'], csrf: 'wrong' }),
  ];
  const before = keys().length;
  const begun = await visitor.post(`${path}/objects/delete`, fields);
  const progress = begun.headers.get('location')?.replace('/dashboard', '') ?? '';

  expect(refused.map(({ status }) => status)).toEqual([404, 404, 403, 403, 403]);
  expect(before).toBe(1_100);
  expect((await other.get(progress)).status).toBe(404);
  expect((await other.post(`${progress}/cancel`, {})).status).toBe(404);
});

test('a bucket that contains objects is not deleted, and the page leads to emptying it and back', async () => {
  const { emulator, visitor, putAll, path } = await visitBucket();
  putAll(['a', 'b']);

  const asked = await visitor.get(`${path}/delete`);
  const refused = await visitor.post(`${path}/delete`, {});
  const [empty = ''] = linksOf(refused.text, 'Empty it first');
  const emptying = await visitor.get(empty);
  const back = await visitor.post(`${path}/objects/delete`, fieldsOf(emptying.text, `${path}/objects/delete`));
  const again = await visitor.get(back.headers.get('location')?.replace('/dashboard', '') ?? '');
  const deleted = await visitor.submit(`${path}/delete`, {});

  expect(asked.text).toContain('It holds 2 objects.');
  expect(linksOf(asked.text, 'Empty it first')).toEqual([empty]);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('holds 2 objects: delete what is in it first.');
  expect(again.text).toContain('2 objects were deleted.');
  expect(linksOf(again.text, 'Empty it first')).toEqual([]);
  expect(deleted.text).toContain('was deleted.');
  expect(emulator.inspect.buckets()).toEqual([]);
});

test('a bucket is deleted with its objects if the dialect does that', async () => {
  const { emulator, visitor, put, path } = await visitBucket({ knobs: { deleteNonEmpty: 'delete' } });
  await put('a');

  await visitor.submit(`${path}/delete`, {});

  expect(emulator.inspect.buckets()).toEqual([]);
});
