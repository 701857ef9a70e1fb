import { expect, test } from 'vitest';
import { readAttributes } from '../../../../../emulator/s3/headers/attributes';

const kept = (headers: Record<string, string>) => readAttributes(headers).headers;

test.each([{}, { 'content-type': '', 'cache-control': '', expires: '', 'content-encoding': '' }])(
  'without a type an object is bytes, and empty headers are not kept: %j',
  (headers) => {
    expect(kept(headers)).toEqual({ 'content-type': 'binary/octet-stream' });
  },
);

test.each([
  ['aws-chunked', undefined],
  ['aws-chunked,gzip', 'gzip'],
  ['gzip, aws-chunked', 'gzip'],
  ['gzip, aws-chunked, br', 'gzip,br'],
  ['gzip, br', 'gzip, br'],
  ['aws-chunked,,', undefined],
])('aws-chunked is of the transfer, not of the object: %s', (encoding, stored) => {
  expect(kept({ 'content-encoding': encoding })['content-encoding']).toBe(stored);
});

test.each(['a', '', 'ftp://a', `/${'x'.repeat(2048)}`, `/${'é'.repeat(1024)}`])(
  'redirects to "%.20s" are refused',
  (location) => {
    expect(() => kept({ 'x-amz-website-redirect-location': location })).toThrow('must have a prefix of');
  },
);

test('a form may hold text that no header holds: it is refused by its name', () => {
  for (const value of ['a\nb', 'a\u0000', '\u007f', '\u0100']) {
    expect(() => kept({ 'cache-control': value })).toThrow(
      expect.objectContaining({
        code: 'InvalidArgument',
        details: { ArgumentName: 'cache-control', ArgumentValue: value },
      }),
    );
  }
  expect(kept({ 'cache-control': 'a\tb é\u0080~ ' })['cache-control']).toBe('a\tb é\u0080~ ');
});
