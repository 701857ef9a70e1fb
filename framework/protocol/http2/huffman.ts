import { ErrorCode, Http2Error } from './frames';

/**
 * The bytes by the length of their codes in bits (RFC 7541, appendix B), in their order. That is all there is to know: codes of one length are
 * consecutive numbers, and begin where those that are shorter have ended.
 */
const BY_LENGTH: Readonly<Record<number, string>> = {
  5: '012aceiost',
  6: ' %-./3456789=A_bdfghlmnpru',
  7: ':BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz',
  8: '&*,;XZ',
  10: '!"()?',
  11: "'+|",
  12: '#>',
  13: '\x00$@[]~',
  14: '^}',
  15: '<`{',
  19: '\\\xc3\xd0',
  20: '\x80\x82\x83\xa2\xb8\xc2\xe0\xe2',
  21: '\x99\xa1\xa7\xac\xb0\xb1\xb3\xd1\xd8\xd9\xe3\xe5\xe6',
  22: '\x81\x84\x85\x86\x88\x92\x9a\x9c\xa0\xa3\xa4\xa9\xaa\xad\xb2\xb5\xb9\xba\xbb\xbd\xbe\xc4\xc6\xe4\xe8\xe9',
  23: '\x01\x87\x89\x8a\x8b\x8c\x8d\x8f\x93\x95\x96\x97\x98\x9b\x9d\x9e\xa5\xa6\xa8\xae\xaf\xb4\xb6\xb7\xbc\xbf\xc5\xe7\xef',
  24: '\t\x8e\x90\x91\x94\x9f\xab\xce\xd7\xe1\xec\xed',
  25: '\xc7\xcf\xea\xeb',
  26: '\xc0\xc1\xc8\xc9\xca\xcd\xd2\xd5\xda\xdb\xee\xf0\xf2\xf3\xff',
  27: '\xcb\xcc\xd3\xd4\xd6\xdd\xde\xdf\xf1\xf4\xf5\xf6\xf7\xf8\xfa\xfb\xfc\xfd\xfe',
  28: '\x02\x03\x04\x05\x06\x07\x08\v\f\x0e\x0f\x10\x11\x12\x13\x14\x15\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f\xdc\xf9',
  30: '\n\r\x16',
};

/** The longest padding, all ones, at the end of a text, in bits. */
const PADDING_BITS = 7;

/** Decodes a text in HPACK's Huffman code to characters of one byte each. Throws an {@link Http2Error} for one that is not well-formed. */
export function decodeHuffman(bytes: Uint8Array): string {
  let text = '';
  let code = 0;
  let length = 0;
  /** The first code of the current length. */
  let first = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      length++;
      first *= 2;
      const characters = BY_LENGTH[length] ?? '';
      const index = code - first;
      if (index < characters.length) {
        text += characters[index];
        code = 0;
        length = 0;
        first = 0;
      } else {
        first += characters.length;
      }
    }
  }
  if (length > PADDING_BITS || code !== 2 ** length - 1) {
    throw new Http2Error(ErrorCode.COMPRESSION_ERROR, 'a Huffman code that does not end');
  }
  return text;
}
