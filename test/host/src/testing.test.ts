import { Aspects, type TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  CofferTesting,
  l1,
  NoPlainTextSecrets,
  Permission,
  RotatingAccessKey,
  Size,
} from '../../../src';
import { block, expr, makeApp, makeStack, synth } from './support';

const emulator = { baseUrl: 'http://127.0.0.1:8080', token: 'token-of-the-emulator', projectId: 'test' };

test('points every provider of an app at an emulator, which no aspect minds', () => {
  const app = makeApp();
  const [one, two] = [makeStack(app, 'one'), makeStack(app, 'two')];
  new CofferProvider(two, 'eu', { alias: 'eu', projectId: 'production', maxRetries: 1 });
  Aspects.of(two).add(new NoPlainTextSecrets());

  CofferTesting.offline(app, emulator);

  const expected = {
    base_url: 'http://127.0.0.1:8080',
    token: 'token-of-the-emulator',
    project_id: 'test',
    allow_insecure_http: true,
  };
  expect(block(one, 'provider', 'coffer')).toEqual([expected]);
  expect(block(two, 'provider', 'coffer')).toEqual([expected, { ...expected, alias: 'eu', max_retries: 1 }]);
});

test('leaves projects alone when it is told none', () => {
  const app = makeApp();
  const stack = makeStack(app);
  new CofferProvider(stack, 'eu', { alias: 'eu', projectId: 'production' });

  CofferTesting.offline(stack, { baseUrl: 'https://emulator.example', token: 't' });

  expect(block(stack, 'provider', 'coffer')).toEqual([
    { base_url: 'https://emulator.example', token: 't' },
    { base_url: 'https://emulator.example', token: 't', project_id: 'production', alias: 'eu' },
  ]);
});

test('without a provider there is nothing to point, which is an error', () => {
  expect(() => CofferTesting.offline(makeApp(), emulator)).toThrow('there is no CofferProvider below ""');
});

test('tells what keys may do, as it is in the end', () => {
  const stack = makeStack();
  const [a, b] = [
    new Bucket(stack, 'A', { maxSize: Size.bytes(1) }),
    new Bucket(stack, 'B', { maxSize: Size.bytes(1) }),
  ];
  const key = new AccessKey(stack, 'Key');
  const other = new AccessKey(stack, 'Other', { permission: Permission.READ, buckets: [a, b] });

  a.grantRead(key);
  a.grantWrite(key);

  synth(stack);
  expect(
    CofferTesting.grantsOf(stack).map(({ grantee, bucket, permission }) => [grantee, bucket, `${permission}`]),
  ).toEqual([
    [key, a, 'read and write'],
    [other, a, 'read'],
    [other, b, 'read'],
  ]);
  expect(CofferTesting.grantsOf(other)).toHaveLength(2);
  expect(CofferTesting.hasGrant(key, a, Permission.READ_WRITE)).toBe(true);
  expect(CofferTesting.hasGrant(key, a, Permission.READ)).toBe(false);
  expect(CofferTesting.hasGrant(key, b, Permission.READ_WRITE)).toBe(false);
});

test('requires a grant, and says what is there instead', () => {
  const stack = makeStack();
  const [a, b] = [Bucket.fromBucketId(stack, 'A', 'b-1'), Bucket.fromBucketId(stack, 'B', 'b-2')];
  const key = new AccessKey(stack, 'Key');
  a.grantRead(key);

  CofferTesting.requireGrant(key, a, Permission.READ);

  expect(() => CofferTesting.requireGrant(key, a, Permission.WRITE)).toThrow(
    'expected "app/Key" to have the permission "write" on "app/A", got "read"',
  );
  expect(() => CofferTesting.requireGrant(key, b, Permission.READ)).toThrow(
    'on "app/B", but it does not open that bucket',
  );
  expect(() => CofferTesting.requireGrant(AccessKey.fromAccessKeyId(stack, 'Old', 'AK'), a, Permission.READ)).toThrow(
    'expected "app/Old"',
  );
});

const READ_ON_A = (stack: TerraformStack, kind: typeof AccessKey | typeof RotatingAccessKey = AccessKey) => {
  const a = new Bucket(stack, 'A', { maxSize: Size.bytes(1) });
  const key = new kind(stack, 'Key');
  a.grantRead(key);
  return { a, key };
};

test.each<[string, (stack: TerraformStack, key: AccessKey | RotatingAccessKey) => void, string]>([
  ['putPermissions', (_, { resource }) => resource.putPermissions({ read: true, write: true }), 'read and write'],
  ['an override', (_, { resource }) => resource.addOverride('permissions.write', true), 'read and write'],
  ['an override in text', (_, { resource }) => resource.addOverride('permissions.owner', 'true'), 'read and owner'],
  [
    'an expression',
    (_, { resource }) => resource.addOverride('permissions.write', expr('var.may')),
    'read (unknown: write)',
  ],
  [
    'an override of the stack',
    (stack, { resource }) => {
      const type = resource.terraformResourceType;
      stack.addOverride(`resource.${type}.${resource.friendlyUniqueId}.permissions.write`, true);
    },
    'read and write',
  ],
])('a key that is widened by %s has no grant of what was granted', (_, widen, got) => {
  for (const kind of [AccessKey, RotatingAccessKey]) {
    const stack = makeStack();
    const { a, key } = READ_ON_A(stack, kind);
    CofferTesting.requireGrant(key, a, Permission.READ);

    widen(stack, key);

    expect(CofferTesting.hasGrant(key, a, Permission.READ)).toBe(false);
    expect(() => CofferTesting.requireGrant(key, a, Permission.READ)).toThrow(
      `expected "app/Key" to have the permission "read" on "app/A", got "${got}"`,
    );
    expect(CofferTesting.hasGrant(key, a, Permission.READ_WRITE)).toBe(got === 'read and write');
    const [grant] = CofferTesting.grantsOf(stack);
    expect(grant?.permission).toBe(got === 'read and owner' ? Permission.OWNER : Permission.READ_WRITE);
    expect(synth(stack)).toContain('coffer_bucket');
  }
});

test('an aspect that widens a key is seen once the stack was synthesized', () => {
  const stack = makeStack();
  const { a, key } = READ_ON_A(stack);
  Aspects.of(stack).add({
    visit: (node) => (node === key ? key.resource.putPermissions({ read: true, write: true }) : undefined),
  });

  synth(stack);

  CofferTesting.requireGrant(key, a, Permission.READ_WRITE);
});

test('buckets that an escape hatch opens are grants, and those that it closes are none', () => {
  const stack = makeStack();
  const { a, key } = READ_ON_A(stack);
  const b = new Bucket(stack, 'B', { maxSize: Size.bytes(1) });
  const low = new l1.Bucket(stack, 'Low', { maxSize: 1 });
  key.resource.addOverride('bucket_ids', [b.bucketId, expr(`coffer_bucket.${low.friendlyUniqueId}.id`), 'b-7']);

  CofferTesting.requireGrant(key, b, Permission.READ);
  CofferTesting.requireGrant(key, Bucket.fromBucketId(stack, 'Old', 'b-7'), Permission.READ);
  const environment = b.environment(key);
  const all = CofferTesting.grantsOf(stack).map(({ bucket, permission }) => [bucket.node.path, permission]);

  expect(all).toEqual(['app/A', 'app/B', 'app/Low', 'b-7'].map((path) => [path, 'read']));
  expect(CofferTesting.grantsOf(stack)[1]?.bucket).toBe(b);
  expect(CofferTesting.grantsOf(stack)[3]?.bucket.bucketId).toBe('b-7');
  expect(environment).toHaveProperty('S3_BUCKET');
  expect(synth(stack)).toContain('b-7');
  key.resource.bucketIds = [b.bucketId];
  expect(CofferTesting.hasGrant(key, a, Permission.READ)).toBe(false);
  expect(() => CofferTesting.requireGrant(key, a, Permission.READ)).toThrow('but it does not open that bucket');
});

test('C11: to ask for a grant leaves the logical ids open', () => {
  const stack = makeStack();
  const { a, key } = READ_ON_A(stack);

  CofferTesting.requireGrant(key, a, Permission.READ);
  CofferTesting.hasGrant(key, a, Permission.OWNER);

  key.resource.overrideLogicalId('key');
  a.resource.overrideLogicalId('a');
  expect(block(stack, 'resource', 'coffer_access_key', 'key')).toMatchObject({
    bucket_ids: [expr('coffer_bucket.a.id')],
  });
});

test('C8: a permission or a bucket that an override of the stack takes away is an error', () => {
  const stack = makeStack();
  const { key } = READ_ON_A(stack);
  stack.addOverride(`resource.coffer_access_key.${key.resource.friendlyUniqueId}.permissions.read`, false);

  expect(() => synth(stack)).toThrow(
    'AccessKey "app/Key" has the permission read, but "permissions" of its resource was set without read',
  );
});
