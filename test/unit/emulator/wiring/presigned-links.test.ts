import { expect, test } from 'vitest';
import { toPresignPort } from '../../../../emulator/wiring/presigned-links';

const NOW = Date.UTC(2026, 4, 24, 12);
const DAY_S = 24 * 60 * 60;
const KEY = { id: 'k', projectId: 'p', position: 1, accessKeyId: 'GK1', bucketIds: [], createdAt: 0 };
const permissions = { read: true, write: true, owner: true };
const credential = { key: { ...KEY, permissions }, secretAccessKey: 'canary' };

/** A port whose virtual clock is so far ahead of the time. */
function portOf(aheadMs = 0, region?: string) {
  const presign = toPresignPort({
    credentials: { find: (id) => (id === 'GK1' ? credential : undefined) },
    clock: { now: () => NOW + aheadMs } as never,
    endpoint: 'http://s3.example:9000',
    region,
    realNow: () => NOW,
  });
  return (lifetimeS: number, key = 'a b', accessKeyId = 'GK1') => presign({ bucket: 'b', key, accessKeyId, lifetimeS });
}

test('a link names bucket, key, region and lifetime, and is signed to the second', () => {
  const { url, expiresAt } = portOf(0, 'garage')(60);

  const link = new URL(url);
  expect([link.origin, link.pathname]).toEqual(['http://s3.example:9000', '/b/a%20b']);
  expect(Object.fromEntries(link.searchParams)).toEqual({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'GK1/20260524/garage/s3/aws4_request',
    'X-Amz-Date': '20260524T120000Z',
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(expiresAt).toBe(NOW + 60_000);
  expect(portOf()(60).url).toContain('%2Fus-east-1%2F');
  expect(url).not.toContain('canary');
});

test('a link expires by the virtual clock, and is signed by the earlier of the two', () => {
  const ahead = portOf(1_500)(60);
  expect([new URL(ahead.url).searchParams.get('X-Amz-Expires'), ahead.expiresAt]).toEqual(['62', NOW + 62_000]);
  const behind = portOf(-1_500)(60);
  expect(new URL(behind.url).searchParams.get('X-Amz-Date')).toBe('20260524T115958Z');
  expect(behind.expiresAt).toBe(NOW - 2_000 + 60_000);
});

test.each([
  [7 * DAY_S, 0, true],
  [7 * DAY_S + 1, 0, false],
  [6 * DAY_S, DAY_S * 1_000, true],
  [6 * DAY_S, DAY_S * 1_000 + 1, false],
])('a link for %i s at a clock %i ms ahead is valid for seven days at the most: %s', (lifetimeS, aheadMs, isMade) => {
  const make = () => portOf(aheadMs)(lifetimeS);

  if (isMade) expect(make().url).toContain('X-Amz-Signature');
  else expect(make).toThrow(expect.objectContaining({ code: 'invalid', field: 'lifetime' }));
});

test('a key that is gone, and a name that no link leads to, are refused', () => {
  expect(() => portOf()(60, 'k', 'GK2')).toThrow(expect.objectContaining({ code: 'not_found' }));
  for (const key of ['.', '..', 'a/../b', './a'])
    expect(() => portOf()(60, key)).toThrow(expect.objectContaining({ code: 'invalid', field: 'access_key_id' }));
});
