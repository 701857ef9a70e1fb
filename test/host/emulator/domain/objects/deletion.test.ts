import { expect, test } from 'vitest';
import { Deletion } from '../../../../../emulator/domain/objects/deletion';
import type { Objects } from '../../../../../emulator/domain/objects/objects';
import { bodyOf, PLAIN, startService } from './support';

/** A bucket with objects of one byte. */
async function fill(keys: readonly string[]) {
  const { service, objects, newBucket } = startService();
  const bucketId = newBucket();
  const put = (key: string) => objects.put({ bucketId, key }, PLAIN, bodyOf('x'));
  for (const key of keys) await put(key);
  return { service, objects, bucketId, put, left: () => keysOf(objects, bucketId) };
}

const keysOf = (objects: Objects, bucketId: string) =>
  objects
    .list(bucketId, { prefix: '', delimiter: undefined, after: '', limit: 10_000 })
    .entries.map((entry) => (entry.kind === 'item' ? entry.item.key : entry.prefix));

const finish = (deletion: Deletion) => {
  while (deletion.step());
  return [deletion.deleted, deletion.kept];
};

test('deletes selected objects and folders with all their objects, and nothing else', async () => {
  const { objects, bucketId, left } = await fill([
    'a',
    'b',
    'photos',
    'photos-2/x',
    'photos/',
    'photos/1',
    'photos/2/3',
  ]);
  const selection = { keys: ['a', 'gone'], prefixes: ['photos/'], upTo: objects.newestVersion() };

  const counts = finish(new Deletion(objects, bucketId, selection));

  expect(left()).toEqual(['b', 'photos', 'photos-2/x']);
  expect(counts).toEqual([4, 0]);
  expect(objects.usage(bucketId)).toMatchObject({ objects: 3, bytes: 3n });
});

test('an object that was added or replaced after the selection stays', async () => {
  const { objects, bucketId, left, put } = await fill(['a', 'b', 'folder/a', 'folder/b']);
  const upTo = objects.newestVersion();
  await put('a');
  await put('folder/b');
  await put('folder/c');

  const counts = finish(new Deletion(objects, bucketId, { keys: ['a', 'b'], prefixes: ['folder/'], upTo }));

  expect(left()).toEqual(['a', 'folder/b', 'folder/c']);
  expect(counts).toEqual([2, 3]);
});
