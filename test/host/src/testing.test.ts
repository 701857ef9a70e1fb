import { Aspects, Testing } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  type Bucket,
  CofferProvider,
  CofferTesting,
  type IAccessKey,
  l1,
  NoPlainTextSecrets,
  Permission,
  RotatingAccessKey,
} from '../../../src';
import { block, bucketIn, expr, makeApp, makeStack, synth } from './support';

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

test('the matchers of the framework find resources by the level-1 classes', () => {
  const stack = makeStack();
  bucketIn(stack);
  // The framework adds them to a global `expect`.
  Object.assign(globalThis, { expect });
  Testing.setupJest();

  const code = expect(synth(stack)) as unknown as {
    toHaveResourceWithProperties(type: unknown, properties: object): void;
  };

  code.toHaveResourceWithProperties(l1.Bucket, { max_size: 1 });
});

test('tells what keys may do, and requires a grant, or says what is there instead', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];
  const key = new AccessKey(stack, 'Key');
  const other = new AccessKey(stack, 'Other', { permission: Permission.READ, buckets: [a, b] });

  a.grantRead(key);
  a.grantWrite(key);

  const grants = CofferTesting.grantsOf(stack).map(({ grantee, bucket, permission }) => [grantee, bucket, permission]);
  expect(grants).toEqual([
    [key, a, Permission.READ_WRITE],
    [other, a, Permission.READ],
    [other, b, Permission.READ],
  ]);
  expect(CofferTesting.grantsOf(other)).toHaveLength(2);
  CofferTesting.requireGrant(key, a, Permission.READ_WRITE);
  const required = (one: IAccessKey, bucket: Bucket) => () => CofferTesting.requireGrant(one, bucket, Permission.READ);
  expect(required(key, a)).toThrow('expected "app/Key" to have the permission "read" on "app/A", got "read and write"');
  expect(required(key, b)).toThrow('on "app/B", but it does not open that bucket');
  expect(required(AccessKey.fromAccessKeyId(stack, 'Old', 'AK'), a)).toThrow('expected "app/Old"');
});

test.each([AccessKey, RotatingAccessKey])('a key that is widened has no grant of what was granted: %o', (Key) => {
  const stack = makeStack();
  const bucket = bucketIn(stack, 'A');
  const key = new Key(stack, 'Key');
  bucket.grantRead(key);
  CofferTesting.requireGrant(key, bucket, Permission.READ);

  for (const [write, got] of [
    [true, 'read and write'],
    [expr('var.may'), 'read (unknown: write)'],
  ]) {
    key.resource.addOverride('permissions.write', write);

    expect(CofferTesting.hasGrant(key, bucket, Permission.READ)).toBe(false);
    expect(() => CofferTesting.requireGrant(key, bucket, Permission.READ)).toThrow(`on "app/A", got "${got}"`);
    expect(CofferTesting.hasGrant(key, bucket, Permission.READ_WRITE)).toBe(write === true);
    expect(CofferTesting.grantsOf(stack).map(({ permission }) => permission)).toEqual([Permission.READ_WRITE]);
  }
});
