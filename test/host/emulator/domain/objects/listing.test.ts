import { expect, test } from 'vitest';
import type { Listing, ObjectQuery } from '../../../../../emulator/domain/objects/listing';
import { fc } from '../../../../unit/support/property';
import { bodyOf, PLAIN, startService } from './support';

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

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
