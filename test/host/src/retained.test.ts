import { Testing } from 'cdktf';
import { expect, test } from 'vitest';
import { Bucket, RetainedBucket, RetainedSecret, Secret, Size } from '../../../src';
import { block, makeStack, resources, synth } from './support';

test('C7: lets go of the resource that a construct of the same place made', () => {
  const before = makeStack();
  new Bucket(before, 'Archive', { maxSize: Size.bytes(1) });
  new Secret(before, 'Password', { secretName: 'password' });
  const stack = makeStack();

  new RetainedBucket(stack, 'Archive');
  new RetainedSecret(stack, 'Password');
  new RetainedBucket(stack, 'Other', { logicalId: 'named' });

  const [bucket, secret] = ['coffer_bucket', 'coffer_secret'].map((type) => Object.keys(resources(before, type)));
  expect(block(stack, 'removed')).toEqual([
    { from: `coffer_bucket.${bucket}`, lifecycle: { destroy: false } },
    { from: `coffer_secret.${secret}`, lifecycle: { destroy: false } },
    { from: 'coffer_bucket.named', lifecycle: { destroy: false } },
  ]);
  expect(block(stack, 'resource')).toBeUndefined();
});

test('HCL is refused', () => {
  const stack = makeStack();
  new RetainedSecret(stack, 'Fine');

  expect(() => Testing.synthHcl(stack)).toThrow('"app/Fine" can be synthesized as JSON only');
});

test('C8: an override reaches the block, also one of what is let go of', () => {
  const stack = makeStack();
  const bucket = new RetainedBucket(stack, 'Archive', { logicalId: 'archive' });
  const secret = new RetainedSecret(stack, 'Password');
  new Bucket(stack, 'Archived', { maxSize: Size.bytes(1) }).resource.overrideLogicalId('archive');

  bucket.resource.addOverride('from', 'module.old.coffer_bucket.archive');
  secret.resource.addOverride('provisioner.local-exec', { when: 'destroy', command: 'true' });

  const { friendlyUniqueId } = secret.resource;
  expect(block(stack, 'removed')).toEqual([
    { from: 'module.old.coffer_bucket.archive', lifecycle: { destroy: false } },
    {
      from: `coffer_secret.${friendlyUniqueId}`,
      lifecycle: { destroy: false },
      provisioner: { 'local-exec': { when: 'destroy', command: 'true' } },
    },
  ]);
});

test.each<[path: string, value: unknown]>([
  ['lifecycle.destroy', true],
  ['lifecycle.destroy', undefined],
  ['lifecycle', undefined],
])('C8: an override by which the object would not be retained is an error: %s is %s', (path, value) => {
  const stack = makeStack();
  const bucket = new RetainedBucket(stack, 'Archive', { logicalId: 'archive' });

  bucket.resource.addOverride(path, value);

  expect(() => synth(stack)).toThrow(
    '"app/Archive" retains coffer_bucket.archive, but an override of its lifecycle takes "destroy = false" away',
  );
});
