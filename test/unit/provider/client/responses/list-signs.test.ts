import { expect, test } from 'vitest';
import { type Signs, signsIn } from '../../../../../provider/client/responses/list-signs';

type Page = Parameters<typeof signsIn>[0];

const NONE: Signs = { next: undefined, more: [], totals: [], pages: [] };
const envelope = (fields: Page['envelope']): Partial<Page> => ({ envelope: fields });
const headers = (fields: Page['headers']): Partial<Page> => ({ headers: fields });
const total = (field: string, count: number, sure = true): Partial<Signs> => ({ totals: [{ field, count, sure }] });
const pages = (field: string, count: number, current?: number): Partial<Signs> => ({
  pages: [{ field, count, current }],
});
const link = (field: string, text: string): Partial<Signs> => ({ next: { kind: 'link', field, text } });
const cursor = (field: string, text: string): Partial<Signs> => ({ next: { kind: 'cursor', field, text } });
const more = (...signs: string[]): Partial<Signs> => ({ more: signs });

test.each<[Partial<Page>, Partial<Signs>]>([
  [{}, {}],
  [{ status: 206 }, more('the status is 206, for a part of the whole')],
  // Links.
  [headers({ link: '</a>; rel="next"' }), link('the Link header', '/a')],
  [headers({ link: '/a; rel=next' }), more('the Link header names a next page in a form that cannot be read')],
  [headers({ link: '/a; rel=nextish' }), {}],
  [headers({ link: ['</a>; rel=prev', '</b>; rel=next'] as never }), link('the Link header', '/b')],
  [envelope({ next: 'https://host/a' }), link('next', 'https://host/a')],
  [envelope({ links: { next: { url: '/a' } } }), link('links.next', '/a')],
  [envelope({ links: { next: ['/a'] } }), more('links.next is not empty')],
  [
    envelope({ links: [1, { rel: 'prev', href: '/z' }, { rel: 'next', href: '' }, { rel: 'next', href: '/a' }] }),
    link('links.next', '/a'),
  ],
  [envelope({ _link: [{ rel: 'next', href: { a: 1 } }] }), more('_link.next is not empty')],
  [envelope({ items: [{ rel: 'next', href: '/a' }] }), {}],
  [envelope({ next_cursor: 'c', next: '/a' }), link('next', '/a')],
  [{ ...headers({ link: '</a>; rel="next"' }), ...envelope({ next: '/b' }) }, link('the Link header', '/a')],
  // Cursors.
  [envelope({ next_cursor: 7 }), cursor('next_cursor', '7')],
  [envelope({ meta: { nextCursor: 'c' } }), cursor('meta.nextCursor', 'c')],
  [envelope({ next_cursor: { a: 1 } }), more('next_cursor is not empty')],
  [headers({ 'next-cursor': 'c' }), more('next-cursor header is not empty')],
  [
    envelope({ marker: 'm', offset: 'o', cursor: 'c', pageToken: 'p' }),
    more('marker is not empty', 'offset is not empty', 'cursor is not empty', 'pageToken is not empty'),
  ],
  [envelope({ cursor: 'sent' }), {}],
  [envelope({ cursor: '' }), {}],
  [envelope({ cursor: '12' }), {}],
  [envelope({ cursor: 12 }), {}],
  [envelope({ cursor: 'c', more: false }), {}],
  [envelope({ cursor: 'c', more: 0 }), {}],
  [envelope({ cursor: 'c', more: 'no' }), {}],
  [envelope({ cursor: 'c', more: 'false' }), {}],
  [envelope({ cursor: 'c', more: 1 }), more('more is 1', 'cursor is not empty')],
  [envelope({ cursor: 'c', more: null }), more('cursor is not empty')],
  // Numbers and flags.
  [headers({ 'x-next': '/a' }), more('x-next header is not empty')],
  [
    envelope({ continuationToken: 'c', is_truncated: true }),
    more('continuationToken is not empty', 'is_truncated is true'),
  ],
  [envelope({ next_offset: 1 }), more('next_offset is 1')],
  [envelope({ next_offset: 0 }), {}],
  [envelope({ next_offset: -1 }), {}],
  [envelope({ next_offset: ' -1 ' }), {}],
  [envelope({ next_token: { a: null, b: 'x' } }), more('next_token is not empty')],
  [envelope({ next_token: { a: null, b: false } }), {}],
  [envelope({ next_token: true }), more('next_token is true')],
  [envelope({ hasMore: 'yes' }), more('hasMore is not empty')],
  [envelope({ last: false }), more('last is false')],
  [envelope({ last: 'false' }), more('last is false')],
  [envelope({ last: 'true' }), {}],
  // Totals.
  [envelope({ recordsTotal: 4 }), total('recordsTotal', 4)],
  [envelope({ totalSecrets: '4' }), total('totalSecrets', 4)],
  [envelope({ total: 0 }), total('total', 0)],
  [envelope({ total: -1 }), {}],
  [envelope({ total: 1.5 }), {}],
  [envelope({ total: '1.5' }), {}],
  [envelope({ total: '123456789012345' }), total('total', 123_456_789_012_345)],
  [envelope({ total: '1234567890123456' }), {}],
  [envelope({ meta: { item_count: 4 } }), total('meta.item_count', 4, false)],
  [
    envelope({
      quota: { total: 4, count: 4, pages: 4 },
      rate_limit: { total: 4 },
      sum: { total: 4 },
      limit: { total: 4 },
    }),
    total('sum.total', 4),
  ],
  [envelope({ quota: { next: '/a' } }), link('quota.next', '/a')],
  [headers({ 'content-range': 'items 0-1 / 4 ' }), total('the Content-Range header', 4)],
  [headers({ 'content-range': 'items 0-1/*' }), {}],
  [headers({ 'x-paging-total-count': '4' }), total('x-paging-total-count header', 4)],
  [headers({ 'page-info-total': ['4', '5'] }), total('page-info-total header', 4)],
  [headers({ 'x-pagination': '{"total":4}' }), total('x-pagination.total header', 4)],
  [headers({ pagination: 'total=4' }), {}],
  [headers({ 'x-paging': '[4]' }), {}],
  // Pages.
  [envelope({ page: 1, total_pages: 2 }), pages('total_pages', 2, 1)],
  [envelope({ total_pages: 2, number: 0 }), pages('total_pages', 2, 0)],
  [envelope({ page: 1, meta: { pages: 3 } }), pages('meta.pages', 3, 1)],
  [envelope({ page: 1, meta: { pages: 3, current: 2 } }), pages('meta.pages', 3, 2)],
  [envelope({ lastPage: 3 }), pages('lastPage', 3)],
  [{ ...envelope({ page: 1 }), ...headers({ 'x-total-pages': '2' }) }, pages('x-total-pages header', 2, 1)],
])('P32: the signs in %j', (page, expected) => {
  expect(signsIn({ status: 200, headers: {}, envelope: undefined, ...page }, 'sent')).toEqual({ ...NONE, ...expected });
});
