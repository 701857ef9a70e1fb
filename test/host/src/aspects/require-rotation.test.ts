import { TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  EphemeralAccessKey,
  l1,
  Permission,
  RequireRotation,
  RotatingAccessKey,
} from '../../../../src';
import { makeStack } from '../support';
import { findings } from './findings';

test('RequireRotation finds keys that nothing rotates, low-level ones too', () => {
  const stack = makeStack();
  const props = { permission: Permission.READ, buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')] };
  const quarter = new TerraformVariable(stack, 'quarter', { type: 'string' }).stringValue;
  new AccessKey(stack, 'Never', props);
  new AccessKey(stack, 'Replaced', { ...props, rotationTrigger: { month: '2026-03' } });
  new RotatingAccessKey(stack, 'Idle', { ...props, rotationTrigger: {} });
  new EphemeralAccessKey(stack, 'Brief', props);
  new RotatingAccessKey(stack, 'Turning', { ...props, rotationTrigger: { quarter } });
  new l1.AccessKey(stack, 'Low', { bucketIds: ['b-2'], permissions: { read: true } });

  expect(findings(stack, new RequireRotation())).toEqual([
    expect.stringContaining(
      ' AccessKey "app/Never" is never rotated: use a RotatingAccessKey with a "rotationTrigger"',
    ),
    expect.stringContaining(
      'RotatingAccessKey "app/Idle" is never rotated: give it a "rotationTrigger" (require-rotation)',
    ),
    expect.stringContaining('AccessKey "app/Low" is never rotated'),
  ]);
});

test('C14: RequireRotation finds a trigger that is unknown at synthesis', () => {
  const stack = makeStack();
  const rotationTrigger = new TerraformVariable(stack, 'turns', { type: 'map(string)' }).value;
  new l1.AccessKey(stack, 'Key', { bucketIds: [], permissions: {}, rotationTrigger });

  expect(findings(stack, new RequireRotation())).toEqual([
    expect.stringContaining('"app/Key" has a "rotationTrigger" that is unknown at synthesis, and may be empty'),
  ]);
});
