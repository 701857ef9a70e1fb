import { expect, test } from 'vitest';
import {
  checkVersion,
  ofUnmodified,
  override,
  readAttributes,
  toHttpDate,
  toIsoDate,
} from '../../../../../emulator/s3/headers/attributes';

const kept = (headers: Record<string, string>) => readAttributes(headers).headers;

test('what describes an object is kept, and nothing else', () => {
  const described = {
    'cache-control': 'no-cache',
    'content-disposition': 'inline',
    'content-encoding': 'gzip',
    'content-language': 'en',
    'content-type': 'text/plain',
    expires: 'Thu, 01 Jan 2026 00:00:00 GMT',
    'x-amz-website-redirect-location': '/other',
  };

  expect(kept({ ...described, host: 'x', 'x-amz-date': 'y', 'content-length': '1' })).toEqual(described);
});

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

test.each(['/', '/a', 'http://a', 'https://a', `/${'x'.repeat(2047)}`])('redirects to "%.20s" are kept', (location) => {
  expect(kept({ 'x-amz-website-redirect-location': location })['x-amz-website-redirect-location']).toBe(location);
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

test('each header of a response can be set by the URL, and an empty value sets none', () => {
  const names = [
    'cache-control',
    'content-disposition',
    'content-encoding',
    'content-language',
    'content-type',
    'expires',
  ];
  const headers: Record<string, string> = { etag: 'e', 'content-type': 'text/plain' };

  override(headers, [
    ['response-content-type', ''],
    ['response-etag', 'x'],
    ['prefix', 'y'],
  ]);
  expect(headers).toEqual({ etag: 'e', 'content-type': 'text/plain' });
  override(
    headers,
    names.map((name) => [`response-${name}`, `new ${name}`]),
  );

  expect(headers).toEqual({ etag: 'e', ...Object.fromEntries(names.map((name) => [name, `new ${name}`])) });
});

test('a 304 refreshes what caches go by', () => {
  const of = { etag: 'e', 'last-modified': 'l', 'cache-control': 'c', expires: 'x' };

  expect(ofUnmodified({ ...of, 'content-type': 't', 'x-amz-meta-a': 'b' })).toEqual(of);
});

test('every object has the version null, and no other', () => {
  expect(() => checkVersion([])).not.toThrow();
  expect(() => checkVersion([['versionId', 'null']])).not.toThrow();
  expect(() => checkVersion([['versionId', 'v1']])).toThrow(
    expect.objectContaining({ code: 'InvalidArgument', details: { ArgumentName: 'versionId', ArgumentValue: 'v1' } }),
  );
});

test('dates are to the second, also two of one second after each other', () => {
  expect([toHttpDate(999), toHttpDate(1_000), toHttpDate(1_999)]).toEqual([
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:01 GMT',
    'Thu, 01 Jan 1970 00:00:01 GMT',
  ]);
  expect([toIsoDate(999), toIsoDate(1_000)]).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z']);
});
