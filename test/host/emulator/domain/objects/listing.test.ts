import { expect, test } from 'vitest';
import { type Listing, listPage, type ObjectQuery } from '../../../../../emulator/domain/objects/listing';
import type { ScanStart } from '../../../../../emulator/domain/objects/ports';
import { fc } from '../../../../unit/support/property';
import { bodyOf, PLAIN, startService } from './support';

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const ALL = { prefix: '', delimiter: undefined, after: '', limit: 1_000 };

/** A scan over these keys that counts what is taken from it. */
function scanOf(keys: readonly string[]) {
  const sorted = [...keys].sort(compare).map((key) => ({ key }));
  const taken = { count: 0 };
  const asked: (number | undefined)[] = [];
  const scan = function* ({ key, inclusive, expected }: ScanStart) {
    asked.push(expected);
    for (const item of sorted) {
      const order = compare(item.key, key);
      if (order < 0 || (order === 0 && !inclusive)) continue;
      taken.count += 1;
      yield item;
    }
  };
  return { scan, taken, asked };
}

const show = ({ entries }: Listing<{ key: string }>) =>
  entries.map((entry) => (entry.kind === 'item' ? entry.item.key : `[${entry.prefix}]`));

/** What a listing shows without any limit, the slow way. */
function expected(keys: readonly string[], { prefix, delimiter, after }: ObjectQuery): string[] {
  const commonOf = (key: string) => {
    const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return at < 0 ? undefined : key.slice(0, at + (delimiter?.length ?? 0));
  };
  // A common prefix within which the listing begins was shown before.
  const wasShown = (common: string | undefined) => common !== undefined && after.startsWith(common);
  const shown = keys
    .filter((key) => key.startsWith(prefix) && (after === '' || compare(key, after) > 0))
    .filter((key) => !wasShown(commonOf(key)))
    .sort(compare)
    .map((key) => (commonOf(key) === undefined ? key : `[${commonOf(key)}]`));
  return [...new Set(shown)];
}

test('reads one entry more than it shows, and announces the number unless there is a delimiter', () => {
  const keys = Array.from({ length: 10 }, (_, n) => String(n));
  const [plain, summedUp] = [scanOf(keys), scanOf(keys)];

  listPage({ ...ALL, limit: 3 }, plain.scan);
  listPage({ ...ALL, limit: 3, delimiter: '/' }, summedUp.scan);

  expect([plain.taken.count, plain.asked]).toEqual([4, [4]]);
  expect([summedUp.taken.count, summedUp.asked]).toEqual([4, [undefined]]);
});

test('skips the objects of a common prefix without reading them', () => {
  const keys = Array.from({ length: 10_000 }, (_, n) => `${n % 3}/${n}`);
  const { scan, taken } = scanOf(keys);

  const listing = listPage({ ...ALL, delimiter: '/' }, scan);

  expect(show(listing)).toEqual(['[0/]', '[1/]', '[2/]']);
  expect(taken.count).toBe(3);
});

test('skips past common prefixes that end in the last characters of Unicode', () => {
  const { scan } = scanOf(['a\u{10ffff}x', 'a\u{10ffff}y', 'b\ud7ffx', 'b\ud7ffy', '\u{10ffff}\u{10ffff}z']);

  const last = listPage({ ...ALL, delimiter: '\u{10ffff}' }, scan);
  const beforeSurrogates = listPage({ ...ALL, prefix: 'b', delimiter: '\ud7ff' }, scan);

  expect(show(last)).toEqual(['[a\u{10ffff}]', 'b\ud7ffx', 'b\ud7ffy', '[\u{10ffff}]']);
  expect(show(beforeSurrogates)).toEqual(['[b\ud7ff]']);
});

test('pages of any size list the same as one list', async () => {
  const keyOf = fc.string({
    unit: fc.constantFrom('a', 'b', '/', '-', 'é', '\0', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'),
    minLength: 1,
    maxLength: 5,
  });
  const { objects, newBucket } = startService();

  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(keyOf, { maxLength: 25 }),
      fc.record({
        prefix: fc.oneof(
          fc.constant(''),
          keyOf.map((key) => key.slice(0, 1)),
          keyOf,
        ),
        delimiter: fc.constantFrom(undefined, '/', '-', '//', '\u{10ffff}', '\ud7ff'),
        after: fc.oneof(fc.constant(''), keyOf),
        limit: fc.integer({ min: 1, max: 5 }),
      }),
      async (keys, raw) => {
        // Half a character is no prefix that a client can send.
        const query = { ...raw, prefix: raw.prefix.toWellFormed().replaceAll('\ufffd', '') };
        const bucketId = newBucket();
        for (const key of keys) await objects.put({ bucketId, key }, PLAIN, bodyOf('x'));

        const pages: Listing<{ key: string }>[] = [];
        for (let after: string | undefined = query.after; after !== undefined; ) {
          const page: Listing<{ key: string }> = objects.list(bucketId, { ...query, after });
          pages.push(page);
          const last = page.entries.at(-1);
          after = page.isTruncated && last ? (last.kind === 'item' ? last.item.key : last.prefix) : undefined;
        }

        expect(pages.flatMap(show)).toEqual(expected(keys, query));
        const backwards: Listing<{ key: string }>[] = [];
        for (let before: string | undefined, isMore = true; isMore; ) {
          const page: Listing<{ key: string }> = objects.listBefore(bucketId, { ...query, before });
          backwards.unshift(page);
          const first = page.entries[0];
          isMore = page.isTruncated;
          before = first && (first.kind === 'item' ? first.item.key : first.prefix);
        }
        expect(backwards.flatMap(show)).toEqual(expected(keys, { ...query, after: '' }));
        for (const page of backwards.slice(1)) expect(page.entries).toHaveLength(query.limit);
        const measured = objects.measure(bucketId, query.prefix);
        const below = keys.filter((key) => key.startsWith(query.prefix)).length;
        expect(measured).toEqual({ objects: below, bytes: BigInt(below) });
        for (const page of pages.slice(0, -1)) expect(page.entries).toHaveLength(query.limit);
      },
    ),
    { numRuns: 150 },
  );
});

test.each<[string, string | undefined, Partial<ObjectQuery>, string[], boolean]>([
  ['the end', undefined, {}, ['a', 'b/1', 'b/2', 'c', 'd/1'], false],
  ['the end, less than all', undefined, { limit: 2 }, ['c', 'd/1'], true],
  ['a key', 'c', { limit: 2 }, ['b/1', 'b/2'], true],
  ['a key, with common prefixes', 'c', { delimiter: '/', limit: 2 }, ['a', '[b/]'], false],
  ['a common prefix', 'd/', { delimiter: '/', limit: 2 }, ['[b/]', 'c'], true],
  ['a key beyond the prefix', 'z', { prefix: 'b/' }, ['b/1', 'b/2'], false],
  ['a key before the prefix', 'a', { prefix: 'b/' }, [], false],
])('lists what lies before %s', async (_, before, query, shown, isTruncated) => {
  const { objects, newBucket } = startService();
  const bucketId = newBucket();
  for (const key of ['d/1', 'c', 'b/2', 'b/1', 'a']) await objects.put({ bucketId, key }, PLAIN, bodyOf('x'));

  const listing = objects.listBefore(bucketId, { ...ALL, ...query, before });

  expect(show(listing)).toEqual(shown);
  expect(listing.isTruncated).toBe(isTruncated);
});
