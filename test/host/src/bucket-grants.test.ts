import { expect, test } from 'vitest';
import { AccessKey, Bucket, BucketGrants, CofferProvider, CofferTesting, l1, Permission, Size } from '../../../src';
import { expr, makeStack, onlyResource, synth } from './support';

const GRANTS = [
  ['read', Permission.READ, { read: true, write: false, owner: false }],
  ['write', Permission.WRITE, { read: false, write: true, owner: false }],
  ['readWrite', Permission.READ_WRITE, { read: true, write: true, owner: false }],
  ['owner', Permission.OWNER, { read: true, write: true, owner: true }],
] as const;

test.each(GRANTS)('grants.%s opens a bucket to a key', (name, permission) => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  const key = new AccessKey(stack, 'Key');

  const grant = bucket.grants[name](key);

  expect([grant.bucket, grant.grantee, grant.permission]).toEqual([bucket, key, permission]);
  CofferTesting.requireGrant(key, bucket, permission);
});

test.each(GRANTS)('grants.%s opens a low-level bucket to a key', (name, _, permissions) => {
  const stack = makeStack();
  const low = new l1.Bucket(stack, 'Low', { maxSize: 1 });

  BucketGrants.fromBucket(low)[name](new AccessKey(stack, 'Key'));

  low.overrideLogicalId('low');
  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({
    bucket_ids: [expr('coffer_bucket.low.id')],
    permissions,
  });
});

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

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({
    permissions: { owner: false, read: true, write: true },
  });
  expect(bucket.with()).toBe(low);
});
