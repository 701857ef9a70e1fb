import { expect, test } from 'vitest';
import { addDetailsPages } from '../../../../emulator/dashboard/object-details';
import { bodyOf, startService } from '../domain/objects/support';
import { outlineOf } from './outline';
import { openSite } from './site-support';

/** The part of the page of an object of 60 parts that follows its facts. */
async function openParts() {
  const { service, objects, newBucket, caller } = startService();
  const address = { bucketId: newBucket(), key: 'a b' };
  const none = { checksum: undefined, accessKeyId: 'GK' };
  const upload = objects.uploads.create(address, { headers: {}, metadata: {} }, none);
  const parts = [];
  for (let n = 1; n <= 60; n += 1) parts.push(await objects.uploads.putPart(upload, n, bodyOf('x'.repeat(n))));
  objects.uploads.complete(upload, parts, { etag: 'e-60', checksum: undefined });
  const { ready, context } = openSite(caller, { service, presign: () => ({ url: '', expiresAt: 0 }) });
  const get = await ready((site) => addDetailsPages(site, context));
  return async (query: string) => {
    const { body } = await get(`/buckets/${address.bucketId}/object/details?key=a+b${query}`);
    const [, found = ''] = outlineOf(body)
      .replaceAll(address.bucketId, '{id}')
      .split(/^(?=Parts )/m);
    return found.split('\n## ')[0]?.split('\n') ?? [];
  };
}

const rows = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, n) => `| ${from + n} | (line) ${from + n} byte${from + n === 1 ? '' : 's'} | (text)`,
  );
const at = '/buckets/{id}/object/details?key=a+b';

test.each([
  ['', 1, 25, `[Next page](${at}&page=2)`],
  ['&page=2', 26, 50, `[Previous page](${at}) [Next page](${at}&page=3)`],
  ['&page=3', 51, 60, `[Previous page](${at}&page=2)`],
  ['&page=99999', 51, 60, `[Previous page](${at}&page=2)`],
  ['&page=100000', 1, 25, `[Next page](${at}&page=2)`],
])('of 60 parts the page "%s" shows %i to %i, and leads to its neighbours', async (query, from, to, links) => {
  const partsOn = await openParts();

  expect(await partsOn(query)).toEqual(['Parts 60', '| Part | Size | Checksum', ...rows(from, to), links]);
});
