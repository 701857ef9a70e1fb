import { expect, test } from 'vitest';
import { readMetadata, writeMetadata } from '../../../../../emulator/s3/headers/metadata';

const read = (value: string) => readMetadata({ 'x-amz-meta-a': value, 'content-type': 'text/plain' }).a;
/** As node hands over bytes of UTF-8. */
const onWire = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['nothing', '', ''],
  ['plain text', 'plain', 'plain'],
  ['bytes of UTF-8', onWire('grün'), 'grün'],
  ['bytes that are no UTF-8', 'gr\u00fcn', 'gr\u00fcn'],
  ['an encoded word in base64', '=?UTF-8?B?Z3LDvG4=?=', 'grün'],
  ['a quoted one, with a space and an underscore', '=?utf-8?q?gr=C3=BCn_und_=5F?=', 'grün und _'],
  ['one in Latin-1', '=?iso-8859-1?Q?gr=FCn?=', 'grün'],
  ['two words, between which white space means nothing', '=?utf-8?B?Z3I=?=  =?utf-8?B?w7xu?=', 'grün'],
  ['a word beside text', 'so =?utf-8?B?Z3LDvG4=?= it is', 'so grün it is'],
  ['a word whose bytes are no UTF-8', '=?utf-8?B?/w==?=', '=?utf-8?B?/w==?='],
  ['what only looks like a word', '=?utf-8?X?x?=', '=?utf-8?X?x?='],
])('user metadata is read from %s', (_what, header, text) => {
  expect(read(header)).toBe(text);
});

test.each(['plain', 'grün', 'tab\there', '😀'])('%j comes back as it was written', (text) => {
  const headers: Record<string, string> = {};

  writeMetadata({ a: text }, headers);

  expect(headers['x-amz-meta-a']).toMatch(/^[\x20-\x7e]*$/);
  expect(read(headers['x-amz-meta-a'] ?? '')).toBe(text);
});

test('2048 bytes of names and values together are the most', () => {
  expect(read('x'.repeat(2047))).toHaveLength(2047);
  expect(() => read('x'.repeat(2048))).toThrow(
    expect.objectContaining({ code: 'MetadataTooLarge', details: { Size: '2049', MaxSizeAllowed: '2048' } }),
  );
});

test('a name that is none of a header is refused, and every other is a name like any other', () => {
  expect(() => readMetadata({ 'x-amz-meta-a b': 'x' })).toThrow(expect.objectContaining({ code: 'InvalidArgument' }));
  expect(Object.entries(readMetadata({ 'x-amz-meta-__proto__': 'x' }))).toEqual([['__proto__', 'x']]);
});
