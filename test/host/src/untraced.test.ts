import { TerraformIterator } from 'cdktf';
import { expect, it, vi } from 'vitest';
import { AccessKey, Bucket, Permission, Size } from '../../../src';
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

it('a construct takes no stack trace for what is in it', () => {
  const stack = makeStack();
  const traces = vi.spyOn(Error, 'captureStackTrace');

  try {
    new AccessKey(stack, 'Key', { permission: Permission.READ });
    new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });
    Bucket.fromBucketAlias(stack, 'Found', 'assets');

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
