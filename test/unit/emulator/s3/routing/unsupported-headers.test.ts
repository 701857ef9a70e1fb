import { expect, test } from 'vitest';
import {
  HARMLESS,
  MISSING,
  MISSING_PREFIXES,
  refuseUnsupported,
} from '../../../../../emulator/s3/routing/unsupported-headers';

type Rely = Parameters<typeof refuseUnsupported>[1];
const rely = (rules: Readonly<Record<string, string>> = {}) => ((rule: string) => rules[rule]) as unknown as Rely;
const refused = (headers: Record<string, string>, rules?: Readonly<Record<string, string>>) => {
  try {
    refuseUnsupported(headers, rely(rules));
  } catch (error) {
    return error;
  }
  return undefined;
};

const notImplemented = (Header: string) => ({ code: 'NotImplemented', details: { Header } });

test('headers of S3 that the service does not have are refused by their name', () => {
  const names = [...MISSING, ...MISSING_PREFIXES.map((prefix) => `${prefix}x`), ...Object.keys(HARMLESS)];

  expect(names).toEqual(
    expect.arrayContaining([
      ...['x-amz-mfa', 'x-amz-tagging', 'x-amz-rename-source', 'x-amz-write-offset-bytes', 'x-amz-if-match-size'],
      ...['x-amz-if-match-initiated-time', 'x-amz-if-match-last-modified-time', 'x-amz-grant-x', 'x-amz-object-lock-x'],
      ...['x-amz-server-side-encryptionx', 'x-amz-copy-source-server-side-encryptionx'],
    ]),
  );
  for (const name of names) {
    if (!['x-amz-acl', 'x-amz-storage-class'].includes(name))
      expect(refused({ [name]: 'value' })).toMatchObject(notImplemented(name));
    expect(refused({ [name]: '' })).toBeUndefined();
  }
});

test.each([
  ['x-amz-acl', 'private'],
  ['x-amz-acl', 'bucket-owner-full-control'],
  ['x-amz-bucket-object-lock-enabled', 'False'],
  ['x-amz-object-annotation-directive', 'COPY'],
  ['x-amz-object-annotation-directive', 'EXCLUDE'],
  ['x-amz-object-lock-legal-hold', 'OFF'],
  ['x-amz-object-ownership', 'BucketOwnerEnforced'],
  ['x-amz-server-side-encryption-bucket-key-enabled', 'FALSE'],
  ['x-amz-storage-class', 'STANDARD'],
  ['x-amz-tagging-directive', 'COPY'],
  ['x-amz-date', 'any'],
  ['x-amz-meta-tagging', 'any'],
  ['content-type', 'any'],
  ['x-amz-checksum-crc32', 'AAAAAA=='],
  ['x-amz-sdk-checksum-algorithm', 'SHA256'],
])('%s: %s requests nothing that is missing', (name, value) => {
  expect(refused({ [name]: value })).toBeUndefined();
});

const CLASSES =
  'REDUCED_REDUNDANCY STANDARD_IA ONEZONE_IA INTELLIGENT_TIERING GLACIER DEEP_ARCHIVE OUTPOSTS GLACIER_IR SNOW EXPRESS_ONEZONE FSX_OPENZFS FSX_ONTAP';

test('other storage classes of S3 are missing, and any other is none', () => {
  for (const name of CLASSES.split(' ')) {
    expect(refused({ 'x-amz-storage-class': name })).toMatchObject(notImplemented('x-amz-storage-class'));
  }
  expect(refused({ 'x-amz-storage-class': 'standard' })).toMatchObject({
    code: 'InvalidStorageClass',
    message: 'The storage class you specified is not valid',
  });
});

const ACLS = 'public-read public-read-write aws-exec-read authenticated-read bucket-owner-read log-delivery-write';

test('canned ACLs of S3 are missing or ignored, and any other is none', () => {
  for (const acl of ACLS.split(' ')) {
    expect(refused({ 'x-amz-acl': acl }, { cannedAcl: 'refuse' })).toMatchObject(notImplemented('x-amz-acl'));
    expect(refused({ 'x-amz-acl': acl }, { cannedAcl: 'ignore' })).toBeUndefined();
  }
  expect(refused({ 'x-amz-acl': 'mine' }, { cannedAcl: 'ignore' })).toMatchObject({
    code: 'InvalidArgument',
    message: expect.stringMatching(/^The canned ACL must be one of private, public-read, .+\.$/),
    details: { ArgumentName: 'x-amz-acl', ArgumentValue: 'mine' },
  });
});

test('encryption with keys of S3 is missing or ignored, with other keys always missing', () => {
  const of = (value: string, rule: string) =>
    refused({ 'x-amz-server-side-encryption': value }, { serverSideEncryption: rule });

  expect(of('AES256', 'refuse')).toMatchObject(notImplemented('x-amz-server-side-encryption'));
  expect(of('AES256', 'ignore')).toBeUndefined();
  expect(of('aws:kms', 'ignore')).toMatchObject(notImplemented('x-amz-server-side-encryption'));
});

test.each([
  ['x-amz-checksum-md5', 'x', 'x-amz-checksum-md5'],
  ['x-amz-checksum-sha512', 'x', 'x-amz-checksum-sha512'],
  ['x-amz-checksum-xxhash64', 'x', 'x-amz-checksum-xxhash64'],
  ['x-amz-checksum-algorithm', ' XXHASH128 ', 'x-amz-checksum-algorithm: XXHASH128'],
  ['x-amz-sdk-checksum-algorithm', 'xxhash3', 'x-amz-sdk-checksum-algorithm: xxhash3'],
  ['x-amz-trailer', 'x-amz-checksum-md5', 'x-amz-trailer: x-amz-checksum-md5'],
])('%s: %s is a checksum that only AWS knows', (name, value, said) => {
  expect(refused({ [name]: value }, { s3Checks: 'aws' })).toBeUndefined();
  expect(refused({ [name]: value }, { s3Checks: 'garage' })).toMatchObject({
    code: 'InvalidRequest',
    message: `The checksum algorithm of ${said} is not supported here (s3Checks: garage). Valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]`,
  });
});
