import { TerraformIterator, type TerraformStack } from 'cdktf';
import { expect, it, vi } from 'vitest';
import { AccessKey, Bucket, Permission, PullSecret, RotatingAccessKey, Secret, SecretValue, Size } from '../../../src';
import { untraced } from '../../../src/private/code/untraced';
import { makeStack } from './support';

it('writes stack traces as before once it is done, and those of what was thrown meanwhile', () => {
  const { captureStackTrace } = Error;

  const failure = catchFrom(() => untraced(() => throwDeep(3)));
  const made = untraced(() => 'made');

  expect(Error.captureStackTrace).toBe(captureStackTrace);
  expect(failure.stack).toContain('throwDeep');
  expect(made).toBe('made');
});

const KINDS: Readonly<Record<string, (stack: TerraformStack) => unknown>> = {
  AccessKey: (stack) => new AccessKey(stack, 'Key', { permission: Permission.READ }),
  Bucket: (stack) => new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) }),
  PullSecret: (stack) =>
    new PullSecret(stack, 'Pull', { server: 'ghcr.io', username: 'me', password: SecretValue.unsafePlainText('x') }),
  RotatingAccessKey: (stack) => new RotatingAccessKey(stack, 'Key', { permission: Permission.READ }),
  Secret: (stack) => new Secret(stack, 'Secret', { secretName: 's', value: SecretValue.unsafePlainText('x') }),
  'a look-up of a bucket': (stack) => Bucket.fromBucketAlias(stack, 'Bucket', 'assets'),
  'a look-up of a secret': (stack) => Secret.fromSecretName(stack, 'Secret', 'shared'),
};

it.each(Object.entries(KINDS))('%s takes no stack trace for what is in it', (_kind, define) => {
  const stack = makeStack();
  const traces = vi.spyOn(Error, 'captureStackTrace');

  try {
    define(stack);

    expect(traces).not.toHaveBeenCalled();
    TerraformIterator.fromList(['a']).value;
    expect(traces).toHaveBeenCalled();
  } finally {
    traces.mockRestore();
  }
});

function throwDeep(depth: number): never {
  if (depth > 0) throwDeep(depth - 1);
  throw new Error('thrown');
}

function catchFrom(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
