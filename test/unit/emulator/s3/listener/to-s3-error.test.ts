import { expect, test } from 'vitest';
import { DomainError, type ErrorCode } from '../../../../../emulator/domain/errors';
import { unwritableSentence } from '../../../../../emulator/domain/unwritable';
import { S3Error } from '../../../../../emulator/s3/errors';
import { toS3Error } from '../../../../../emulator/s3/listener/to-s3-error';

/** The S3 error that a client gets for each failure of the domain; undefined: only the log says it. */
const ERRORS: Record<ErrorCode, [code: string, message: RegExp] | undefined> = {
  quota_exceeded: ['AccessDenied', /^of the domain\.$/],
  forbidden: ['AccessDenied', /^of the domain\.$/],
  not_found: ['NoSuchUpload', /^The specified upload does not exist\. /],
  conflict: [
    'OperationAborted',
    /^A conflicting conditional operation is currently in progress .* Please try again\.$/,
  ],
  damaged: ['InternalError', /^of the domain\.$/],
  unwritable: ['InsufficientStorage', /^of the domain\.$/],
  invalid: ['InvalidArgument', /^of the domain\.$/],
  not_implemented: ['NotImplemented', /^of the domain\.$/],
  not_in_interface: ['NotImplemented', /^of the domain\.$/],
  not_empty: undefined,
  unauthorized: undefined,
  unavailable: undefined,
};

test.each(Object.entries(ERRORS))('a failure %s of the domain is an S3 error', (code, expected) => {
  const told = toS3Error(new DomainError(code as ErrorCode, 'of the domain.'), true);

  expect(told?.code).toBe(expected?.[0]);
  if (expected) expect(told?.message).toMatch(expected[1]);
});

test('what is missing is the bucket, unless that is there', () => {
  const told = toS3Error(new DomainError('not_found', 'x.'), false);

  expect(told).toMatchObject({ code: 'NoSuchBucket', message: 'The specified bucket does not exist' });
});

test('an S3 error stays as it is', () => {
  const error = new S3Error('SlowDown', 'Please reduce your request rate.');

  expect(toS3Error(error, true)).toBe(error);
});

test.each([
  ...['EACCES', 'EDQUOT', 'EFBIG', 'EIO', 'ENOSPC', 'EPERM', 'EROFS'].map((code) => [{ code }, code] as const),
  // Read-only, input or output failed, full, cannot be opened; the upper bits of a code of SQLite say more.
  ...[8, 10, 13, 14, 0x108, 0x30a].map((errcode) => [{ errcode, message: 'of SQLite' }, 'of SQLite'] as const),
])('%j says that the disk cannot be written, and why', (error, why) => {
  const told = toS3Error(Object.assign(new Error(), error), true);

  expect(told).toMatchObject({
    code: 'InsufficientStorage',
    message: expect.stringContaining(`cannot write what it keeps (${why})`),
  });
  expect(told?.message).toContain('what was acknowledged before is kept');
});

test.each([
  [{ code: 'ENOENT' }],
  [{ errcode: 5, message: 'busy' }],
  [{ errcode: 1 }],
  [{ code: 8 }],
  [undefined],
  [null],
  ['EIO'],
])('%j is nothing that a client is told', (error) => {
  expect(unwritableSentence(error)).toBeUndefined();
  expect(toS3Error(error, true)).toBeUndefined();
});
