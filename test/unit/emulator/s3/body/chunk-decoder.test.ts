import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import { openBody } from '../../../../../emulator/s3/body/open-body';
import type { S3Request } from '../../../../../emulator/s3/request';
import { fc } from '../../../support/property';
import { publishedChunks, publishedContext, publishedTrailer } from '../auth/published-examples';
import { bytesOf, put, receive, refusalOf, UNSIGNED_CHUNKS } from './support';

const PAYLOAD = Buffer.alloc(66560, 'a');
// Of PAYLOAD, as the published example says it.
const CRC32C = 'sOO8/Q==';

function frame(...chunks: Uint8Array[]): Buffer {
  const framed = [...chunks, Buffer.alloc(0)].flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from(chunk.length > 0 ? '\r\n' : ''),
  ]);
  return Buffer.concat(framed);
}

/** Cuts at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

async function receiveSigned(request: S3Request) {
  return receive(openBody(request, authenticate(request, publishedContext).payload));
}

describe('signed chunks', () => {
  it('accepts the published example', async () => {
    const { bytes, checksum } = await receiveSigned(publishedChunks());

    expect(bytes.equals(PAYLOAD)).toBe(true);
    expect(checksum).toBeUndefined();
  });

  it.each([
    ['as the signer ends it', '\r\n'],
    ['as the documentation shows it', '\n\r\n'],
  ])('accepts the published example with a trailer, %s', async (_, lineEnd) => {
    const { bytes, checksum } = await receiveSigned(publishedTrailer(lineEnd));

    expect(bytes.equals(PAYLOAD)).toBe(true);
    expect(checksum).toEqual({ algorithm: 'CRC32C', type: 'FULL_OBJECT', value: CRC32C });
  });

  it.each([
    ['chunks', publishedChunks],
    ['chunks and a trailer', publishedTrailer],
  ])('refuses %s with a changed byte anywhere', async (_, published) => {
    const request = published();
    const { payload } = authenticate(request, publishedContext);
    const framed = await bytesOf(request);
    // Most bytes are payload: look at the framing as well.
    const framing = [...framed.keys()].filter((at) => framed[at] !== 0x61);

    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...framing), fc.nat(framed.length - 1)),
        fc.integer({ min: 1, max: 255 }),
        async (at, difference) => {
          const changed = Buffer.from(framed);
          changed[at] = (framed[at] ?? 0) ^ difference;
          fc.pre(!isSame(framed, changed, at));

          await refusalOf({ ...request, body: put({}, changed).body }, payload);
        },
      ),
      { numRuns: 300 },
    );
  });

  /** Hexadecimal digits and names of trailers in another case, and white space at the end of a trailer, say the same. */
  function isSame(framed: Buffer, changed: Buffer, at: number): boolean {
    const [before, after] = [framed, changed].map((bytes) => String.fromCharCode(bytes[at] ?? 0));
    const isPayload = framed[at] === 0x61 && framed[at - 1] === 0x61;
    if (!isPayload && before?.toLowerCase() === after?.toLowerCase()) return true;
    return /\s/.test(before ?? '') && at > framed.length - 140;
  }

  it('refuses chunks in another order, left out, or sent twice', async () => {
    const [line, a, secondLine, b, end] = await pieces(publishedChunks());
    const { payload } = authenticate(publishedChunks(), publishedContext);

    for (const [length, ...changed] of [
      [66560, secondLine, b, '\r\n', line, a, '\r\n', end],
      [65536, line, a, '\r\n', end],
      [1024, secondLine, b, '\r\n', end],
      [132096, line, a, '\r\n', line, a, '\r\n', secondLine, b, '\r\n', end],
    ] as const) {
      const request = put({ 'x-amz-decoded-content-length': String(length) }, ...changed.map((piece) => piece ?? ''));

      expect((await refusalOf(request, payload)).code).toBe('SignatureDoesNotMatch');
    }
  });

  it('refuses unsigned chunks where signed ones were announced', async () => {
    const { payload } = authenticate(publishedChunks(), publishedContext);
    const request = put({ 'x-amz-decoded-content-length': '66560' }, frame(PAYLOAD), '\r\n');

    expect((await refusalOf(request, payload)).code).toBe('IncompleteBody');
  });
});

describe('unsigned chunks', () => {
  const headers = (length: number) => ({ 'x-amz-decoded-content-length': String(length) });

  it('accepts any payload in any chunks, in whatever pieces they come', async () => {
    const anyChunks = fc.tuple(
      fc.array(fc.integer({ min: 8192, max: 9000 }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 9000 }),
      fc.infiniteStream(fc.nat()),
    );

    await fc.assert(
      fc.asyncProperty(anyChunks, async ([sizes, last, random]) => {
        const chunks = [...sizes, last]
          .map((size) => Buffer.alloc(size, `\r\n0;${size}`))
          .filter((chunk) => chunk.length > 0);
        const payload = Buffer.concat(chunks);
        const framed = Buffer.concat([frame(...chunks), Buffer.from('\r\n')]);
        const places = [...random.take(20)].map((place) => place % framed.length);

        const { bytes } = await receive(
          openBody(put(headers(payload.length), ...cut(framed, places)), UNSIGNED_CHUNKS),
        );

        expect(bytes.equals(payload)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  const big = 'x'.repeat(8191);

  it.each([
    ['no size', '\r\nabc\r\n0\r\n\r\n', 'IncompleteBody'],
    ['an enormous size', `${'f'.repeat(16)}\r\nabc`, 'IncompleteBody'],
    ['a line without CR', '3\nabc\r\n0\r\n\r\n', 'IncompleteBody'],
    ['no line after a chunk', '3\r\nabc0\r\n\r\n', 'IncompleteBody'],
    ['an extension of the size', '3;chunk-signature=x\r\nabc\r\n0\r\n\r\n', 'IncompleteBody'],
    ['an end within a chunk', '3\r\nab', 'IncompleteBody'],
    ['fewer bytes than announced', '2\r\nab\r\n0\r\n\r\n', 'IncompleteBody'],
    ['more bytes than announced', '4\r\nabcd\r\n0\r\n\r\n', 'IncompleteBody'],
    ['more after the end', '3\r\nabc\r\n0\r\n\r\nGET', 'IncompleteBody'],
    ['a trailer that is none', '3\r\nabc\r\n0\r\nabc\r\n\r\n', 'MalformedTrailerError'],
    [
      'a trailer that nobody announced',
      '3\r\nabc\r\n0\r\nx-amz-checksum-crc32:NSRBwg==\r\n\r\n',
      'MalformedTrailerError',
    ],
  ])('refuses %s', async (_, body, code) => {
    expect((await refusalOf(put(headers(3), body), UNSIGNED_CHUNKS)).code).toBe(code);
  });

  it('refuses a chunk below 8 KiB that is not the last one', async () => {
    const routeError = await refusalOf(put(headers(8192), `1fff\r\n${big}\r\n1\r\nx\r\n0\r\n\r\n`), UNSIGNED_CHUNKS);

    expect(routeError).toMatchObject({ code: 'InvalidChunkSizeError', status: 403, details: { BadChunkSize: '8191' } });
  });
});

/** Line, 64 KiB, line, 1 KiB, last line; without the ends of lines between them. */
async function pieces(request: S3Request): Promise<Buffer[]> {
  const framed = await bytesOf(request);
  const [line, a, secondLine, b, end] = cut(framed, [88, 65624, 65712, 66736]);
  return [line, a, secondLine?.subarray(2), b, end?.subarray(2)].map((piece) => piece ?? Buffer.alloc(0));
}
