import { expect, test } from 'vitest';
import { DomainError, type ErrorCode } from '../../../../../emulator/domain/errors';
import { unwritableSentence } from '../../../../../emulator/domain/unwritable';
import { toS3Error } from '../../../../../emulator/s3/listener/to-s3-error';

test.each<[ErrorCode, string | undefined]>([
  ['conflict', 'OperationAborted'],
  ['unwritable', 'InsufficientStorage'],
  ['not_implemented', 'NotImplemented'],
  ['unavailable', undefined],
])('a failure %s of the domain is %s to a client of S3', (code, expected) => {
  expect(toS3Error(new DomainError(code, 'of the domain.'), true)?.code).toBe(expected);
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
