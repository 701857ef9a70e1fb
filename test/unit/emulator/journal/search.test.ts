import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../../emulator/journal/entry';
import { readSearch, SEARCH_FIELDS, searchTerm } from '../../../../emulator/journal/search';

const NOON = Date.UTC(2030, 0, 31, 12);
const NONE = { headers: {}, query: {}, assumptions: [], error: undefined };

const ENTRIES = [
  {
    ...{
      ...NONE,
      requestId: 'req-1',
      api: 'rest',
      method: 'POST',
      path: '/secrets',
      operation: 'createSecret',
      at: NOON,
    },
    ...{ status: 409, projectId: 'one', objectId: 's-1', body: { name: 'db-password' }, fault: { id: 'fault-1' } },
    error: { code: 'conflict', message: 'The name is taken.', field: 'name' },
  },
  {
    ...{ ...NONE, requestId: 'req-2', api: 's3', method: 'PUT', path: '/lantern/photos/7.jpg', operation: 'PutObject' },
    ...{
      at: NOON + 60_000,
      status: 200,
      projectId: 'one',
      objectId: 'b-1',
      key: 'photos/7.jpg',
      accessKeyId: 'GK0001',
    },
  },
  {
    ...{ ...NONE, requestId: 'req-3', api: 's3', method: 'POST', path: '/lantern', operation: 'DeleteObjects' },
    ...{ at: NOON + 120_000, status: 200, projectId: 'one', objectId: 'b-1', accessKeyId: 'GK0002' },
    response: { headers: {}, body: '<DeleteResult><Deleted><Key>photos/7.jpg</Key></Deleted></DeleteResult>' },
  },
  {
    ...{ ...NONE, requestId: 'req-4', api: 's3', method: 'GET', path: '/lantern/x', at: NOON + 180_000, status: 'cut' },
    ...{ projectId: undefined, objectId: undefined },
  },
  {
    ...{ ...NONE, requestId: 'req-5', api: 'rest', method: 'POST', path: '/s3/keys', operation: 'createAccessKey' },
    ...{ at: NOON + 240_000, status: 201, projectId: 'two', objectId: 'k-1', body: { bucket_ids: ['b-1'] } },
  },
] as unknown as readonly JournalEntry[];

const CONTEXT = {
  findBucket: (name: string) => (['b-1', 'lantern'].includes(name) ? { id: 'b-1', alias: 'lantern' } : undefined),
  marks: [
    { markId: 'mark-1', text: 'test "one" began', at: NOON, after: 0 },
    { markId: 'mark-2', text: 'test "two" began', at: NOON, after: 2 },
  ],
  now: NOON + 300_000,
  hide: (text: string) => text.replaceAll('canary', '[redacted]'),
};

test.each([
  ['', [1, 2, 3, 4, 5]],
  ['status:409', [1]],
  ['status:2XX', [2, 3, 5]],
  ['cut', [4]],
  ['4xx', [1]],
  ['operation:*Object*', [2, 3]],
  ['method:POST path:/s*', [1, 5]],
  ['path:secret', [1]],
  ['path:/secrets*', [1]],
  ['bucket:lantern', [2, 3, 4, 5]],
  ['bucket:other', []],
  ['bucket:none', [1]],
  ['key:photos/*', [2, 3]],
  ['key:any', [2, 3]],
  ['key:none path:/s*', [1, 5]],
  ['operation:none', [4]],
  ['key:"photos/7.jpg"', [2, 3]],
  ['key:"photos/*"', []],
  ['access_key:gk0001', [2]],
  ['project:two', [5]],
  ['project:none', [4]],
  ['fault:any', [1]],
  ['fault:none', [2, 3, 4, 5]],
  ['test:two', [3, 4, 5]],
  ['test:"test \\"one\\" began"', [1, 2]],
  ['from:12:01 to:12:02', [2, 3]],
  ['from:2030-01-31T12:03', [4, 5]],
  [`from:${NOON + 240_000}`, [5]],
  ['from:2m', [4, 5]],
  ['from:2030-01-31 12:03:00.000 UTC', [4, 5]],
  ['2030-01-31 12:03', [4]],
  ['db-password', [1]],
  ['"name is taken"', [1]],
  ['lantern', [2, 3, 4]],
  ['"unknown:x"', []],
  ['(', []],
])('the search %s finds %j', (search, numbers) => {
  const { matches, problems } = readSearch(search, CONTEXT);

  expect(ENTRIES.filter(matches).map(({ requestId }) => `${requestId}`)).toEqual(numbers.map((n) => `req-${n}`));
  expect(problems).toEqual([]);
});

test.each([
  ['from:soon', '"soon"'],
  ['status:abc', '"abc"'],
  ['operation:PutObjekt', 'PutObject?'],
  ['method:5', '"5"'],
  ['fault:mine', '"mine"'],
  ['test:three', '"three"'],
  ['statsu:404', 'did you mean status?'],
  ['foo:bar', Object.keys(SEARCH_FIELDS).join(', ')],
  ['x'.repeat(1_501), '1501'],
  ['key:canary', 'a token or a secret half'],
])('the search %s finds nothing and says why', (search, says) => {
  const { matches, problems, text } = readSearch(search, CONTEXT);

  expect(ENTRIES.some(matches)).toBe(false);
  expect(problems).toEqual([expect.stringContaining(says)]);
  expect(text).not.toContain('canary');
});

test.each(['photos/7.jpg', 'a "b" \\ c', '*', 'Ünï code', ''])(
  'the term for the key %j finds it, and no other',
  (key) => {
    const { matches } = readSearch(searchTerm('key', key), CONTEXT);

    const found = [key, key.toUpperCase(), `${key}x`].map(
      (each) => ({ ...NONE, key: each }) as unknown as JournalEntry,
    );
    expect(found.filter(matches).map((each) => each.key)).toEqual(key === key.toUpperCase() ? [key, key] : [key]);
  },
);
