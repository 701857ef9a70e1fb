import { expect, it } from 'vitest';
import { readAnnounced } from '../../../../../emulator/s3/body/announced';
import { refusalOf } from '../auth/support';

const CRC32 = 'y/Q5Jg==';
const SHA1 = '98O8HYCOBHMq32eZZczDTKeuNEE=';
const MD5 = 'JfnnlDI7RThFiVCeKD94Aw==';

const read = (fields: Record<string, string>, hasTrailers = false) => readAnnounced(fields, hasTrailers);

it.each<[Record<string, string>, boolean, object]>([
  [{}, false, { md5: undefined, checksum: undefined }],
  [{ 'content-md5': MD5 }, false, { md5: Buffer.from(MD5, 'base64'), checksum: undefined }],
  [{ 'x-amz-checksum-crc32': CRC32 }, false, { checksum: { algorithm: 'CRC32', value: CRC32 } }],
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

it.each<[string, Record<string, string>, boolean]>([
  ['an unknown checksum', { 'x-amz-checksum-md4': CRC32 }, false],
  ['a checksum of another length', { 'x-amz-checksum-sha1': CRC32 }, false],
  ['a checksum that is no base64', { 'x-amz-checksum-crc32': 'y_Q5Jg==' }, false],
  ['an empty checksum', { 'x-amz-checksum-crc32': '' }, false],
  ['two checksums', { 'x-amz-checksum-crc32': CRC32, 'x-amz-checksum-sha1': SHA1 }, false],
  ['a checksum and a trailer', { 'x-amz-checksum-crc32': CRC32, 'x-amz-trailer': 'x-amz-checksum-crc32' }, true],
  ['another trailer', { 'x-amz-trailer': 'x-amz-meta-a' }, true],
  ['two trailers', { 'x-amz-trailer': 'x-amz-checksum-crc32,x-amz-checksum-sha1' }, true],
  ['a trailer of a body that has none', { 'x-amz-trailer': 'x-amz-checksum-crc32' }, false],
  ['an algorithm without a checksum', { 'x-amz-sdk-checksum-algorithm': 'CRC32' }, false],
  ['an algorithm of another one', { 'x-amz-sdk-checksum-algorithm': 'SHA1', 'x-amz-checksum-crc32': CRC32 }, false],
  ['an unknown algorithm', { 'x-amz-sdk-checksum-algorithm': 'MD4', 'x-amz-checksum-crc32': CRC32 }, false],
])('refuses %s', (_, fields, hasTrailers) => {
  expect(refusalOf(() => read(fields, hasTrailers))).toMatchObject({ code: 'InvalidRequest', status: 400 });
});

it.each(['', 'abc', `${MD5}=`, CRC32])('refuses "%s" as an MD5', (md5) => {
  expect(refusalOf(() => read({ 'content-md5': md5 }))).toMatchObject({ code: 'InvalidDigest', status: 400 });
});
