import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  EphemeralAccessKey,
  l1,
  NoKeysInState,
  Permission,
  RotatingAccessKey,
  Secret,
  Size,
} from '../../../../src';
import { expr, makeStack } from '../support';
import { findings } from './findings';

test('NoKeysInState finds keys whose secret half is in the state, low-level ones too', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  bucket.grantRead(new AccessKey(stack, 'Silent'));
  const shown = new RotatingAccessKey(stack, 'Shown');
  bucket.grantRead(shown);
  shown.outputCredentials();
  const stored = new AccessKey(stack, 'Stored');
  bucket.grantRead(stored);
  stored.storeIn('stored');
  const kept = new RotatingAccessKey(stack, 'StoredInSecret');
  bucket.grantRead(kept);
  kept.storeInSecret(Secret.fromSecretName(stack, 'Other', 'other'));
  bucket.grantRead(new EphemeralAccessKey(stack, 'Brief'));
  const low = { bucketIds: ['b-2'], permissions: { read: true } };
  new l1.AccessKey(stack, 'Low', low);
  new l1.RotatingAccessKey(stack, 'LowStored', { ...low, storeIn: { secretName: 'low' } });
  stack.addOverride('resource.coffer_access_key.raw', { bucket_ids: ['b-3'], permissions: { read: true } });

  expect(findings(stack, new NoKeysInState())).toEqual([
    expect.stringContaining('"app/coffer_access_key.raw" has no "storeIn"'),
    expect.stringContaining(
      ' AccessKey "app/Silent" has no "storeIn", so its secret half is in the state: call storeIn or storeInSecret, or suppress the rule with a reason (no-keys-in-state)',
    ),
    expect.stringContaining('RotatingAccessKey "app/Shown" has no "storeIn"'),
    expect.stringContaining('AccessKey "app/Low" has no "storeIn"'),
  ]);
});

test('C14: NoKeysInState fails on a storeIn that only Terraform knows, and says that it is unknown', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Asked', {
    permission: Permission.READ,
    buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')],
  });
  key.resource.addOverride('store_in', expr('var.is_stored ? { secret_name = "asked" } : null'));

  expect(findings(stack, new NoKeysInState())).toEqual([
    expect.stringContaining('AccessKey "app/Asked" has a "storeIn" that is unknown at synthesis'),
  ]);
});
