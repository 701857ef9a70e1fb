import { TerraformLocal, type TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import {
  type Bucket,
  CofferTesting,
  Duration,
  l1,
  Permission,
  RotatingAccessKey,
  Secret,
  SecretValue,
} from '../../../src';
import { block, bucketIn, expr, makeStack, onlyResource, resources, synth } from './support';

const ref = (bucket: Bucket) => expr(`coffer_bucket.${bucket.resource.friendlyUniqueId}.id`);
const RESOURCE = 'coffer_rotating_access_key';
const addressOf = (stack: TerraformStack) => `${RESOURCE}.${Object.keys(resources(stack, RESOURCE))}`;

test('everything a rotating key is given', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];

  new RotatingAccessKey(stack, 'Key', {
    permission: Permission.READ_WRITE,
    buckets: [b, a],
    overlap: Duration.hours(72),
    rotationTrigger: { month: '2026-03' },
    projectId: 'p-1',
  });

  expect(synth(stack)).toHaveResourceWithProperties(l1.RotatingAccessKey, { project_id: 'p-1' });
  expect(onlyResource(stack, RESOURCE)).toEqual({
    bucket_ids: [ref(a), ref(b)],
    permissions: { read: true, write: true, owner: false },
    overlap: '72h',
    rotation_trigger: { month: '2026-03' },
    project_id: 'p-1',
    lifecycle: { create_before_destroy: true },
  });
});

test('C1: grants are buckets of the same key, which rotates in place', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];
  const key = new RotatingAccessKey(stack, 'Key');

  b.grantRead(key);
  a.grantRead(key);

  expect(onlyResource(stack, RESOURCE)).toMatchObject({
    bucket_ids: [ref(a), ref(b)],
    permissions: { read: true, write: false, owner: false },
  });
  expect(CofferTesting.grantsOf(stack).map(({ grantee }) => grantee)).toEqual([key, key]);
  expect(CofferTesting.hasGrant(key, a, Permission.READ)).toBe(true);
});

test('its credentials are those of the current key', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack, 'A');
  const key = new RotatingAccessKey(stack, 'Key');
  bucket.grantRead(key);

  const output = key.outputCredentials('reader');
  new TerraformLocal(stack, 'environment', bucket.environment(key));

  const address = addressOf(stack);
  expect(block(stack, 'output')).toEqual({
    reader: {
      sensitive: true,
      description:
        'Credentials of access key app/Key. The service has shown the secret half once, when it made the key: rotating the key gives another one.',
      value: {
        access_key_id: expr(`${address}.current.access_key_id`),
        secret_access_key: expr(`${address}.current.secret_access_key`),
        endpoint: expr(`${address}.current.endpoint`),
      },
    },
  });
  expect(key.outputCredentials()).toBe(output);
  expect(block(stack, 'locals', 'environment')).toMatchObject({
    AWS_ACCESS_KEY_ID: expr(`${address}.current.access_key_id`),
    AWS_SECRET_ACCESS_KEY: expr(`${address}.current.secret_access_key`),
  });
});

test('what is known of both keys, and null where there is no previous one', () => {
  const stack = makeStack();
  const key = new RotatingAccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucketIn(stack, 'A')] });

  new TerraformLocal(stack, 'known', [key.keyId, key.rotatedAt, key.previousAccessKeyId, key.retireAfter, key.fqn]);

  const address = addressOf(stack);
  expect(block(stack, 'locals', 'known')).toEqual([
    expr(`${address}.id`),
    expr(`${address}.current.rotated_at`),
    expr(`try(${address}.previous.access_key_id, null)`),
    expr(`try(${address}.previous.retire_after, null)`),
    expr(address),
  ]);
});

test('it is waited for, and taken over by the id of its current key', () => {
  const stack = makeStack();
  const key = new RotatingAccessKey(stack, 'Key', {
    permission: Permission.READ,
    buckets: [bucketIn(stack, 'A')],
    importId: 'k-1',
  });

  new Secret(stack, 'After', {
    secretName: 'after',
    value: SecretValue.fromVariable(stack, 'value', { version: '1' }),
    dependsOn: [key],
  });

  const address = addressOf(stack);
  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({ depends_on: [address] });
  expect(block(stack, 'import')).toEqual([{ id: 'k-1', to: address }]);
});
