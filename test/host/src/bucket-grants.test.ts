import { TerraformIterator } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  BucketGrants,
  type BucketMap,
  CofferProvider,
  CofferTesting,
  type Grant,
  l1,
  Permission,
  Size,
} from '../../../src';
import { bucketIn, expr, makeStack, onlyResource, resources, synth } from './support';

const GRANTS = {
  read: [Permission.READ, { read: true, write: false, owner: false }],
  write: [Permission.WRITE, { read: false, write: true, owner: false }],
  readWrite: [Permission.READ_WRITE, { read: true, write: true, owner: false }],
  owner: [Permission.OWNER, { read: true, write: true, owner: true }],
} as const;

/** The short form of a grant. */
const shortOf = (name: string) => `grant${name.charAt(0).toUpperCase()}${name.slice(1)}` as 'grantRead';

test.each(Object.entries(GRANTS))(
  'C2: %s opens a bucket, and all of a map, to a key',
  (name, [permission, permissions]) => {
    const waysOf = (bucket: Bucket | BucketMap): ((key: AccessKey) => Grant)[] => [
      (key) => bucket.grants[name as 'read'](key),
      (key) => bucket[shortOf(name)](key),
      (key) => bucket.grant(key, permission),
    ];
    for (const way of [0, 1, 2]) {
      const stack = makeStack();
      const bucket = bucketIn(stack);
      const map = Bucket.forEach(stack, 'Map', TerraformIterator.fromList(['a']), { maxSize: Size.bytes(1) });
      const [key, other] = [new AccessKey(stack, 'Key'), new AccessKey(stack, 'Other')];

      const grants = [waysOf(bucket)[way]?.(key), waysOf(map)[way]?.(other)];

      expect(grants).toMatchObject([
        { grantee: key, permission },
        { grantee: other, permission },
      ]);
      expect(grants.map((grant) => grant?.bucket.node.path)).toEqual(['app/Uploads', 'app/Map']);
      CofferTesting.requireGrant(key, bucket, permission);
      expect(Object.values(resources(stack, 'coffer_access_key'))).toMatchObject([
        { bucket_ids: [expr(`coffer_bucket.${bucket.resource.friendlyUniqueId}.id`)], permissions },
        { bucket_ids: expr(`values(coffer_bucket.${map.resource.friendlyUniqueId})[*].id`), permissions },
      ]);
    }
  },
);

test('C2: grants of a low-level bucket are checked as those of any', () => {
  const stack = makeStack();
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });
  const [a, b] = ['A', 'B'].map((id) => BucketGrants.fromBucket(new l1.Bucket(stack, id, { maxSize: 1 })));
  const eu = new l1.Bucket(stack, 'Eu', { maxSize: 1, provider });
  const [key, other] = [new AccessKey(stack, 'Key'), new AccessKey(stack, 'Other')];
  a?.read(key);
  b?.write(key);
  BucketGrants.fromBucket(eu).read(other);

  expect(() => synth(stack)).toThrow('they were opened to it differently: read on "app/A" (grant); write on "app/B"');
  expect(() => synth(stack)).toThrow('"app/Other" is managed by provider "coffer", but bucket "app/Eu" by "coffer.eu"');
});

test('C11: a low-level bucket and a reference to its id are one', () => {
  const stack = makeStack();
  const low = new l1.Bucket(stack, 'Low', { maxSize: 1 });
  const key = new AccessKey(stack, 'Key');

  const { bucket } = BucketGrants.fromBucket(low).read(key);
  BucketGrants.fromBucket(low).write(key);
  Bucket.fromBucketId(stack, 'Same', low.id).grantRead(key);

  const { bucket_ids: ids, permissions } = onlyResource(stack, 'coffer_access_key');
  // Terraform reads a set.
  expect([...new Set(ids as string[])]).toEqual([expr('coffer_bucket.Low.id')]);
  expect(permissions).toEqual({ read: true, write: true, owner: false });
  expect(bucket.with()).toBe(low);
});
