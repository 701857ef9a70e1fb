import { expect, it } from 'vitest';
import { encodeHeaders } from '../../../../../framework/protocol/http2/encode-headers';
import { ErrorCode } from '../../../../../framework/protocol/http2/frames';
import { HeaderDecoder } from '../../../../../framework/protocol/http2/header-decoder';
import { fc } from '../../../support/property';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

const FIRST = { ':method': 'GET', ':scheme': 'http', ':path': '/', ':authority': 'www.example.com' };
const SECOND = { ...FIRST, 'cache-control': 'no-cache' };
const THIRD = {
  ...{ ':method': 'GET', ':scheme': 'https', ':path': '/index.html', ':authority': 'www.example.com' },
  'custom-key': 'custom-value',
};

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
  expect(() => decoder.decode(Buffer.of(0xbf))).toThrow(expect.objectContaining({ code: ErrorCode.COMPRESSION_ERROR }));
});

it('empties its table when the client makes it smaller', () => {
  const decoder = new HeaderDecoder();
  decoder.decode(hex('4001 6101 62'));

  decoder.decode(hex('20 3fe11f'));

  expect(() => decoder.decode(Buffer.of(0xbe))).toThrow('a header that is not in the table');
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
