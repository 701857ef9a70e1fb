import { TerraformOutput, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { AccessKey, Bucket, EphemeralAccessKey, l1, Permission, RotatingAccessKey, Secret } from '../../../src';
import { block, bucketIn, makeStack, resources, synth } from './support';

const opening = (scope: Construct) => ({
  permission: Permission.READ,
  buckets: [Bucket.fromBucketId(scope, `Bucket${scope.node.children.length}`, 'b-1')],
});

test.each<[what: string, problem: string, build: (stack: TerraformStack) => unknown]>([
  [
    'two outputs of credentials',
    'output "creds" of "app/Two" and that of "app/One" would be merged into one: pass each outputCredentials a name of its own',
    (stack) => {
      new AccessKey(stack, 'One', opening(stack)).outputCredentials('creds');
      new RotatingAccessKey(stack, 'Two', opening(stack)).outputCredentials('creds');
    },
  ],
  [
    'an output of credentials and one of the program',
    'output "creds" of "app/creds" and that of "app/Key" would be merged into one: pass each outputCredentials a name of its own',
    (stack) => {
      new TerraformOutput(stack, 'creds', { value: 'theirs' });
      new AccessKey(stack, 'Key', opening(stack)).outputCredentials('creds');
    },
  ],
  [
    'an output of credentials and one of the program that is renamed',
    'output "creds" of "app/Key" and that of "app/Inner/theirs" would be merged into one',
    (stack) => {
      new AccessKey(stack, 'Key', opening(stack)).outputCredentials('creds');
      new TerraformOutput(new Construct(stack, 'Inner'), 'theirs', { value: 'theirs' }).overrideLogicalId('creds');
    },
  ],
  [
    'two buckets of one logical id',
    '"app/Two" and "app/One" have one address, coffer_bucket.same, and would be merged into one: give each its own logical id',
    (stack) => {
      for (const id of ['Two', 'One']) bucketIn(stack, id).resource.overrideLogicalId('same');
    },
  ],
  [
    'a bucket and a low-level one of its logical id',
    '"app/same" and "app/Bucket" have one address, coffer_bucket.same',
    (stack) => {
      bucketIn(stack, 'Bucket').resource.overrideLogicalId('same');
      new l1.Bucket(stack, 'same', { maxSize: 1 });
    },
  ],
  [
    'two ids that CDKTF writes in one way',
    '"app/ab" and "app/a.b" have one address, coffer_secret.ab',
    (stack) => {
      for (const name of ['a.b', 'ab']) new l1.Secret(stack, name, { name: `s${name.length}` });
      new Secret(stack, 'Ours', { secretName: 'ours' });
    },
  ],
  [
    'a bucket inside a bucket, with the id that CDKTF leaves out',
    '"app/Bucket" and "app/Bucket/Default" have one address, coffer_bucket.Bucket_',
    (stack) => bucketIn(bucketIn(stack, 'Bucket'), 'Default'),
  ],
  [
    'two look-ups of one logical id',
    '"app/Two" and "app/One" have one address, data.coffer_secret.same',
    (stack) => {
      for (const id of ['One', 'Two']) {
        const found = Secret.fromSecretName(stack, id, id.toLowerCase());
        (found.node.findChild('Resource') as l1.DataCofferSecret).overrideLogicalId('same');
      }
    },
  ],
  [
    'two ephemeral keys of one logical id',
    '"app/Two" and "app/One" have one address, ephemeral.coffer_access_key.same',
    (stack) => {
      for (const id of ['One', 'Two']) {
        const key = new EphemeralAccessKey(stack, id, opening(stack));
        (key.node.findChild('Resource') as l1.Bucket).overrideLogicalId('same');
      }
    },
  ],
])('C8: %s: what CDKTF would merge is an error', (_what, problem, build) => {
  const stack = makeStack();

  build(stack);

  expect(() => synth(stack)).toThrow(problem);
});

test('C8: outputs and buckets of their own names are all there', () => {
  const stack = makeStack();
  for (const id of ['One', 'Two']) {
    new AccessKey(stack, id, opening(stack)).outputCredentials(id);
    bucketIn(stack, `${id}s`).resource.overrideLogicalId(id);
    new Secret(stack, `${id}t`, { secretName: id.toLowerCase() }).resource.overrideLogicalId(id);
  }
  // What the program merges on its own is its own affair.
  for (const id of ['Left', 'Right']) {
    const output = new TerraformOutput(new Construct(stack, id), 'output', { value: id });
    output.overrideLogicalId('both');
  }

  expect(Object.keys(block(stack, 'output') as object).sort()).toEqual(['One', 'Two', 'both']);
  for (const type of ['coffer_bucket', 'coffer_secret']) {
    expect(Object.keys(resources(stack, type)).sort()).toEqual(['One', 'Two']);
  }
});

test('C8: a bucket that is moved to another shares no address with it', () => {
  const stack = makeStack();
  bucketIn(stack, 'New').resource.addMoveTarget('new');
  bucketIn(stack, 'Old').resource.moveTo('new');

  expect(Object.keys(resources(stack, 'coffer_bucket'))).toHaveLength(1);
});
