import { expect, test } from 'vitest';
import { parseCopySource } from '../../../../../emulator/s3/headers/copy-source';

test.each([
  ['b/k', 'b', 'k'],
  ['/b/k', 'b', 'k'],
  ['b/dir/k%2Fx%20y', 'b', 'dir/k/x y'],
  ['b/k?versionId=null', 'b', 'k'],
  ['b//k', 'b', '/k'],
])('%s names an object', (header, bucket, key) => {
  expect(parseCopySource(header)).toEqual({ bucket, key });
});

test.each(['', '/', 'b', 'b/', '/b/', 'b/%', '//k'])('%s names none, and the error says which header', (header) => {
  expect(() => parseCopySource(header)).toThrow(
    expect.objectContaining({
      code: 'InvalidArgument',
      message: 'Invalid copy source object key',
      details: { ArgumentName: 'x-amz-copy-source', ArgumentValue: 'x-amz-copy-source' },
    }),
  );
});
