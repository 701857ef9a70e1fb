import { expect, test } from 'vitest';
import { parseDocument } from '../../../../emulator/s3/xml/parse';

const parse = (text: string) => parseDocument(Buffer.from(text), 'Root');

test('text is decoded, namespaces are taken off, white space stays', async () => {
  const root = await parse(
    '<?xml version="1.0"?>\n<a:Root xmlns:a="x"><Key> a&amp;b&#x41;&#66;<![CDATA[<c>&amp;]]> </Key><!-- no --></a:Root>',
  );

  expect(root.textOf('Key')).toBe(' a&bAB<c>&amp; ');
});

test.each([
  '',
  'nonsense',
  '<Root>',
  '<Root></Other>',
  '<Other/>',
  '<Root/><Root/>',
  '<!DOCTYPE Root [<!ENTITY a "b">]><Root>&a;</Root>',
  '<Root><Key>&a;</Key></Root>',
  '<Root><Key>&constructor;</Key></Root>',
  '<Root><Key>&#x110000;</Key></Root>',
  '<__proto__/>',
  `${'<Root>'.repeat(100)}${'</Root>'.repeat(100)}`,
])('%s is malformed', async (text) => {
  await expect(parse(text)).rejects.toMatchObject({ code: 'MalformedXML' });
});

test('bytes that are no UTF-8 are malformed', async () => {
  await expect(parseDocument(Buffer.from([0x3c, 0xff, 0x3e]), 'Root')).rejects.toMatchObject({ code: 'MalformedXML' });
});
