import { expect, test } from 'vitest';
import { addDetailsPages } from '../../../../emulator/dashboard/object-details';
import { bodyOf, startService } from '../domain/objects/support';
import { textOf } from './seen';
import { openSite } from './site-support';

/** Parts and links that a page of an object of 60 parts shows. */
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
    const numbers = [...textOf(body).matchAll(/ (\d+) \1 bytes?\b/g)].map(([, number]) => Number(number));
    const pager = /<nav class="pager" aria-label="Pages of parts">(.*?)<\/nav>/s.exec(body)?.[1] ?? '';
    const links = [...pager.matchAll(/href="\/dashboard([^"]*)">([^<]*)/g)].map(([, to = '', label]) => [label, to]);
    return { numbers, links: links.map(([label, to]) => `${label}: ${to?.split('&#38;page=')[1] ?? 'no page'}`) };
  };
}

test.each([
  ['', 1, 25, ['Next page: 2']],
  ['&page=2', 26, 50, ['Previous page: no page', 'Next page: 3']],
  ['&page=3', 51, 60, ['Previous page: 2']],
  ['&page=99999', 51, 60, ['Previous page: 2']],
  ['&page=100000', 1, 25, ['Next page: 2']],
])('of 60 parts the page "%s" shows %i to %i, and leads to its neighbours', async (query, from, to, links) => {
  const partsOn = await openParts();

  const numbers = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  expect(await partsOn(query)).toEqual({ numbers, links });
});
