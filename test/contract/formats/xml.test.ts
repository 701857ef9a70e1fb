import { expect, test } from 'vitest';
import { parseXml, type XmlNode } from '../../../contract/formats/xml';

const nested = (levels: number) => `${'<Root>'.repeat(levels)}${'</Root>'.repeat(levels)}`;

const leaf = (name: string, text: string): XmlNode => expect.objectContaining({ name, text, children: [] });

test.each([
  ['<a/>', ''],
  ['<a />', ''],
  ['<a></a >', ''],
  ['\ufeff<?xml version="1.0"?>\n<!-- of <b> -->\n<a> b </a>\n', ' b '],
  ['<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#X1f600;</a>', '&<>"\'AB\u{1f600}'],
  ['<a><![CDATA[<b>&amp;</b>]]> and <![CDATA[]]>more</a>', '<b>&amp;</b> and more'],
  ['<a>1<!-- not 2 -->3</a>', '13'],
  ['<a>1\r\n2\r3&#13;</a>', '1\n2\n3\r'],
  ['<x:a xmlns:x="y" b=\'>\' c = "/>">d</x:a>', 'd'],
  ['<ä.-_1>ö</ä.-_1>', 'ö'],
  // Valid documents close to refused ones.
  ['<a>&#x0;&#x1;\u0001&#xD7FF;&#xE000;&#x10FFFF;</a>', '\0\u0001\u0001\ud7ff\ue000\u{10ffff}'],
  ['<a>]]></a>', ']]>'],
  ['<a><![CDATA[]>b]]]></a>', ']>b]'],
  ['<a><!--->b-->c</a>', 'c'],
])('%s is read', (document, text) => {
  expect(parseXml(document)).toEqual(leaf(expect.any(String), text));
});

test('a document may have twenty levels', () => {
  expect(parseXml(nested(20)).name).toBe('Root');
});

test('children come in the order of the document', () => {
  const list = parseXml('<List xmlns="n">\n  <Key>b</Key>\n  <Size>1</Size><Key>a</Key>\n</List>');

  expect(list.name).toBe('List');
  expect(list.children).toEqual([leaf('Key', 'b'), leaf('Size', '1'), leaf('Key', 'a')]);
  expect(list.text.trim()).toBe('');
});

test.each([
  '',
  'nonsense',
  'a<Root/>',
  '<Root/>a',
  '<Root>',
  '<Root',
  '<Root a>',
  '<Root a=b/>',
  '<Root a="b"c="d"/>',
  '<Root a="<"/>',
  '<Root></Other>',
  '<Root></Roots>',
  '<a:Root></b:Root>',
  '<Root></Root a="b">',
  '</Root>',
  '<Root></Root></Root>',
  '<Root/><Root/>',
  '< Root/>',
  '<1/>',
  '<Root><!-- ',
  '<Root><!--></Root>',
  '<Root><![CDATA[ </Root>',
  '<![CDATA[a]]><Root/>',
  '<?xml',
  '<!DOCTYPE Root [<!ENTITY a "b">]><Root>&a;</Root>',
  '<Root>&a;</Root>',
  '<Root>&constructor;</Root>',
  '<Root>a & b</Root>',
  '<Root>&#x110000;</Root>',
  '<Root>&#;</Root>',
  '<Root>a&amp</Root>',
  '<Root>&#38</Root>',
  '<Root>&#x41g;</Root>',
  '<Root>&#xD800;</Root>',
  '<Root>&#xDFFF;</Root>',
  '<Root>&#xD83D;&#xDE00;</Root>',
  nested(21),
])('%s is not XML', (text) => {
  expect(() => parseXml(text)).toThrow(SyntaxError);
});

test('the error does not quote text that is not XML, which may contain keys of objects', () => {
  expect(() => parseXml('<a>canary</b>')).toThrow(/^(?!.*canary)/);
});

test('a document that is made to be slow is parsed fast', () => {
  const long = 200_000;
  const documents = [
    // As many as a server accepts.
    `<a${' b="c"'.repeat(5 * long)}`,
    `<a ${' '.repeat(long)}`,
    `<a ${'b'.repeat(long)}`,
    `<a>${'&'.repeat(long)}`,
    `<a>${'<!--'.repeat(long)}`,
    '</a'.repeat(long),
  ];

  for (const document of documents) expect(() => parseXml(document)).toThrow(SyntaxError);
});
