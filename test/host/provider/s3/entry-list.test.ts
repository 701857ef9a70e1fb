import { expect, test } from 'vitest';
import { Emptied } from '../../../../provider/s3/emptying';
import { type Oddities, startBucket } from './fake-bucket';

type Bucket = Awaited<ReturnType<typeof startBucket>>;

const ITEMS = [
  { key: 'a', version: 'v2' },
  { key: 'a', version: 'v1' },
  { key: 'a b', version: 'v1' },
  { key: 'c', version: 'm1', marker: true },
];

const url = { 'encoding-type': 'url' };

test.each<[what: string, Oddities, (bucket: Bucket) => Promise<unknown>, Record<string, string>[]]>([
  ['objects', {}, (one) => one.list().objects({}, 5), [{ ...url, 'list-type': '2', 'max-keys': '5' }]],
  [
    'objects behind a key',
    {},
    (one) => one.list().objects({ after: 'a b', upTo: 'c' }, 5),
    [{ ...url, 'list-type': '2', 'max-keys': '5', 'start-after': 'a b' }],
  ],
  ['versions', { versions: true }, (one) => one.list().everything({}, 7), [{ ...url, versions: '', 'max-keys': '7' }]],
  [
    'versions behind one',
    { versions: true },
    (one) => one.list().everything({ after: 'a', afterVersion: 'v2' }, 7),
    [{ ...url, versions: '', 'max-keys': '7', 'key-marker': 'a', 'version-id-marker': 'v2' }],
  ],
  ['unfinished uploads', {}, (one) => one.list().uploads(undefined, 9), [{ ...url, uploads: '', 'max-uploads': '9' }]],
  [
    'unfinished uploads behind one',
    {},
    (one) => one.list().uploads({ key: 'k', id: '1' }, 9),
    [{ ...url, uploads: '', 'max-uploads': '9', 'key-marker': 'k', 'upload-id-marker': '1' }],
  ],
  [
    'objects after an empty page',
    { beginsWithNothing: 'once' },
    (one) => one.list().objects({}, 5),
    [
      { ...url, 'list-type': '2', 'max-keys': '5' },
      { ...url, 'list-type': '2', 'max-keys': '5', 'continuation-token': 't' },
    ],
  ],
  [
    'versions after an empty page',
    { versions: true, beginsWithNothing: 'once' },
    (one) => one.list().everything({}, 5),
    [
      { ...url, versions: '', 'max-keys': '5' },
      { ...url, versions: '', 'max-keys': '5', 'key-marker': '\u0001' },
    ],
  ],
])('asks for %s', async (_what, oddities, ask, queries) => {
  const bucket = await startBucket(ITEMS, oddities);

  await ask(bucket);

  expect(bucket.lists.map((query) => Object.fromEntries(query))).toEqual(queries);
});

test('P24: a list of versions that does not say where it goes on is an error, not the whole list', async () => {
  const bucket = await startBucket(ITEMS, { versions: true, omitsMarkers: true });

  await expect(bucket.list().everything({}, 2)).rejects.toThrow('a part of a list that does not say where it goes on');
});

test('a page has the kind, the key and the version of each entry; delete markers come last', async () => {
  const bucket = await startBucket(
    ITEMS.toReversed().sort((a, b) => (a.key < b.key ? -1 : 1)),
    { versions: true },
  );

  const { entries, rest } = await bucket.list().everything({}, 9);

  expect(entries).toEqual([
    { kind: 'object', key: 'a', version: 'v1' },
    { kind: 'older version', key: 'a', version: 'v2' },
    { kind: 'object', key: 'a b', version: 'v1' },
    { kind: 'delete marker', key: 'c', version: 'm1' },
  ]);
  expect(rest).toBeUndefined();
});

test('a page that is full leaves a rest only if there is more, also of objects alone', async () => {
  const bucket = await startBucket(['a', 'b', 'c']);
  const object = (key: string) => ({ kind: 'object', key });

  expect(await bucket.list().objects({}, 2)).toEqual({
    entries: [object('a'), object('b')],
    rest: { after: 'b', upTo: undefined },
  });
  expect(await bucket.list().objects({}, 3)).toEqual({ entries: ['a', 'b', 'c'].map(object), rest: undefined });
  expect(await bucket.list().objects({ after: 'a', upTo: 'b' }, 2)).toEqual({
    entries: [object('b')],
    rest: undefined,
  });
});

test('a page of uploads leaves a rest only if there is more', async () => {
  const left = new Map(['1', '2', '3'].map((id) => [id, undefined]));
  const bucket = await startBucket([], { uploads: left });
  const upload = (id: string) => ({ key: 'k', id });

  const first = await bucket.list().uploads(undefined, 2);

  expect(first).toEqual({ entries: [upload('1'), upload('2')], last: upload('2') });
  expect(await bucket.list().uploads(first.last, 2)).toEqual({ entries: [upload('3')] });
});

test.each([
  [1, 1, '1 object and 1 unfinished upload'],
  [1000, 2, '1000 objects and 2 unfinished uploads'],
  [1001, 3, '1000 or more objects and 2 or more unfinished uploads'],
  [0, 0, '0 objects and 0 unfinished uploads'],
])('%i objects and %i uploads are told as %s', async (objects, uploads, words) => {
  const keys = Array.from({ length: objects }, (_, at) => `k${at}`);
  const left = new Map(Array.from({ length: uploads }, (_, at) => [`u${at}`, undefined]));
  const bucket = await startBucket(keys, { uploads: left });

  expect(await bucket.contents().count()).toBe(words);
});

test.each([
  [0, 0, true, '0 objects deleted, 0 unfinished uploads aborted'],
  [1, 0, false, '1 object deleted, 0 unfinished uploads aborted'],
  [0, 1, false, '0 objects deleted, 1 unfinished upload aborted'],
])('%i objects deleted and %i uploads aborted are nothing: %j', (objects, uploads, isNothing, words) => {
  const emptied = Object.assign(new Emptied(), { objects, uploads });

  expect(emptied.isNothing).toBe(isNothing);
  expect(String(emptied)).toBe(words);
});
