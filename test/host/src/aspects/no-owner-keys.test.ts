import { TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  EphemeralAccessKey,
  l1,
  NoOwnerKeys,
  Permission,
  RotatingAccessKey,
  Size,
} from '../../../../src';
import { makeStack } from '../support';
import { findings } from './findings';

test('NoOwnerKeys finds keys with full control, low-level ones too', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  bucket.grantReadWrite(new AccessKey(stack, 'Writer'));
  new AccessKey(stack, 'Boss', { permission: Permission.OWNER, buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')] });
  bucket.grantOwner(new RotatingAccessKey(stack, 'Turning'));
  bucket.grantOwner(new EphemeralAccessKey(stack, 'Brief'));
  new l1.AccessKey(stack, 'Low', { bucketIds: ['b-2'], permissions: { owner: true } });

  expect(findings(stack, new NoOwnerKeys())).toEqual([
    expect.stringContaining('AccessKey "app/Boss" has the permission "owner"'),
    expect.stringContaining('RotatingAccessKey "app/Turning" has the permission "owner"'),
    expect.stringContaining('EphemeralAccessKey "app/Brief" has the permission "owner"'),
    expect.stringContaining('AccessKey "app/Low" has the permission "owner"'),
  ]);
});

test('C14: NoOwnerKeys fails on a permission that only Terraform knows, and says that it is unknown', () => {
  const stack = makeStack();
  const isOwner = new TerraformVariable(stack, 'is_owner', { type: 'bool' });
  new l1.AccessKey(stack, 'Asked', { bucketIds: ['b-1'], permissions: { read: true, owner: isOwner.booleanValue } });
  new l1.AccessKey(stack, 'Known', { bucketIds: ['b-1'], permissions: { read: true, owner: false } });

  expect(findings(stack, new NoOwnerKeys())).toEqual([
    expect.stringContaining('AccessKey "app/Asked" has a permission that is unknown at synthesis'),
  ]);
});
