import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../../../provider/client/http/content-encoding';
import { startServer } from '../../../../unit/provider/client/raw-server';
import { clientOf } from '../client-of';
import { failureOf } from '../fixture';

const LIST = JSON.stringify(Array.from({ length: 50 }, (_, i) => ({ id: `s-${i}`, name: `name-${i}-ü` })));

const encoded = (response: ServerResponse, encoding: string, body: Buffer) =>
  response.writeHead(200, { 'content-encoding': encoding }).end(body);

describe('a response that is compressed without request', () => {
  test.each([
    ['gzip', gzipSync(LIST)],
    ['GZIP', gzipSync(LIST)],
    ['deflate', deflateSync(LIST)],
    ['deflate', deflateRawSync(LIST)],
    ['br', brotliCompressSync(LIST)],
    ['', Buffer.from(LIST)],
    ['deflate, gzip', gzipSync(deflateSync(LIST))],
  ])('is read: %s', async (encoding, body) => {
    const server = await startServer((_request, response) => encoded(response, encoding, body));

    const listed = await clientOf(server.baseUrl).secrets.list();

    expect(listed).toHaveLength(50);
    expect(listed[49]?.name).toBe('name-49-ü');
  });

  test.each([
    ['zstd', Buffer.from(LIST), 'a body that the provider cannot decode (content-encoding "zstd")'],
    ['constructor', Buffer.from(LIST), 'a body that the provider cannot decode (content-encoding "constructor")'],
    ['gzip', Buffer.from(LIST), 'not encoded as its header says (content-encoding "gzip")'],
    ['gzip', gzipSync(LIST).subarray(0, 40), 'a body that is damaged'],
    ['gzip, gzip, gzip, gzip', gzipSync(LIST), 'too many encodings'],
  ])('is an error that names the encoding if it cannot be read: %s', async (encoding, body, expected) => {
    const server = await startServer((_request, response) => encoded(response, encoding, body));

    const { message } = await failureOf(clientOf(server.baseUrl, { maxRetries: 1 }).secrets.list());

    expect(server.requests).toHaveLength(expected.includes('its header says') || expected.includes('damaged') ? 2 : 1);
    expect(message).toContain('GET /secrets returned a response that does not match the interface: ');
    expect(message).toContain(expected);
  });

  test('is read up to a limit', () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    const limits = { maxOutputLength: 100_000, isTruncated: false };

    expect(contentOf({ 'content-encoding': 'gzip' }, bomb, limits)).toEqual({
      problem: 'a body of more than 100000 bytes (content-encoding "gzip")',
      garbled: false,
    });
    expect(contentOf({ 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(1_000_000)), limits)).toEqual({
      problem: 'a body of more than 100000 bytes (content-encoding "br")',
      garbled: false,
    });
  });
});
