import type { TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  Duration,
  EphemeralAccessKey,
  Permission,
  PullSecret,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { block, makeStack, onlyResource } from './support';

const LIMITS = {
  createTimeout: Duration.minutes(10),
  readTimeout: Duration.seconds(90),
  updateTimeout: Duration.milliseconds(1_500),
  deleteTimeout: Duration.hours(1),
};

const value = (stack: TerraformStack) => SecretValue.fromVariable(stack, 'value', { version: '1' });
const buckets = (stack: TerraformStack) => [Bucket.fromBucketId(stack, 'Elsewhere', 'b-1')];

test.each<[string, (stack: TerraformStack) => unknown]>([
  ['coffer_secret', (stack) => new Secret(stack, 'S', { secretName: 'db', value: value(stack), ...LIMITS })],
  ['coffer_bucket', (stack) => new Bucket(stack, 'B', { maxSize: Size.bytes(1), ...LIMITS })],
  [
    'coffer_access_key',
    (stack) => new AccessKey(stack, 'K', { permission: Permission.READ, buckets: buckets(stack), ...LIMITS }),
  ],
  [
    'coffer_rotating_access_key',
    (stack) => new RotatingAccessKey(stack, 'K', { permission: Permission.READ, buckets: buckets(stack), ...LIMITS }),
  ],
  [
    'coffer_pull_secret',
    (stack) => PullSecret.forGhcr(stack, 'P', { username: 'octo', token: value(stack), ...LIMITS }),
  ],
])('%s takes its time limits, also those of a factory', (type, define) => {
  const stack = makeStack();

  define(stack);

  expect(onlyResource(stack, type)).toMatchObject({
    timeouts: { create: '10m', read: '90s', update: '1500ms', delete: '1h' },
  });
});

test('a time limit of null, which only plain JavaScript can give, is refused', () => {
  const createTimeout = null as unknown as Duration;

  expect(() => new Bucket(makeStack(), 'B', { maxSize: Size.bytes(1), createTimeout })).toThrow(
    new TypeError("Cannot read properties of null (reading 'toString')"),
  );
});

test('an ephemeral key takes the limit of its opening', () => {
  const stack = makeStack();

  new EphemeralAccessKey(stack, 'K', {
    permission: Permission.READ,
    buckets: buckets(stack),
    openTimeout: Duration.minutes(1),
  });

  expect(JSON.stringify(block(stack, 'ephemeral', 'coffer_access_key'))).toContain('"timeouts":{"open":"1m"}');
});
