import { expect, test } from 'vitest';
import { only, toProblems } from '../../../../emulator/dashboard/form';
import { toPath } from '../../../../emulator/dashboard/layout';
import {
  compare,
  heading,
  type ListColumn,
  pageOf,
  readPage,
  type SortValue,
  sortChoices,
} from '../../../../emulator/dashboard/list';
import { decode, readObjectsQuery, toObjectsPath } from '../../../../emulator/dashboard/object-list';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test.each([
  [0, 1, [], 1, 1],
  [1, 1, [1], 1, 1],
  [25, 2, numbers(1, 25), 1, 1],
  [26, 1, numbers(1, 25), 1, 2],
  [26, 2, [26], 2, 2],
  [50, 2, numbers(26, 50), 2, 2],
  [51, 9, [51], 3, 3],
])('of %i items page %i has %j: it is page %i of %i', (count, page, shown, here, pages) => {
  expect(pageOf(numbers(1, count), page)).toEqual({ shown, here, pages });
});

test.each([
  [undefined, undefined, 1],
  ['', undefined, 1],
  ['0', undefined, 1],
  ['01', undefined, 1],
  ['2', undefined, 2],
  ['x2', undefined, 1],
  ['2x', undefined, 1],
  ['123456789', undefined, 123_456_789],
  ['1234567890', undefined, 1],
  ['12345', 5, 12_345],
  ['123456', 5, 1],
])('the page %j, of at most %s digits, is %i', (text, digits, page) => {
  expect(readPage(text, digits)).toBe(page);
});

test.each([
  [{}, '/a'],
  [{ q: '', page: 1 }, '/a'],
  [{ q: 'x y', page: 2 }, '/a?q=x+y&page=2'],
  [{ q: '1', sort: '-name', page: 1 }, '/a?q=1&sort=-name'],
  [{ n: 1 }, '/a?n=1'],
])('the path of %j is %s', (query: Record<string, string | number>, path) => {
  expect(toPath('/a', query)).toBe(path);
});

test.each<[SortValue, SortValue, number]>([
  ['file-2', 'file-10', -1],
  ['b', 'A', 1],
  ['a', 'A', 0],
  [2, 10, -1],
  [10, 2, 1],
  [2, 2, 0],
  [2n, 10n, -1],
])('%s compared with %s is %i', (one, other, sign) => {
  expect(Math.sign(compare(one, other))).toBe(sign);
});

const NAME: ListColumn<string> = { head: 'Name', cell: (text) => text, sort: { by: 'name', of: (text) => text } };

test.each([
  ['name', '-name', '▲', 'ascending'],
  ['-name', 'name', '▼', 'descending'],
  ['', 'name', '↕', undefined],
  ['size', 'name', '↕', undefined],
])('in the order "%s" a heading leads to "%s", with %s', (current, next, arrow, sort) => {
  const shown: { content?: unknown } = heading(current, NAME, (by) => `/list?sort=${by}`);

  const content = `<a href="/dashboard/list?sort=${next}">Name<span class="arrow" aria-hidden="true">${arrow}</span></a>`;
  expect({ ...shown, content: `${shown.content}` }).toEqual({ content, ...(sort && { sort }) });
  expect(heading(current, { head: 'Id', cell: NAME.cell }, () => '/')).toEqual({});
});

test('every column with an order can be chosen in both directions, but for the one that is always there', () => {
  const size = { ...NAME, head: 'Size', sort: { by: 'size', of: () => 0 } };
  const created = { ...NAME, head: 'Created', sort: { by: 'created', of: () => 0 } };

  expect(sortChoices([NAME, { head: 'Id', cell: NAME.cell }, size, created])).toEqual([
    ['name', 'Name, ascending'],
    ['-name', 'Name, descending'],
    ['size', 'Size, ascending'],
    ['-size', 'Size, descending'],
  ]);
});

const NOWHERE = { prefix: '', sort: '', after: '', before: '', isLast: false, page: 1 };

test.each([
  [{}, NOWHERE, ''],
  [
    { prefix: 'f/', sort: 'size', page: '2' },
    { ...NOWHERE, prefix: 'f/', sort: 'size', page: 2 },
    '?prefix=f%2F&sort=size&page=2',
  ],
  [{ sort: '-type', page: '999999' }, { ...NOWHERE, sort: '-type', page: 999_999 }, '?sort=-type&page=999999'],
  [{ sort: 'modified', page: '1000000' }, { ...NOWHERE, sort: 'modified' }, '?sort=modified'],
  [{ sort: '-name' }, { ...NOWHERE, sort: '-name' }, '?sort=-name'],
  [{ sort: 'name' }, NOWHERE, ''],
  [{ sort: '--size' }, NOWHERE, ''],
  [{ after: 'a', before: 'b', last: 'yes' }, { ...NOWHERE, after: 'a' }, '?after=a'],
  [{ before: 'b', last: 'yes' }, { ...NOWHERE, before: 'b' }, '?before=b'],
  [{ last: 'yes' }, { ...NOWHERE, isLast: true }, '?last=yes'],
])('the query %j of a bucket is read, and written again', (query: Record<string, string>, read, path) => {
  expect(readObjectsQuery(query)).toEqual(read);
  expect(toObjectsPath('b', readObjectsQuery(query))).toBe(`/buckets/b${path}`);
});

test('what cannot be decoded is taken as it is', () => {
  expect([decode('a%2Fb'), decode('%'), decode('a b')]).toEqual(['a/b', '%', 'a b']);
});

test('problems are sentences with the labels of their fields, and stay with the form that has these', () => {
  const problems = toProblems(
    [
      { field: 'name', says: 'must not be empty' },
      { field: 'where.body', says: 'must be an object' },
      { field: 'where.body.a', says: 'must be a text' },
      { field: 'other', says: 'is unknown' },
      { field: 'names', says: 'is unknown' },
    ],
    { name: 'Name', 'where.body': 'Request body' },
  );

  expect(problems).toEqual([
    { field: 'name', message: 'Name must not be empty.' },
    { field: 'where.body', message: 'Request body must be an object.' },
    { field: 'where.body', message: 'Request body "a" must be a text.' },
    { field: 'other', message: 'other is unknown.' },
    { field: 'names', message: 'names is unknown.' },
  ]);
  const values = { name: 'x' };
  expect(only({ values, problems }, ['name', 'names'])).toEqual({ values, problems: [problems[0], problems[4]] });
});
