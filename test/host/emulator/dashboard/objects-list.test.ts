import { expect, test } from 'vitest';
import { PAGE_SIZE } from '../../../../emulator/dashboard/list';
import { readObjects, readObjectsQuery } from '../../../../emulator/dashboard/object-list';
import { bodyOf, PLAIN, startService } from '../domain/objects/support';
import { linksOf, namesOn, visitBucket } from './objects-support';

const name = (n: number) => `o-${String(n).padStart(3, '0')}`;
const MORE = 10;
/** Two pages and ten. */
const ALL = Array.from({ length: 2 * PAGE_SIZE + MORE }, (_, n) => name(n));

test('pages of objects lead to the next, previous, last and first, by name in both directions', async () => {
  const { visitor, putAll, path } = await visitBucket();
  putAll([...ALL, 'z/1']);
  const open = async (from: string, label: string) => {
    const [target = ''] = linksOf((await visitor.get(from)).text, label);
    return { target, names: namesOn((await visitor.get(target)).text) };
  };
  const first = namesOn((await visitor.get(path)).text);

  const second = await open(path, 'Next page');
  const third = await open(second.target, 'Next page');
  const back = await open(third.target, 'Previous page');
  const home = await open(back.target, 'Previous page');
  const last = await open(path, 'Last page');
  const down = await open(path, 'Name▲');
  const downSecond = await open(down.target, 'Next page');
  const downBack = await open(downSecond.target, 'Previous page');
  const downLast = await open(down.target, 'Last page');

  expect(first).toEqual(ALL.slice(0, PAGE_SIZE));
  expect(second.names).toEqual(ALL.slice(PAGE_SIZE, 2 * PAGE_SIZE));
  expect(third.names).toEqual([...ALL.slice(2 * PAGE_SIZE), 'z/']);
  expect(back.names).toEqual(ALL.slice(PAGE_SIZE, 2 * PAGE_SIZE));
  expect(home.names).toEqual(first);
  expect(last.names).toEqual([...ALL.slice(1 - PAGE_SIZE), 'z/']);
  expect(down.names).toEqual(['z/', ...ALL.toReversed()].slice(0, PAGE_SIZE));
  expect(downSecond.names).toEqual(['z/', ...ALL.toReversed()].slice(PAGE_SIZE, 2 * PAGE_SIZE));
  expect(downBack.names).toEqual(down.names);
  expect(downLast.names).toEqual(ALL.slice(0, PAGE_SIZE).toReversed());
  const thirdPage = (await visitor.get(third.target)).text;
  expect([linksOf(thirdPage, 'Next page'), linksOf(thirdPage, 'Last page')]).toEqual([[], []]);
  const firstPage = (await visitor.get(path)).text;
  expect([linksOf(firstPage, 'Previous page'), linksOf(firstPage, 'First page')]).toEqual([[], []]);
});

test('paging back to deleted objects shows a full first page', async () => {
  const { visitor, putAll, path } = await visitBucket();
  putAll(ALL);

  const { text } = await visitor.get(`${path}?before=${name(MORE)}`);

  expect(namesOn(text)).toEqual(ALL.slice(0, PAGE_SIZE));
});

test('objects of a folder are sorted by size, type and time, folders among them, page by page', async () => {
  const { emulator, visitor, put, path } = await visitBucket();
  await put('f/b', 'xxx', { ContentType: 'text/a' });
  emulator.clock.advance(1_000);
  await put('f/a', 'xx', { ContentType: 'text/c' });
  emulator.clock.advance(1_000);
  await put('f/c', 'x', { ContentType: 'text/b' });
  await put('f/folder/x', 'xxxx');
  const by = async (sort: string) => namesOn((await visitor.get(`${path}?prefix=f/&sort=${sort}`)).text);

  const sorted = [await by('size'), await by('-size'), await by('type'), await by('-modified'), await by('nonsense')];

  expect(sorted).toEqual([
    ['f/folder/', 'f/c', 'f/a', 'f/b'],
    ['f/b', 'f/a', 'f/c', 'f/folder/'],
    ['f/folder/', 'f/b', 'f/c', 'f/a'],
    ['f/c', 'f/a', 'f/b', 'f/folder/'],
    ['f/a', 'f/b', 'f/c', 'f/folder/'],
  ]);
  const { text } = await visitor.get(`${path}?prefix=f/&sort=size`);
  expect(linksOf(text, 'Size▲')).toEqual([`${path}?prefix=f%2F&sort=-size`]);
});

test('pages keep folder and order', async () => {
  const { emulator, visitor, bucket, path } = await visitBucket();
  const objects = ALL.map((key, n) => ({ bucket: bucket.alias, key: `f/${key}`, body: 'x'.repeat(n) }));
  emulator.seedFrom({ objects });
  const first = await visitor.get(`${path}?prefix=f/&sort=-size`);

  const [next = ''] = linksOf(first.text, 'Next page');
  const [last = ''] = linksOf(first.text, 'Last page');
  const lastPage = await visitor.get(last);

  expect(namesOn((await visitor.get(next)).text)[0]).toBe(`f/${ALL.at(-1 - PAGE_SIZE)}`);
  expect(namesOn(lastPage.text)).toEqual(
    ALL.slice(0, MORE)
      .toReversed()
      .map((key) => `f/${key}`),
  );
  expect(linksOf(lastPage.text, 'Previous page')).toEqual([next]);
  expect(linksOf(lastPage.text, 'Next page')).toEqual([]);
});

test('the trail leads to each folder, and the heading stays in the folder', async () => {
  const { visitor, putAll, path } = await visitBucket();
  putAll(['a b/ü&/x', 'a b/y', 'a b2']);

  const { text } = await visitor.get(`${path}?${new URLSearchParams({ prefix: 'a b/ü&/' })}`);
  const [top = ''] = linksOf(text, 'a b/');
  const [own = ''] = linksOf(text, 'ü&#38;/');

  expect(linksOf(text, 'All objects')).toEqual([path]);
  expect(namesOn((await visitor.get(top)).text)).toEqual(['a b/y', 'a b/ü&/']);
  expect(namesOn((await visitor.get(own)).text)).toEqual(['a b/ü&/x']);
});

test('too many objects to sort are in the order of names, and the page says so', async () => {
  const { service, objects, newBucket } = startService();
  const bucketId = newBucket();
  for (let n = 0; n <= 10_000; n++) await objects.put({ bucketId, key: `${n}`.padStart(5, '0') }, PLAIN, bodyOf(''));

  const sorted = readObjects(service.objects, bucketId, readObjectsQuery({ sort: '-size' }));
  const within = readObjects(service.objects, bucketId, readObjectsQuery({ sort: '-size', prefix: '0' }));

  expect([sorted.isTooMuch, within.isTooMuch]).toEqual([true, false]);
  expect(sorted.entries).toHaveLength(PAGE_SIZE);
  expect(sorted.entries[0]).toMatchObject({ item: { key: '00000' } });
});
