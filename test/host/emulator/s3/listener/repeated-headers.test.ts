import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { exchange, headOf, statusOf } from '../../raw-exchange';
import { signer } from '../raw';
import { type Bench, shareS3 } from '../support';

/** Names and values as they are sent, in that order. */
type Lines = readonly (readonly [name: string, value: string])[];

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Signs as aws-sdk-go-v2 does: values of one name are joined with `,` for the signature, and each is sent in a line of its own.
 *
 * @param signed what the signature covers of the lines; by default they themselves
 */
async function send(
  { emulator, credentials }: Bench,
  [method, path, query = {}]: readonly [method: string, path: string, query?: Record<string, string>],
  lines: Lines,
  signed = lines,
): Promise<{ status: number | undefined; text: string }> {
  const { host, hostname, port } = new URL(emulator.s3Endpoint);
  const joined = new Map<string, string>();
  for (const [name, value] of signed) joined.set(name, joined.has(name) ? `${joined.get(name)},${value}` : value);
  const { headers } = await signer(credentials).sign({
    ...{ method, protocol: 'http:', hostname, port: Number(port), path, query },
    headers: { host, 'x-amz-content-sha256': EMPTY, ...Object.fromEntries(joined) },
  });
  const rest = Object.entries(headers).filter(([name]) => !joined.has(name));
  const search = new URLSearchParams(query).toString();
  const outgoing = httpRequest({
    ...{ hostname, port, method, path: search === '' ? path : `${path}?${search}`, agent: false },
    headers: [...rest, ...lines, ['content-length', '0']].flat(),
  });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, text: await text(incoming) };
}

const share = shareS3();

describe('a signed header that is sent more than once', () => {
  test('GetObjectAttributes takes each of its attributes', async () => {
    const bench = await share();
    await bench.client.putObject({ Bucket: bench.Bucket, Key: 'a', Body: 'hello' });

    const response = await send(
      bench,
      ['GET', `/${bench.Bucket}/a`, { attributes: '' }],
      [
        ['x-amz-object-attributes', 'ETag'],
        ['x-amz-object-attributes', 'ObjectSize'],
      ],
    );

    expect(response).toMatchObject({ status: 200 });
    expect(response.text).toContain('<ObjectSize>5</ObjectSize>');
    expect(response.text).toContain('<ETag>5d41402abc4b2a76b9719d911017c592</ETag>');
  });

  test('metadata of one name becomes one value', async () => {
    const bench = await share();
    const path = `/${bench.Bucket}/meta`;

    const response = await send(
      bench,
      ['PUT', path],
      [
        ['x-amz-meta-colour', ' red '],
        ['X-Amz-Meta-Colour', 'blue'],
        ['cache-control', 'no-store'],
        ['cache-control', 'private'],
      ],
      [
        ['x-amz-meta-colour', 'red,blue'],
        ['cache-control', 'no-store,private'],
      ],
    );

    expect(response).toEqual({ status: 200, text: '' });
    expect(await bench.client.headObject({ Bucket: bench.Bucket, Key: 'meta' })).toMatchObject({
      Metadata: { colour: 'red,blue' },
      CacheControl: 'no-store,private',
    });
  });

  test('one that was added on the way is refused', async () => {
    const bench = await share();

    const response = await send(
      bench,
      ['PUT', `/${bench.Bucket}/added`],
      [
        ['x-amz-meta-colour', 'red'],
        ['x-amz-meta-colour', 'blue'],
      ],
      [['x-amz-meta-colour', 'red']],
    );

    expect(response.status).toBe(403);
    expect(response.text).toContain('SignatureDoesNotMatch');
  });
});

test('two Host headers are refused before the signature is looked at, at both ports', async () => {
  const bench = await share();

  const response = await send(bench, ['GET', '/'], [['host', 'elsewhere.example']], []);

  expect(response.status).toBe(400);
  expect(response.text).toContain('more than one Host header');
  expect(statusOf(await exchange(bench.emulator.baseUrl, headOf('GET /secrets', 'host: two.test')))).toBe(400);
});
