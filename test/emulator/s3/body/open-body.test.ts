import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openBody } from '../../../../emulator/s3/body/open-body';
import { put, receive, refusalOf, UNSIGNED, UNSIGNED_CHUNKS } from './support';

it('passes a plain body on and computes its MD5', async () => {
  const incoming = openBody(put({ 'content-length': '11' }, 'hello', ' world'), UNSIGNED);

  expect(incoming.length).toBe(11);
  expect(await receive(incoming)).toEqual({
    bytes: Buffer.from('hello world'),
    etag: createHash('md5').update('hello world').digest('hex'),
    checksum: undefined,
  });
});

// CRC-32C check value of "123456789": E3069283 (catalogue of parametrised CRC algorithms).
it('takes aws-chunked off and compares the checksum in the trailer', async () => {
  const headers = { 'x-amz-decoded-content-length': '9', 'x-amz-trailer': 'x-amz-checksum-crc32c' };
  const body = `9\r\n123456789\r\n0\r\nx-amz-checksum-crc32c:${Buffer.from('e3069283', 'hex').toString('base64')}\r\n\r\n`;

  const { bytes, checksum } = await receive(openBody(put(headers, body), UNSIGNED_CHUNKS));

  expect(bytes.toString()).toBe('123456789');
  expect(checksum).toEqual({ algorithm: 'CRC32C', type: 'FULL_OBJECT', value: '4waSgw==' });
});

it('refuses a body that is shorter than announced', async () => {
  expect(await refusalOf(put({ 'content-length': '12' }, 'hello'), UNSIGNED)).toMatchObject({ code: 'IncompleteBody' });
});
