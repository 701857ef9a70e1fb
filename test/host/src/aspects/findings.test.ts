import { Aspects, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  EphemeralAccessKey,
  l1,
  MaxQuota,
  NoKeysInState,
  NoOwnerKeys,
  Permission,
  RequireRotation,
  RotatingAccessKey,
  Secret,
  Size,
} from '../../../../src';
import { bucketIn, expr, findings, makeStack } from '../support';

/* Each policy with what it finds and what it leaves; the rules of all policies are in policies.test.ts. */

const opening = (stack: TerraformStack, permission = Permission.READ) => ({
  permission,
  buckets: [Bucket.fromBucketId(stack, `Old${stack.node.children.length}`, 'b-1')],
});
const LOW = { bucketIds: ['b-2'], permissions: { read: true } };

test('MaxQuota finds every bucket above the limit', () => {
  const stack = makeStack();
  new Bucket(stack, 'Fine', { maxSize: Size.gibibytes(10) });
  new Bucket(stack, 'Large', { maxSize: Size.gibibytes(11) });
  new l1.Bucket(stack, 'Low', { maxSize: 10_737_418_241 });
  bucketIn(stack, 'Huge').resource.addOverride('max_size', '9223372036854775807');

  expect(findings(stack, new MaxQuota(Size.gibibytes(10)))).toEqual([
    expect.stringContaining('Bucket "app/Large" has a quota of 11 GiB, which is above 10 GiB'),
    expect.stringContaining('Bucket "app/Low" has a quota of 10737418241 B'),
    expect.stringContaining('Bucket "app/Huge" has a quota of 9223372036854775807 B'),
  ]);
});

test('NoOwnerKeys finds every key with full control', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack);
  bucket.grantReadWrite(new AccessKey(stack, 'Writer'));
  new AccessKey(stack, 'Boss', opening(stack, Permission.OWNER));
  bucket.grantOwner(new RotatingAccessKey(stack, 'Turning'));
  bucket.grantOwner(new EphemeralAccessKey(stack, 'Brief'));
  new l1.AccessKey(stack, 'Low', { ...LOW, permissions: { owner: true } });

  expect(findings(stack, new NoOwnerKeys())).toEqual([
    expect.stringContaining(' AccessKey "app/Boss" has the permission "owner"'),
    expect.stringContaining('RotatingAccessKey "app/Turning" has the permission "owner"'),
    expect.stringContaining('EphemeralAccessKey "app/Brief" has the permission "owner"'),
    expect.stringContaining('AccessKey "app/Low" has the permission "owner"'),
  ]);
});

test('RequireRotation finds every key that nothing rotates', () => {
  const stack = makeStack();
  const quarter = new TerraformVariable(stack, 'quarter', { type: 'string' }).stringValue;
  new AccessKey(stack, 'Never', opening(stack));
  new AccessKey(stack, 'Replaced', { ...opening(stack), rotationTrigger: { month: '2026-03' } });
  new RotatingAccessKey(stack, 'Idle', { ...opening(stack), rotationTrigger: {} });
  new EphemeralAccessKey(stack, 'Brief', opening(stack));
  new RotatingAccessKey(stack, 'Turning', { ...opening(stack), rotationTrigger: { quarter } });
  new l1.AccessKey(stack, 'Low', LOW);

  expect(findings(stack, new RequireRotation())).toEqual([
    expect.stringContaining(' AccessKey "app/Never" is never rotated: use a RotatingAccessKey'),
    expect.stringContaining('RotatingAccessKey "app/Idle" is never rotated: give it a "rotationTrigger"'),
    expect.stringContaining('AccessKey "app/Low" is never rotated'),
  ]);
});

test('NoKeysInState finds every key whose secret half is in the state', () => {
  const stack = makeStack();
  new AccessKey(stack, 'Silent', opening(stack));
  new RotatingAccessKey(stack, 'Shown', opening(stack)).outputCredentials();
  new AccessKey(stack, 'Stored', opening(stack)).storeIn('stored');
  new RotatingAccessKey(stack, 'Kept', opening(stack)).storeInSecret(Secret.fromSecretName(stack, 'Other', 'other'));
  new EphemeralAccessKey(stack, 'Brief', opening(stack));
  new l1.AccessKey(stack, 'Low', LOW);
  new l1.RotatingAccessKey(stack, 'LowStored', { ...LOW, storeIn: { secretName: 'low' } });
  stack.addOverride('resource.coffer_access_key.raw', { bucket_ids: ['b-3'], permissions: { read: true } });

  expect(findings(stack, new NoKeysInState())).toEqual([
    expect.stringContaining('"app/coffer_access_key.raw" has no "storeIn"'),
    expect.stringContaining(' AccessKey "app/Silent" has no "storeIn"'),
    expect.stringContaining('RotatingAccessKey "app/Shown" has no "storeIn"'),
    expect.stringContaining('AccessKey "app/Low" has no "storeIn"'),
  ]);
});

test('C14: a policy fails on what only Terraform knows, and says that it is unknown', () => {
  const stack = makeStack();
  const variable = (id: string, type: string) => new TerraformVariable(stack, id, { type });
  const quota = variable('quota', 'number').numberValue;
  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(quota) });
  bucketIn(stack, 'Assets').resource.addOverride('max_size', expr('var.quota'));
  const owner = variable('owner', 'bool').booleanValue;
  const rotationTrigger = variable('turns', 'map(string)').value;
  const asked = new l1.AccessKey(stack, 'Asked', { ...LOW, permissions: { read: true, owner }, rotationTrigger });
  asked.addOverride('store_in', expr('var.is_stored ? { secret_name = "asked" } : null'));

  for (const policy of [new MaxQuota(Size.bytes(1)), new NoOwnerKeys(), new RequireRotation()])
    Aspects.of(stack).add(policy);

  expect(findings(stack, new NoKeysInState())).toEqual([
    expect.stringContaining('"app/Uploads" has a quota that is unknown at synthesis, and may be above 1 B'),
    expect.stringContaining('"app/Assets" has a quota that is unknown at synthesis, and may be above 1 B'),
    expect.stringContaining('AccessKey "app/Asked" has a permission that is unknown at synthesis'),
    expect.stringContaining('"app/Asked" has a "rotationTrigger" that is unknown at synthesis, and may be empty'),
    expect.stringContaining('AccessKey "app/Asked" has a "storeIn" that is unknown at synthesis'),
  ]);
  expect(() => new MaxQuota(Size.bytes(quota))).toThrow('"limit" must be known at synthesis');
});
