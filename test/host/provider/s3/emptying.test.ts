import { describe, expect, test } from 'vitest';
import { Emptied } from '../../../../provider/s3/emptying';
import { failureOf } from '../../../unit/provider/client/story-parts';
import { type Item, startBucket } from './fake-bucket';

/** The message with HOST in place of the address of the server. */
const withoutPort = ({ message }: Error) => message.replace(/http:\/\/[^/]+/, 'HOST');

const GOT = 'GET HOST/b returned an unexpected response';
const STALLED = 'POST HOST/b did not empty the bucket: for 30 seconds it has not become emptier. Now';
const numbered = (count: number, prefix = 'logs/2026/') =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(6, '0')}`);

test('deletes every version and delete marker if the server has them', async () => {
  const items: Item[] = [
    ...numbered(1500).map((key) => ({ key, version: 'v1' })),
    ...numbered(700).map((key) => ({ key, version: 'v2' })),
    { key: 'gone', version: 'm1', marker: true },
    { key: 'gone', version: 'null' },
  ];
  const bucket = await startBucket(items, { versions: true });
  const emptied = new Emptied();

  await bucket.contents().empty(emptied);

  expect(bucket.left()).toEqual([]);
  expect(emptied.objects).toBe(items.length);
});

const DENIED = [403, '<Error><Code>AccessDenied</Code></Error>'] as const;

test('P4, P24: a list of versions that is refused at first, because the key is new, is asked for again', async () => {
  const items = [
    { key: 'a', version: 'm1', marker: true },
    { key: 'a', version: 'v1' },
  ];
  const refusing = () => startBucket(items, { versions: true, beforeVersions: [DENIED, DENIED] });
  const [looked, bucket] = [await refusing(), await refusing()];
  const emptied = new Emptied();

  expect(await looked.contents().first()).toMatchObject({ kind: 'delete marker', key: 'a' });
  await bucket.contents().empty(emptied);
  expect([bucket.left(), emptied.objects]).toEqual([[], 2]);
});

test('P24: a list of versions that is always refused is that of a server without versions', async () => {
  const beforeVersions = Array.from({ length: 100 }, () => DENIED);
  const bucket = await startBucket(['a'], { versions: true, beforeVersions });

  await bucket.contents().empty(new Emptied());

  expect(bucket.left()).toEqual([]);
});

test.each([
  ['a list of objects', '<ListBucketResult><Name>b</Name></ListBucketResult>', undefined],
  ['a page of markup', '<html><title>Maintenance</title></html>', `${GOT}: no ListVersionsResult.`],
])('P24: %s in place of the versions', async (_what, text, failure) => {
  const bucket = await startBucket([], { versions: true, beforeVersions: [[200, text]] });

  const looking = bucket.contents().first();

  if (failure === undefined) expect(await looking).toBeUndefined();
  else expect(withoutPort(await failureOf(looking))).toBe(failure);
});

test('deletes up to eight batches concurrently', async () => {
  let [open, most] = [0, 0];
  const eight = Promise.withResolvers<void>();
  const bucket = await startBucket(numbered(12_000), {
    async meanwhile() {
      open += 1;
      most = Math.max(most, open);
      if (open === 8) eight.resolve();
      // Sequential requests would wait here forever.
      await eight.promise;
      open -= 1;
    },
  });
  const emptied = new Emptied();

  await bucket.contents().empty(emptied);

  expect(most).toBe(8);
  expect([bucket.left(), emptied.objects]).toEqual([[], 12_000]);
});

test.each([
  ['numbers', numbered(12_000)],
  [
    'odd characters',
    numbered(3_000).map((key, index) => String.fromCodePoint(0x20 + ((index * 37) % 0xd000)) + key.slice(-4)),
  ],
])('lists every key once, in few more requests than pages: %s', async (_, keys) => {
  const distinct = [...new Set(keys)];
  const bucket = await startBucket(distinct);
  const emptied = new Emptied();

  await bucket.contents().empty(emptied);

  expect([bucket.left(), emptied.objects]).toEqual([[], distinct.length]);
  // Requests beyond the pages: for empty parts, and for the last round.
  expect(bucket.lists.length).toBeLessThan(distinct.length / 1000 + 60);
});

test.each([false, true])(
  'empties a bucket whose server always lists from the beginning, with versions: %s',
  async (versions) => {
    const items = numbered(5_500).map((key) => ({ key, version: 'null' }));
    const bucket = await startBucket(items, { versions, ignoresStartAfter: true });
    const emptied = new Emptied();

    await bucket.contents().empty(emptied);

    expect(bucket.left()).toEqual([]);
    // Counts nothing twice, except perhaps a key with versions at the start of a part.
    if (!versions) expect(emptied.objects).toBe(items.length);
  },
);

test.each([false, true])('an empty page is not the end, with versions: %s', async (versions) => {
  const items = numbered(3).map((key) => ({ key, version: 'null' }));
  const bucket = await startBucket(items, { versions, beginsWithNothing: 'once' });

  const first = await bucket.contents().first();
  await bucket.contents().empty(new Emptied());

  expect(first).toMatchObject({ key: items[0]?.key });
  expect(bucket.left()).toEqual([]);
});

test('an object that somebody else has deleted meanwhile counts as deleted, also one by one', async () => {
  const keys = [...numbered(3), 'a\u0001', 'b\u0001'];
  const bucket = await startBucket(keys, { forgets: keys.slice(1, 4) });

  await bucket.contents().empty(new Emptied());

  expect(bucket.left()).toEqual([]);
});

test('deletes keys that XML cannot represent one by one, versions too', async () => {
  const items = [
    { key: 'a\u0001', version: 'v1' },
    { key: 'a\u0001', version: 'v2' },
    { key: 'b', version: 'v\u0001' },
    { key: 'c', version: 'v1' },
  ];
  const bucket = await startBucket(items, { versions: true });
  const emptied = new Emptied();

  await bucket.contents().empty(emptied);

  expect([bucket.left(), emptied.objects]).toEqual([[], 4]);
});

describe('uploads', () => {
  const uploads = (...ids: [id: string, code?: string][]) => new Map(ids.map(([id, code]) => [id, code]));

  test('are aborted page by page; an upload that somebody else has ended counts as aborted', async () => {
    const left = uploads(['1'], ['2', 'NoSuchUpload'], ['3'], ['4'], ['5']);
    const bucket = await startBucket([], { uploads: left });
    const emptied = new Emptied();

    await bucket.contents().empty(emptied);

    expect([[...left.keys()], emptied.uploads]).toEqual([[], 4]);
    // Three pages, and a round that finds nothing.
    expect(bucket.lists.filter((query) => query.has('uploads'))).toHaveLength(4);
  });

  test('that cannot be aborted are an error after the others of the page are aborted', async () => {
    const left = uploads(['1', 'NoSuchBucket'], ['2']);
    const bucket = await startBucket([], { uploads: left });
    const emptied = new Emptied();

    const error = await failureOf(bucket.contents().empty(emptied));

    expect(error).toMatchObject({ name: 'S3ApiError', code: 'NoSuchBucket' });
    expect(emptied.uploads).toBe(1);
  });
});

test('sends no more concurrent requests than allowed', async () => {
  const bucket = await startBucket(numbered(8_000), { maxConcurrentRequests: 2 });

  await bucket.contents().empty(new Emptied());

  expect(bucket.left()).toEqual([]);
  expect(bucket.mostAtATime()).toBeLessThanOrEqual(2);
});

describe('gives up', () => {
  test.each(['<html>canary</html>', '<Error><Code>InternalError</Code></Error>'])(
    'when what acknowledges a deletion is no DeleteResult: %j',
    async (acknowledgement) => {
      const bucket = await startBucket(numbered(3), { acknowledgement, keepsAll: true });
      const emptied = new Emptied();

      const error = await failureOf(bucket.contents().empty(emptied));

      expect(error.name).toBe('S3ResponseError');
      expect(withoutPort(error)).toBe('POST HOST/b returned an unexpected response: no DeleteResult.');
      expect(emptied.isNothing).toBe(true);
    },
  );

  test('when a deletion is refused without a word', async () => {
    const acknowledgement = '<DeleteResult><Error></Error></DeleteResult>';
    const bucket = await startBucket(numbered(1), { acknowledgement, keepsAll: true });

    const error = await failureOf(bucket.contents().empty(new Emptied()));

    expect(withoutPort(error)).toBe('POST HOST/b did not empty the bucket: S3 did not delete "".');
  });

  test('when an empty list repeatedly says that it continues', async () => {
    const bucket = await startBucket(numbered(3), { beginsWithNothing: 'forever' });

    const error = await failureOf(bucket.contents().first());

    expect(error.name).toBe('S3ResponseError');
    expect(withoutPort(error)).toBe(`${GOT}: a part of a list that shows nothing and does not go on.`);
  });

  test('without quoting the secret key in an error response, or control sequences of a terminal', async () => {
    const bucket = await startBucket(numbered(3), { refuses: () => 'AccessDenied', words: 'By canary\n\u001b[2J!' });

    const error = await failureOf(bucket.contents().empty(new Emptied()));

    expect(error.message).toMatch(/AccessDenied: By \S+ \[2J!/);
    expect(error.message).not.toContain('canary');
  });

  test.each(['a', 'a\u0001'])(
    'without the secret key in a code or a key of object, and shortened: %j',
    async (mark) => {
      const bucket = await startBucket([`${mark}canary`], { refuses: () => `Of canary ${'x'.repeat(100_000)}` });

      const error = await failureOf(bucket.contents().empty(new Emptied()));

      expect(error.message).toMatch(/\[redacted\]" \(Of \[redacted\] xxx/);
      expect(error.message).not.toContain('canary');
      expect(error.message.length).toBeLessThan(2_000);
    },
  );

  test('when deletions are acknowledged but have no effect', async () => {
    const bucket = await startBucket(numbered(1_200), { keepsAll: true });

    const error = await failureOf(bucket.contents().empty(new Emptied()));

    expect(error).toMatchObject({ name: 'NotEmptiedError' });
    expect(withoutPort(error)).toContain(`${STALLED} 1000 or more objects and 0 unfinished uploads`);
  });

  test('as soon, if the clock is set back meanwhile', async () => {
    let deletions = 0;
    const bucket = await startBucket(numbered(3), {
      keepsAll: true,
      meanwhile: () => {
        deletions += 1;
        if (deletions === 4) bucket.time.advance(-3_600_000);
      },
    });

    const error = await failureOf(bucket.contents().empty(new Emptied()));

    expect(error).toMatchObject({ name: 'NotEmptiedError' });
    expect(bucket.time.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(40_000);
  });

  test('when uploads are aborted without effect and their list always begins anew', async () => {
    const uploads = new Map(['u1', 'u2', 'u3'].map((id) => [id, undefined]));
    const bucket = await startBucket([], { uploads, keepsUploads: true });

    const error = await failureOf(bucket.contents().empty(new Emptied()));

    expect(error.name).toBe('NotEmptiedError');
    expect(withoutPort(error)).toContain(`${STALLED} 0 objects and 2 or more unfinished uploads`);
  });

  test('when the list says that its keys are URL-encoded but they are not', async () => {
    const bucket = await startBucket(['100%'], { listsRawKeys: true });

    const error = await failureOf(bucket.contents().empty(new Emptied()));

    expect(error).toMatchObject({ name: 'S3ResponseError' });
    expect(withoutPort(error)).toBe(`${GOT}: a key that is not URL-encoded in UTF-8, "100%".`);
  });

  test('when S3 refuses some objects: it names them after it has deleted all others', async () => {
    const bucket = await startBucket(numbered(2_500), {
      refuses: ({ key }) => (key.endsWith('77') ? 'AccessDenied' : undefined),
    });
    const emptied = new Emptied();

    const error = await failureOf(bucket.contents().empty(emptied));

    expect(error).toMatchObject({ name: 'NotEmptiedError' });
    expect(error.message).toMatch(/"logs\/2026\/000077" \(AccessDenied: Said so\), .* and 20 others/);
    expect([bucket.left().length, emptied.objects]).toEqual([25, 2_475]);
    expect(bucket.time.slept).toEqual([]);
  });

  test('when S3 refuses an object that is deleted on its own: it names it after it has deleted all others', async () => {
    const keys = ['a\u0001', 'b\u0001', 'c\u0001', 'd'];
    const bucket = await startBucket(keys, { refuses: ({ key }) => (key === 'b\u0001' ? 'AccessDenied' : undefined) });
    const emptied = new Emptied();

    const error = await failureOf(bucket.contents().empty(emptied));

    expect(error).toMatchObject({ name: 'NotEmptiedError' });
    expect(withoutPort(error)).toBe(
      'POST HOST/b did not empty the bucket: S3 did not delete "b\\u0001" (AccessDenied: Said so).',
    );
    expect([bucket.left(), emptied.objects]).toEqual([[{ key: 'b\u0001' }], 3]);
  });
});

test('retries transient errors of S3', async () => {
  const refused = new Set(numbered(3));
  const bucket = await startBucket(numbered(10), {
    refuses: ({ key }) => (refused.delete(key) ? 'SlowDown' : undefined),
  });
  const emptied = new Emptied();

  await bucket.contents().empty(emptied);

  expect([bucket.left(), emptied.objects]).toEqual([[], 10]);
});

test('knows the number of deleted objects when it is cancelled', async () => {
  const controller = new AbortController();
  let batches = 0;
  const bucket = await startBucket(numbered(4_000), {
    meanwhile: () => {
      batches += 1;
      if (batches === 3) controller.abort();
    },
  });
  const emptied = new Emptied();

  const error = await failureOf(bucket.contents(controller.signal).empty(emptied, 1));

  expect(error).toMatchObject({ name: 'CancelledError' });
  expect(emptied.objects).toBe(3_000); // the batch on its way counts: it was waited for
});

test('P24: a list of versions that does not say where it goes on is an error, not the whole list', async () => {
  const items = numbered(3).map((key) => ({ key, version: 'v1' }));
  const bucket = await startBucket(items, { versions: true, omitsMarkers: true });

  await expect(bucket.list().everything({}, 2)).rejects.toThrow('a part of a list that does not say where it goes on');
});

test.each([
  [1, 1, '1 object and 1 unfinished upload'],
  [1001, 3, '1000 or more objects and 2 or more unfinished uploads'],
])('%i objects and %i uploads are told as %s', async (objects, uploads, words) => {
  const left = new Map(Array.from({ length: uploads }, (_, at) => [`u${at}`, undefined]));
  const bucket = await startBucket(numbered(objects), { uploads: left });

  expect(await bucket.contents().count()).toBe(words);
});
