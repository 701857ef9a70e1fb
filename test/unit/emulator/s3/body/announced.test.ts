import { expect, it } from 'vitest';
import { readAnnounced } from '../../../../../emulator/s3/body/announced';
import { refusalOf } from '../auth/support';

const CRC32 = 'y/Q5Jg==';
const SHA1 = '98O8HYCOBHMq32eZZczDTKeuNEE=';
const MD5 = 'JfnnlDI7RThFiVCeKD94Aw==';

const read = (fields: Record<string, string>, hasTrailers = false) => readAnnounced(fields, hasTrailers);

it.each<[Record<string, string>, boolean, object]>([
  [{}, false, { md5: undefined, checksum: undefined }],
  [{}, true, { md5: undefined, checksum: undefined }],
  [{ 'content-md5': MD5 }, false, { md5: Buffer.from(MD5, 'base64'), checksum: undefined }],
  [{ 'x-amz-checksum-crc32': CRC32 }, false, { checksum: { algorithm: 'CRC32', value: CRC32 } }],
  [
    { 'x-amz-checksum-sha1': SHA1, 'x-amz-sdk-checksum-algorithm': 'SHA1' },
    false,
    { checksum: { algorithm: 'SHA1', value: SHA1 } },
  ],
  [
    { 'x-amz-checksum-crc32': CRC32, 'x-amz-sdk-checksum-algorithm': 'crc32' },
    false,
    { checksum: { algorithm: 'CRC32' } },
  ],
  [
    { 'x-amz-trailer': 'x-amz-checksum-crc64nvme', 'x-amz-sdk-checksum-algorithm': 'CRC64NVME' },
    true,
    { checksum: { algorithm: 'CRC64NVME', value: undefined } },
  ],
  [
    { 'x-amz-checksum-mode': 'ENABLED', 'x-amz-checksum-type': 'FULL_OBJECT', 'x-amz-checksum-algorithm': 'SHA256' },
    false,
    { checksum: undefined },
  ],
])('reads %j', (fields, hasTrailers, announced) => {
  expect(read(fields, hasTrailers)).toMatchObject(announced);
});

it.each<[string, Record<string, string>, boolean, string]>([
  [
    'an unknown checksum',
    { 'x-amz-checksum-md4': CRC32 },
    false,
    'The algorithm type you specified in x-amz-checksum- header',
  ],
  [
    'a checksum of another length',
    { 'x-amz-checksum-sha1': CRC32 },
    false,
    'Value for x-amz-checksum-sha1 header is invalid.',
  ],
  [
    'a checksum that is no base64',
    { 'x-amz-checksum-crc32': 'y_Q5Jg==' },
    false,
    'Value for x-amz-checksum-crc32 header',
  ],
  ['an empty checksum', { 'x-amz-checksum-crc32': '' }, false, 'Value for x-amz-checksum-crc32 header is invalid.'],
  ['two checksums', { 'x-amz-checksum-crc32': CRC32, 'x-amz-checksum-sha1': SHA1 }, false, 'Multiple checksum Types'],
  [
    'a checksum and a trailer',
    { 'x-amz-checksum-crc32': CRC32, 'x-amz-trailer': 'x-amz-checksum-crc32' },
    true,
    'Expecting a single x-amz-checksum- header.',
  ],
  ['another trailer', { 'x-amz-trailer': 'x-amz-meta-a' }, true, 'The value specified in the x-amz-trailer header'],
  ['two trailers', { 'x-amz-trailer': 'x-amz-checksum-crc32,x-amz-checksum-sha1' }, true, 'x-amz-trailer header'],
  ['a trailer of a body that has none', { 'x-amz-trailer': 'x-amz-checksum-crc32' }, false, 'x-amz-trailer header'],
  [
    'an algorithm without a checksum',
    { 'x-amz-sdk-checksum-algorithm': 'CRC32' },
    false,
    'x-amz-sdk-checksum-algorithm specified, but no corresponding',
  ],
  [
    'an algorithm of another checksum',
    { 'x-amz-sdk-checksum-algorithm': 'SHA1', 'x-amz-checksum-crc32': CRC32 },
    false,
    'Value for x-amz-sdk-checksum-algorithm header is invalid.',
  ],
  [
    'an unknown algorithm',
    { 'x-amz-sdk-checksum-algorithm': 'MD4', 'x-amz-checksum-crc32': CRC32 },
    false,
    'Value for x-amz-sdk-checksum-algorithm header is invalid.',
  ],
])('refuses %s', (_, fields, hasTrailers, message) => {
  const routeError = refusalOf(() => read(fields, hasTrailers));

  expect(routeError).toMatchObject({ code: 'InvalidRequest', status: 400 });
  expect(routeError.message).toContain(message);
});

it.each(['', 'abc', 'JfnnlDI7RThFiVCeKD94', `${MD5}=`, CRC32, SHA1])('refuses "%s" as an MD5', (md5) => {
  expect(refusalOf(() => read({ 'content-md5': md5 }))).toMatchObject({ code: 'InvalidDigest', status: 400 });
});
