import { expect, it } from 'vitest';
import { untraced } from '../../../src/private/code/untraced';

it('writes stack traces as before once it is done, and those of what was thrown meanwhile', () => {
  const { captureStackTrace } = Error;

  const failure = catchFrom(() => untraced(() => throwDeep(3)));
  const made = untraced(() => 'made');

  expect(Error.captureStackTrace).toBe(captureStackTrace);
  expect(failure.stack).toContain('throwDeep');
  expect(made).toBe('made');
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
