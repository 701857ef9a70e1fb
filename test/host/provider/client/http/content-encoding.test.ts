import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../../../provider/client/http/content-encoding';
import { startServer } from '../../../../unit/provider/client/raw-server';
import { clientOf } from '../client-of';
import { bytes, failureOf } from '../fixture';

const LIST = JSON.stringify(Array.from({ length: 50 }, (_, i) => ({ id: `s-${i}`, name: `name-${i}-ü` })));
const key = { projectId: 'p', bucketIds: ['b'], permissions: { read: true, write: false, owner: false } };

const encoded = (response: ServerResponse, encoding: string, body: Buffer) =>
  response.writeHead(200, { 'content-encoding': encoding }).end(body);

describe('a response that is compressed without request', () => {
  test.each([
    ['gzip', gzipSync(LIST)],
    ['x-gzip', gzipSync(LIST)],
    ['GZIP', gzipSync(LIST)],
    ['deflate', deflateSync(LIST)],
    ['deflate', deflateRawSync(LIST)],
    ['br', brotliCompressSync(LIST)],
    ['identity', Buffer.from(LIST)],
    ['', Buffer.from(LIST)],
    ['deflate, gzip', gzipSync(deflateSync(LIST))],
  ])('is read: %s', async (encoding, body) => {
    const server = await startServer((_request, response) => encoded(response, encoding, body));

    const listed = await clientOf(server.baseUrl).secrets.list();

    expect(listed).toHaveLength(50);
    expect(listed[49]?.name).toBe('name-49-ü');
  });

  test.each([
    [200, ['identity', 'gzip']],
    [200, ['deflate', 'gzip']],
    [403, ['gzip', 'identity']],
  ])('is read if several headers name its encodings: %i %j', async (status, encodings) => {
    const text = status === 200 ? LIST : '{"error":{"message":"not yours"}}';
    const body = gzipSync(encodings.includes('deflate') ? deflateSync(text) : text);
    const server = await startServer((_request, response) =>
      response.setHeader('content-encoding', encodings).writeHead(status).end(body),
    );

    const listed = clientOf(server.baseUrl).secrets.list();

    if (status === 200) expect(await listed).toHaveLength(50);
    else expect((await failureOf(listed)).message).toContain('returned 403: not yours. ');
  });

  test.each([
    ['zstd', Buffer.from(LIST), 'a body that the provider cannot decode (content-encoding "zstd")'],
    ['constructor', Buffer.from(LIST), 'a body that the provider cannot decode (content-encoding "constructor")'],
    ['gzip', Buffer.from(LIST), 'not encoded as its header says (content-encoding "gzip")'],
    ['br', Buffer.from(LIST), 'not encoded as its header says (content-encoding "br")'],
    ['gzip', gzipSync(LIST).subarray(0, 40), 'a body that is damaged'],
    ['gzip, gzip, gzip, gzip', gzipSync(LIST), 'too many encodings'],
  ])('is an error that names the encoding if it cannot be read: %s', async (encoding, body, expected) => {
    const server = await startServer((_request, response) => encoded(response, encoding, body));

    const { message } = await failureOf(clientOf(server.baseUrl, { maxRetries: 1 }).secrets.list());

    expect(server.requests).toHaveLength(expected.includes('its header says') || expected.includes('damaged') ? 2 : 1);
    expect(message).toContain('GET /secrets returned a response that does not match the interface: ');
    expect(message).toContain(expected);
  });

  test('gives the message of an error response, or an error without it if that cannot be read', async () => {
    const error = gzipSync('{"error":{"message":"not yours"}}');
    const server = await startServer(({ url }, response) => {
      response.writeHead(403, { 'content-encoding': 'gzip' }).end(url === '/secrets' ? error : error.subarray(9));
    });
    const client = clientOf(server.baseUrl);

    expect((await failureOf(client.secrets.list())).message).toContain('returned 403: not yours. ');
    expect((await failureOf(client.buckets.list())).message).toContain('returned 403. Check that the token');
  });

  test('may be empty, as after a deletion', async () => {
    const server = await startServer((_request, response) =>
      response.writeHead(204, { 'content-encoding': 'gzip' }).end(),
    );

    expect(await clientOf(server.baseUrl).secrets.deleteIfExists('s')).toBe('deleted');
  });

  test('P1: to a create, damaged, is a lost create; the id in the part that arrived is known', async () => {
    let posted = false;
    const record = {
      id: 'k-1',
      access_key_id: 'AK',
      ...key,
      pad: Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 10_007),
    };
    const whole = gzipSync(JSON.stringify(record));
    const deleted: string[] = [];
    const server = await startServer(({ method, url }, response) => {
      if (method === 'DELETE') {
        deleted.push(url);
        return response.writeHead(204).end();
      }
      if (method === 'GET') {
        const { pad, ...listed } = { ...record, bucket_ids: ['b'], project_id: 'p' };
        return response.end(JSON.stringify(posted && deleted.length === 0 ? [listed] : []));
      }
      if (posted) return response.writeHead(403).end();
      posted = true;
      response.writeHead(201, { 'content-encoding': 'gzip', 'content-length': whole.length });
      return response.write(whole.subarray(0, 2_000), () => response.destroy());
    });

    await failureOf(clientOf(server.baseUrl).accessKeys.create(key));

    expect(deleted).toEqual(['/s3/keys/k-1']);
  });

  test('may have three encodings, of which the first 40 characters are named', () => {
    const limits = { maxOutputLength: 1_000, isTruncated: false };
    const body = gzipSync(deflateSync(gzipSync('a')));
    const named = (header: string) => contentOf({ 'content-encoding': header }, body, limits);

    expect(named('gzip, deflate, x-gzip')).toEqual({ text: 'a' });
    expect(named('gzip,deflate,gzip,identity')).toEqual({
      problem: 'a body with too many encodings (content-encoding "gzip,deflate,gzip,identity")',
      garbled: false,
    });
    expect(named('x'.repeat(41))).toEqual({
      problem: `a body that the provider cannot decode (content-encoding "${'x'.repeat(40)}")`,
      garbled: false,
    });
  });

  test('with deflate is told from zlib by its checksum and its kind', () => {
    const limits = { maxOutputLength: 1_000, isTruncated: false };
    const text = (bytes: Buffer) => contentOf({ 'content-encoding': 'deflate' }, bytes, limits);
    // A stored block whose unused bits look like the kind of zlib, and one whose first two bytes have its checksum.
    const likeKind = Buffer.concat([Buffer.from([0x08, 1, 0, 0xfe, 0xff, 0x61]), deflateRawSync('b')]);
    const likeSum = Buffer.concat([Buffer.from([0x00, 31, 0, 0xe0, 0xff]), Buffer.alloc(31, 'a'), deflateRawSync('b')]);

    expect([text(deflateSync('a')), text(likeKind), text(likeSum)]).toEqual([
      { text: 'a' },
      { text: 'ab' },
      { text: `${'a'.repeat(31)}b` },
    ]);
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

  test('to a request with a value does not cause a retry', async () => {
    const server = await startServer(({ method }, response) =>
      method === 'GET' ? response.end('[]') : encoded(response, 'gzip', gzipSync('{"id":"s-1"}')),
    );

    expect(
      await clientOf(server.baseUrl).secrets.create({ projectId: 'p', name: 'n', value: bytes('v') }),
    ).toMatchObject({ id: 's-1' });
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });
});
