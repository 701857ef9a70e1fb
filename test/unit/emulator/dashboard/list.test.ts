import { expect, test } from 'vitest';
import { compare, pageOf, readPage, type SortValue, sortChoices } from '../../../../emulator/dashboard/list';
import { decode, readObjectsQuery, toObjectsPath } from '../../../../emulator/dashboard/object-list';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test.each([
  [0, 1, [], 1, 1],
  [25, 2, numbers(1, 25), 1, 1],
  [26, 1, numbers(1, 25), 1, 2],
  [50, 2, numbers(26, 50), 2, 2],
  [51, 9, [51], 3, 3],
])('of %i items page %i has %j: it is page %i of %i', (count, page, shown, here, pages) => {
  expect(pageOf(numbers(1, count), page)).toEqual({ shown, here, pages });
});

test.each([
  [undefined, undefined, 1],
  ['0', undefined, 1],
  ['2', undefined, 2],
  ['2x', undefined, 1],
  ['1234567890', undefined, 1],
  ['12345', 5, 12_345],
  ['123456', 5, 1],
])('the page %j, of at most %s digits, is %i', (text, digits, page) => {
  expect(readPage(text, digits)).toBe(page);
});

test.each<[SortValue, SortValue, number]>([
  ['file-2', 'file-10', -1],
  ['b', 'A', 1],
  ['a', 'A', 0],
  [2, 10, -1],
  [10, 2, 1],
  [2n, 10n, -1],
])('%s compared with %s is %i', (one, other, sign) => {
  expect(Math.sign(compare(one, other))).toBe(sign);
});

test('a list without headings can be sorted by every column that has an order, in both directions', () => {
  const column = (head: string, by?: string) => ({ head, cell: () => '', ...(by && { sort: { by, of: () => 0 } }) });

  const choices = sortChoices([column('Name', 'name'), column('Id'), column('Size', 'size')]);

  expect(choices.map(([value]) => value)).toEqual(['name', '-name', 'size', '-size']);
});

const NOWHERE = { prefix: '', sort: '', after: '', before: '', isLast: false, page: 1 };

test.each([
  [{}, NOWHERE, ''],
  [
    { prefix: 'f/', sort: 'size', page: '2' },
    { ...NOWHERE, prefix: 'f/', sort: 'size', page: 2 },
    '?prefix=f%2F&sort=size&page=2',
  ],
  [{ sort: 'modified', page: '1000000' }, { ...NOWHERE, sort: 'modified' }, '?sort=modified'],
  [{ sort: 'name' }, NOWHERE, ''],
  [{ sort: '--size' }, NOWHERE, ''],
  [{ after: 'a', before: 'b', last: 'yes' }, { ...NOWHERE, after: 'a' }, '?after=a'],
  [{ before: 'b', last: 'yes' }, { ...NOWHERE, before: 'b' }, '?before=b'],
  [{ last: 'yes' }, { ...NOWHERE, isLast: true }, '?last=yes'],
])('the query %j of a bucket is read, and written again', (query: Record<string, string>, read, path) => {
  expect(readObjectsQuery(query)).toEqual(read);
  expect(toObjectsPath('b', readObjectsQuery(query))).toBe(`/buckets/b${path}`);
});

test('a key that cannot be decoded is taken as it is', () => {
  expect([decode('a%2Fb'), decode('%'), decode('a b')]).toEqual(['a/b', '%', 'a b']);
});
