import { expect, test } from 'vitest';
import { AccessKey, Bucket, CofferTesting, type IBucket, Permission } from '../../../src';
import { fc } from '../../unit/support/property';
import { bucketIn, makeStack, onlyResource, synth } from './support';

/** What is asked of a bucket, on average, while a program opens so many to one key and is synthesized. */
function askedPerBucket(many: number, use: (key: AccessKey, buckets: readonly Bucket[]) => void): number {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', { permission: Permission.OWNER });
  const buckets = Array.from({ length: many }, (_, index) => bucketIn(stack, `Bucket${index}`));
  let asked = 0;
  const get = (bucket: Bucket, name: string) => {
    asked += 1;
    return Reflect.get(bucket, name);
  };
  for (const bucket of buckets) key.addBucket(new Proxy(bucket, { get }));
  use(key, buckets);
  synth(stack);
  return asked / many;
}

test.each<[what: string, use: (key: AccessKey, buckets: readonly Bucket[]) => void]>([
  ['with an environment of each', (key, buckets) => buckets.forEach((bucket) => void bucket.environment(key))],
  [
    'with a question for each',
    (key, buckets) => {
      for (const bucket of buckets) CofferTesting.requireGrant(key, bucket, Permission.OWNER);
    },
  ],
])('a key looks at each of its buckets as often if it has many of them: %s', (_what, use) => {
  const [few, several] = [askedPerBucket(10, use), askedPerBucket(100, use)];

  expect(few).toBeGreaterThan(0);
  expect(several).toBeLessThan(2 * few);
});

test('C8: the buckets of a key are sorted by their places and listed once, in whatever order they are opened', () => {
  // Two references to one bucket, under different places, and several buckets between them.
  const order = fc.shuffledSubarray(['A', 'B', 'C', 'D', 'A2', 'E', 'B'], { minLength: 7 });
  fc.assert(
    fc.property(order, (ids) => {
      const stack = makeStack();
      const key = new AccessKey(stack, 'Key', { permission: Permission.READ });
      const known = new Map<string, IBucket>();
      for (const id of ids) {
        const bucket = known.get(id) ?? Bucket.fromBucketId(stack, id, id === 'A2' || id === 'D' ? 'b-one' : `b-${id}`);
        known.set(id, bucket);
        key.addBucket(bucket);
      }

      expect(onlyResource(stack, 'coffer_access_key').bucket_ids).toEqual(['b-A', 'b-one', 'b-B', 'b-C', 'b-E']);
    }),
    { numRuns: 50 },
  );
});

/** The buckets of the key `Reader`. */
