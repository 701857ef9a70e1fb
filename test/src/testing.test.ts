import { Aspects } from 'cdktf';
import { expect, test } from 'vitest';
import { AccessKey, Bucket, CofferProvider, CofferTesting, NoPlainTextSecrets, Permission, Size } from '../../src';
import { block, makeApp, makeStack, synth } from './support';

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
