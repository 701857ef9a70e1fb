import { describe, expect, it } from 'vitest';
import { encodeHeaders } from '../../../../../framework/protocol/http2/encode-headers';
import { ErrorCode } from '../../../../../framework/protocol/http2/frames';
import { HeaderDecoder } from '../../../../../framework/protocol/http2/header-decoder';
import { decodeHuffman } from '../../../../../framework/protocol/http2/huffman';
import { STATIC_TABLE } from '../../../../../framework/protocol/http2/static-table';
import { fc } from '../../../support/property';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

const FIRST = { ':method': 'GET', ':scheme': 'http', ':path': '/', ':authority': 'www.example.com' };
const SECOND = { ...FIRST, 'cache-control': 'no-cache' };
const THIRD = {
  ...{ ':method': 'GET', ':scheme': 'https', ':path': '/index.html', ':authority': 'www.example.com' },
  'custom-key': 'custom-value',
};

describe('HeaderDecoder', () => {
  // RFC 7541, appendices C.3 and C.4: each block refers to those before it.
  it.each([
    [
      'text as it is',
      [
        '8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
        '8286 84be 5808 6e6f 2d63 6163 6865',
        '8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65',
      ],
    ],
    [
      'text in Huffman code',
      [
        '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
        '8286 84be 5886 a8eb 1064 9cbf',
        '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
      ],
    ],
  ])('decodes the blocks of the standard, with %s', (_what, blocks) => {
    const decoder = new HeaderDecoder();

    const decoded = blocks.map((block) => ({ ...decoder.decode(hex(block)) }));

    expect(decoded).toEqual([FIRST, SECOND, THIRD]);
  });

  it('forgets the oldest headers when its table is full', () => {
    const decoder = new HeaderDecoder();
    const added = (name: string) => Buffer.from(encodeHeaders({ [name]: 'v'.repeat(2048) }).with(0, 0x40));
    // Each has more than half of the table.
    for (const name of ['one', 'two']) decoder.decode(added(name));

    expect(Object.keys(decoder.decode(Buffer.of(0xbe)))).toEqual(['two']);
    expect(() => decoder.decode(Buffer.of(0xbf))).toThrow(
      expect.objectContaining({ code: ErrorCode.COMPRESSION_ERROR }),
    );
  });

  it('empties its table when the client makes it smaller', () => {
    const decoder = new HeaderDecoder();
    decoder.decode(hex('4001 6101 62'));

    decoder.decode(hex('20 3fe11f'));

    expect(() => decoder.decode(Buffer.of(0xbe))).toThrow('a header that is not in the table');
  });

  it.each([
    ['an index of nothing', '80'],
    ['an index beyond the table', 'be'],
    ['a literal whose name is not there', '7f80 01'],
    ['a text that is cut off', '4003 61'],
    ['a text without a length', '4001 61'],
    ['a number without an end', 'ffff ffff ffff ffff'],
    ['a number that is cut off', 'ff'],
    ['a number of zeros without an end', `3f${'80'.repeat(160)}00`],
    ['a table above the limit', '3fe2 1f'],
    ['a size of the table after a header', '82 20'],
    ['a Huffman code that is cut off', '4001 6181 fe'],
    ['a Huffman code of the end', '4001 6184 ffff ffff'],
    ['padding of zeros', '4001 6181 18'],
  ])('refuses %s', (_what, block) => {
    const decode = () => new HeaderDecoder().decode(hex(block));

    expect(decode).toThrow(expect.objectContaining({ name: 'Http2Error', code: ErrorCode.COMPRESSION_ERROR }));
  });

  it('decodes whatever is encoded', () => {
    const name = fc.stringMatching(/^[a-z0-9-]{1,200}$/);
    const value = fc.stringMatching(/^[\x20-\xff]{0,300}$/);
    fc.assert(
      fc.property(fc.dictionary(name, value), (headers) => {
        expect({ ...new HeaderDecoder().decode(encodeHeaders(headers)) }).toEqual({ ...headers });
      }),
    );
  });

  // RFC 7541, appendix B.
  it.each([
    ['\x00', 0x1ff8, 13],
    ['\n', 0x3ffffffc, 30],
    ['\x1f', 0xffffffb, 28],
    ['\xf9', 0xffffffe, 28],
    ['\xfc', 0x7ffffee, 27],
    ['\xff', 0x3ffffee, 26],
  ])('decodes the Huffman code of %j', (character, code, bits) => {
    const bytes = Buffer.from(
      ((BigInt(code) << BigInt(32 - bits)) | (2n ** BigInt(32 - bits) - 1n)).toString(16).padStart(8, '0'),
      'hex',
    );

    expect(decodeHuffman(bytes.subarray(0, Math.ceil(bits / 8)))).toBe(character);
  });

  it('is told only the number of a header that the standard knows', () => {
    expect(encodeHeaders({ ':status': '200' })).toEqual(Buffer.of(0x88));
    expect(STATIC_TABLE).toHaveLength(61);
    expect([2, 8, 16, 31, 61].map((index) => STATIC_TABLE[index - 1])).toEqual([
      [':method', 'GET'],
      [':status', '200'],
      ['accept-encoding', 'gzip, deflate'],
      ['content-type', ''],
      ['www-authenticate', ''],
    ]);
  });
});
