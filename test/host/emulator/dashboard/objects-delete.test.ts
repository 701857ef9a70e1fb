import { expect, test } from 'vitest';
import { Epoch } from '../../../../emulator/domain/epoch';
import { Deletion } from '../../../../emulator/domain/objects/deletion';
import { bodyOf, PLAIN, startService } from '../domain/objects/support';
import { fieldsOf, linksOf, visitBucket } from './objects-support';
import { stepByStep } from './site-support';
import { Visitor } from './visitor';
import { HOSTILE } from './world';

const many = (count: number) => Array.from({ length: count }, (_, n) => `n-${String(n).padStart(4, '0')}`);

test('ticked objects and folders are shown, confirmed and deleted, and nothing else', async () => {
  const { visitor, putAll, keys, path } = await visitBucket();
  await putAll(['a', 'b', 'photos', 'photos/1', 'photos/2/3', 'photos-2/4']);
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

test('keys of any kind can be ticked', async () => {
  const { visitor, putAll, keys, path } = await visitBucket();
  const hostile = Object.values(HOSTILE);
  await putAll([...hostile, 'stays']);
  const ticked = { prefix: '', object: hostile.map(encodeURIComponent) };

  const asked = await visitor.post(`${path}/selection`, ticked);
  await visitor.submit(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));

  expect(asked.text).not.toMatch(/[\u202e\t]|<img src=x/);
  expect(keys()).toEqual(['stays']);
});

test('a deletion returns to the same folder', async () => {
  const { visitor, putAll, path } = await visitBucket();
  await putAll(['f/a', 'f/b']);

  const asked = await visitor.post(`${path}/selection`, { prefix: 'f%2F', object: ['f%2Fa'] });
  const response = await visitor.post(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));

  expect(asked.text).toContain(`href="/dashboard${path}?prefix=f%2F">Keep it</a>`);
  expect(response.headers.get('location')).toBe(`/dashboard${path}?prefix=f%2F`);
});

test('a folder is deleted by its link', async () => {
  const { visitor, putAll, keys, path } = await visitBucket();
  await putAll(['a/b/1', 'a/b/2', 'a/c']);
  const list = await visitor.get(`${path}?prefix=a/`);

  const [link = ''] = linksOf(list.text, 'Delete a/b/');
  const asked = await visitor.get(link);
  const deleted = await visitor.submit(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));

  expect(asked.text).toContain('<h1>Delete 1 folder?</h1>');
  expect(deleted.text).toContain('2 objects were deleted.');
  expect(keys()).toEqual(['a/c']);
});

test('an address that names no folder is none of a folder to delete', async () => {
  const { visitor, put, path, keys } = await visitBucket();
  await put('a');

  const pages = [await visitor.get(`${path}/folder/delete`), await visitor.get(`${path}/folder/delete?prefix=`)];

  for (const { status, text } of pages)
    expect([status, text]).toEqual([404, expect.stringContaining('The address names no folder.')]);
  expect(keys()).toEqual(['a']);
});

test('a form without ticks is an error beside the boxes, without a confirmation', async () => {
  const { visitor, put, path } = await visitBucket();
  await put('f/a');

  const response = await visitor.post(`${path}/selection`, { prefix: 'f%2F' });

  expect(response.status).toBe(422);
  expect(response.text).toContain('Nothing is selected: tick what is to be deleted.');
  expect(response.text).toContain('value="f%2Fa"');
});

test('an object that was added or replaced since the confirmation stays, and is reported', async () => {
  const { visitor, put, putAll, keys, path } = await visitBucket();
  await putAll(['a', 'b', 'f/1']);
  const asked = await visitor.post(`${path}/selection`, { prefix: '', object: ['a', 'b'], folder: ['f%2F'] });
  await put('a', 'new');
  await put('f/2');

  const deleted = await visitor.submit(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));

  expect(deleted.text).toContain('2 objects were deleted. 2 objects came or changed after you were asked, and stay.');
  expect(keys()).toEqual(['a', 'f/2']);
});

test('a bucket is emptied with progress, and other requests are served meanwhile', async () => {
  const { visitor, putAll, keys, path } = await visitBucket();
  await putAll(many(1_300));
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

/** A deletion of 600 objects whose next step is taken when the test says so. */
async function startDeletion() {
  const { objects, newBucket } = startService();
  const bucketId = newBucket();
  for (const key of many(600)) await objects.put({ bucketId, key }, PLAIN, bodyOf(''));
  const { turns, logged, deletions } = stepByStep();
  const epoch = new Epoch();
  const deletion = new Deletion(objects, bucketId, { keys: [], prefixes: [''], upTo: objects.newestVersion() });
  const watched = deletions.start(deletion, { bucketId, epoch, name: 'b', total: 600, back: '/' });
  const turn = () => turns.shift()?.();
  return {
    objects,
    bucketId,
    deletions,
    watched,
    epoch,
    turn,
    turns,
    logged,
    left: () => objects.usage(bucketId).objects,
  };
}

test('a deletion runs step by step, and can be cancelled between two steps: the rest stays', async () => {
  const { deletions, watched, turn, turns, left } = await startDeletion();

  turn();
  const after = left();
  deletions.cancel(watched);
  while (turns.length > 0) turn();

  expect([after, left()]).toEqual([350, 350]);
  expect(deletions.find(watched.id)?.state).toBe('cancelled');
});

test('a deletion takes no step after the emulator has stopped', async () => {
  const { deletions, turn, turns, left } = await startDeletion();

  turn();
  deletions.stop();
  while (turns.length > 0) turn();

  expect(left()).toBe(350);
});

test('E12: a deletion ends with its epoch, and is forgotten', async () => {
  const { deletions, watched, epoch, turn, turns, left } = await startDeletion();

  turn();
  epoch.end();
  while (turns.length > 0) turn();

  expect(left()).toBe(350);
  expect(deletions.find(watched.id)).toBeUndefined();
});

test('E12: a deletion that was done or cancelled is also forgotten with its epoch', async () => {
  const [done, cancelled] = [await startDeletion(), await startDeletion()];
  while (done.turns.length > 0) done.turn();
  cancelled.deletions.cancel(cancelled.watched);
  const states = [done, cancelled].map(({ deletions, watched }) => deletions.find(watched.id)?.state);

  for (const { epoch } of [done, cancelled]) epoch.end();

  expect(states).toEqual(['done', 'cancelled']);
  for (const { deletions, watched } of [done, cancelled]) expect(deletions.find(watched.id)).toBeUndefined();
});

test('a deletion whose bucket is deleted meanwhile ends, and is no failure of the emulator', async () => {
  const { service, objects, newBucket, caller } = startService();
  const bucketId = newBucket();
  const { turns, logged, deletions } = stepByStep();
  const deletion = new Deletion(objects, bucketId, { keys: [], prefixes: [''], upTo: 0 });
  const watched = deletions.start(deletion, { bucketId, epoch: undefined, name: 'b', total: 1, back: '/' });

  await service.buckets.delete(caller, bucketId);
  for (const turn of turns) turn();

  expect(watched.state).toBe('failed');
  expect(logged).toEqual([]);
});

test('only visitors who may see a bucket can see, begin and cancel its deletions', async () => {
  const { emulator, visitor, putAll, keys, path } = await visitBucket();
  await putAll(many(1_100));
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
  await putAll(['a', 'b']);

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
