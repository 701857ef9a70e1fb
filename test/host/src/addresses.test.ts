import { TerraformOutput, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { AccessKey, Bucket, EphemeralAccessKey, l1, Permission, RotatingAccessKey, Secret } from '../../../src';
import { block, bucketIn, makeStack, synth } from './support';

const opening = (scope: Construct) => ({
  permission: Permission.READ,
  buckets: [Bucket.fromBucketId(scope, `Bucket${scope.node.children.length}`, 'b-1')],
});

test.each(
  Object.entries<readonly [problem: string, build: (stack: TerraformStack) => unknown]>({
    'two outputs of credentials': [
      'output "creds" of "app/Two" and that of "app/One" would be merged into one: pass each outputCredentials a name of its own',
      (stack) => {
        new AccessKey(stack, 'One', opening(stack)).outputCredentials('creds');
        new RotatingAccessKey(stack, 'Two', opening(stack)).outputCredentials('creds');
      },
    ],
    'an output of credentials and one of the program that is renamed': [
      'output "creds" of "app/Key" and that of "app/Inner/theirs" would be merged into one',
      (stack) => {
        new AccessKey(stack, 'Key', opening(stack)).outputCredentials('creds');
        new TerraformOutput(new Construct(stack, 'Inner'), 'theirs', { value: 'theirs' }).overrideLogicalId('creds');
      },
    ],
    'two buckets of one logical id': [
      '"app/Two" and "app/One" have one address, coffer_bucket.same, and would be merged into one: give each its own logical id',
      (stack) => {
        for (const id of ['Two', 'One']) bucketIn(stack, id).resource.overrideLogicalId('same');
      },
    ],
    'a bucket and a low-level one of its logical id': [
      '"app/same" and "app/Bucket" have one address, coffer_bucket.same',
      (stack) => {
        bucketIn(stack, 'Bucket').resource.overrideLogicalId('same');
        new l1.Bucket(stack, 'same', { maxSize: 1 });
      },
    ],
    'two ids that CDKTF writes in one way': [
      '"app/ab" and "app/a.b" have one address, coffer_secret.ab',
      (stack) => {
        for (const name of ['a.b', 'ab']) new l1.Secret(stack, name, { name: `s${name.length}` });
        new Secret(stack, 'Ours', { secretName: 'ours' });
      },
    ],
    'a bucket inside a bucket, with the id that CDKTF leaves out': [
      '"app/Bucket" and "app/Bucket/Default" have one address, coffer_bucket.Bucket_',
      (stack) => bucketIn(bucketIn(stack, 'Bucket'), 'Default'),
    ],
    'two look-ups of one logical id': [
      '"app/Two" and "app/One" have one address, data.coffer_secret.same',
      (stack) => {
        for (const id of ['One', 'Two']) {
          const found = Secret.fromSecretName(stack, id, id.toLowerCase());
          (found.node.findChild('Resource') as l1.DataCofferSecret).overrideLogicalId('same');
        }
      },
    ],
    'two ephemeral keys of one logical id': [
      '"app/Two" and "app/One" have one address, ephemeral.coffer_access_key.same',
      (stack) => {
        for (const id of ['One', 'Two']) {
          const key = new EphemeralAccessKey(stack, id, opening(stack));
          (key.node.findChild('Resource') as l1.Bucket).overrideLogicalId('same');
        }
      },
    ],
  }),
)('C8: %s: what CDKTF would merge is an error', (_what, [problem, build]) => {
  const stack = makeStack();

  build(stack);

  expect(() => synth(stack)).toThrow(problem);
});

test('C8: what the program merges on its own is its own affair', () => {
  const stack = makeStack();
  new AccessKey(stack, 'Key', opening(stack)).outputCredentials('creds');
  for (const id of ['Left', 'Right'])
    new TerraformOutput(new Construct(stack, id), 'output', { value: id }).overrideLogicalId('both');

  expect(Object.keys(block(stack, 'output') as object).sort()).toEqual(['both', 'creds']);
});
