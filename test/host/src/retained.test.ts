import { expect, test } from 'vitest';
import { Bucket, RetainedBucket, RetainedSecret, Size } from '../../../src';
import { block, makeStack, synth } from './support';

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
