import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openBody } from '../../../../../emulator/s3/body/open-body';
import { put, receive, refusalOf, UNSIGNED, UNSIGNED_CHUNKS } from './support';

const TEXT = '123456789';
const hashOf = (algorithm: string, text = TEXT) => createHash(algorithm).update(text);

// Source: the check values of the catalogue of parametrised CRC algorithms.
const CHECKSUMS = [
  ['CRC32', Buffer.from('cbf43926', 'hex').toString('base64')],
  ['CRC32C', Buffer.from('e3069283', 'hex').toString('base64')],
  ['CRC64NVME', Buffer.from('ae8b14860a799888', 'hex').toString('base64')],
  ['SHA1', hashOf('sha1').digest('base64')],
  ['SHA256', hashOf('sha256').digest('base64')],
] as const;

it('passes a plain body on and computes its MD5', async () => {
  const incoming = openBody(put({ 'content-length': '9' }, '1234', '56789'), UNSIGNED);

  expect(incoming.length).toBe(9);
  expect(await receive(incoming)).toEqual({
    bytes: Buffer.from(TEXT),
    etag: hashOf('md5').digest('hex'),
    checksum: undefined,
  });
});

describe('what was announced', () => {
  it.each(CHECKSUMS)('compares %s in a trailer', async (algorithm, value) => {
    const name = `x-amz-checksum-${algorithm.toLowerCase()}`;
    const headers = {
      'x-amz-decoded-content-length': '9',
      'x-amz-trailer': name,
      'x-amz-sdk-checksum-algorithm': algorithm,
    };
    const framed = (text: string) => `9\r\n${text}\r\n0\r\n${name}:${value}\r\n\r\n`;

    const incoming = openBody(put(headers, framed(TEXT)), UNSIGNED_CHUNKS);

    expect(incoming.length).toBe(9);
    expect(await receive(incoming)).toMatchObject({ checksum: { algorithm, type: 'FULL_OBJECT', value } });
    expect((await refusalOf(put(headers, framed('123456780')), UNSIGNED_CHUNKS)).code).toBe('BadDigest');
  });

  it('refuses trailers that are not the announced one', async () => {
    const headers = { 'x-amz-decoded-content-length': '9', 'x-amz-trailer': 'x-amz-checksum-crc32' };
    const routeError = (trailers: string) =>
      refusalOf(put(headers, `9\r\n${TEXT}\r\n0\r\n${trailers}\r\n`), UNSIGNED_CHUNKS);

    expect((await routeError('')).code).toBe('MalformedTrailerError');
    expect((await routeError('x-amz-checksum-crc32c:4waSgw==\r\n')).code).toBe('MalformedTrailerError');
    expect((await routeError('x-amz-checksum-crc32:y/Q5Jg==\r\nx-amz-meta-a:b\r\n')).code).toBe(
      'MalformedTrailerError',
    );
    expect(await routeError('x-amz-checksum-crc32:no\r\n')).toMatchObject({
      code: 'InvalidRequest',
      message: 'Value for x-amz-checksum-crc32 trailing header is invalid.',
    });
  });

  it('computes a checksum that nobody announced, when it is asked for', async () => {
    const headers = { 'content-length': '9' };

    const { checksum } = await receive(openBody(put(headers, TEXT), UNSIGNED, { checksumAlgorithm: 'CRC32' }));

    expect(checksum).toEqual({ algorithm: 'CRC32', type: 'FULL_OBJECT', value: 'y/Q5Jg==' });
    const other = put({ ...headers, 'x-amz-checksum-crc32c': '4waSgw==' }, TEXT);
    expect(await refusalOf(other, UNSIGNED, { checksumAlgorithm: 'CRC32' })).toMatchObject({
      code: 'InvalidRequest',
      message: 'Checksum Type mismatch occurred, expected checksum Type: crc32, actual checksum Type: crc32c',
    });
  });
});

describe('length', () => {
  it.each(['', '-1', '1e3', '9007199254740993'])('refuses "%s" as a length', async (length) => {
    const routeError = await refusalOf(put({ 'x-amz-decoded-content-length': length }), UNSIGNED_CHUNKS);

    expect(routeError.code).toBe('InvalidArgument');
  });

  it('refuses too much at once when it is announced, else as soon as it comes', async () => {
    const options = { maxLength: 8 };
    const tooLarge = { code: 'EntityTooLarge', details: { ProposedSize: '9', MaxSizeAllowed: '8' } };

    expect(() => openBody(put({ 'content-length': '9' }), UNSIGNED, options)).toThrow(
      expect.objectContaining(tooLarge),
    );
    expect(await refusalOf(put({}, '1234', '56789', 'never looked at'), UNSIGNED, options)).toMatchObject(tooLarge);
    expect((await receive(openBody(put({}, '12345678'), UNSIGNED, options))).bytes.length).toBe(8);
  });
});
