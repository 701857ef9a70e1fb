import { TerraformLocal } from 'cdktf';
import { expect, test } from 'vitest';
import { type Bucket, Duration, Permission, RotatingAccessKey } from '../../../src';
import { block, bucketIn, expr, makeStack, onlyResource } from './support';

const ref = (bucket: Bucket) => expr(`coffer_bucket.${bucket.resource.friendlyUniqueId}.id`);
const RESOURCE = 'coffer_rotating_access_key';

test('everything a rotating key is given', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];

  new RotatingAccessKey(stack, 'Key', {
    permission: Permission.READ_WRITE,
    buckets: [b, a],
    overlap: Duration.hours(72),
    rotationTrigger: { month: '2026-03' },
    projectId: 'p-1',
    readTimeout: Duration.minutes(1),
  });

  expect(onlyResource(stack, RESOURCE)).toEqual({
    bucket_ids: [ref(a), ref(b)],
    permissions: { read: true, write: true, owner: false },
    overlap: '72h',
    rotation_trigger: { month: '2026-03' },
    project_id: 'p-1',
    timeouts: { read: '1m' },
    lifecycle: { create_before_destroy: true },
  });
});

test('what is known of the previous key is null where there is none', () => {
  const stack = makeStack();
  const key = new RotatingAccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucketIn(stack, 'A')] });

  new TerraformLocal(stack, 'known', [key.previousAccessKeyId, key.retireAfter, key.fqn]);

  const address = `${RESOURCE}.${key.resource.friendlyUniqueId}`;
  expect(block(stack, 'locals', 'known')).toEqual([
    expr(`try(${address}.previous.access_key_id, null)`),
    expr(`try(${address}.previous.retire_after, null)`),
    expr(address),
  ]);
});
