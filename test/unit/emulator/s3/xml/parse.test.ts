import { expect, test } from 'vitest';
import { parseDocument } from '../../../../../emulator/s3/xml/parse';

const parse = (text: string) => parseDocument(Buffer.from(text), 'Root');

test('text is decoded, namespaces are taken off, white space stays', () => {
  const root = parse(
    '<?xml version="1.0"?>\n<a:Root xmlns:a="x"><Key> a&amp;b&#x41;&#66;<![CDATA[<c>&amp;]]> </Key><!-- no --></a:Root>',
  );

  expect(root.textOf('Key')).toBe(' a&bAB<c>&amp; ');
});

test.each([
  ['no document', ''],
  ['another root', '<Other/>'],
  ['an entity of its own', '<!DOCTYPE Root [<!ENTITY a "b">]><Root>&a;</Root>'],
  ['no end', '<Root>'],
])('%s is malformed', (_, text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
});

test('a text with elements in it is malformed: what stands between them names another object', () => {
  const root = parse('<Root><Key>a<!-- no element --></Key><Key>a<b>c</b></Key></Root>');

  const [plain, mixed] = root.all('Key');

  expect(plain?.text).toBe('a');
  expect(() => mixed?.text).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
});

test('bytes that are no UTF-8 are malformed', () => {
  const bytes = Buffer.from([0x3c, 0xff, 0x3e]);

  expect(() => parseDocument(bytes, 'Root')).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
});
