import { expect, test } from 'vitest';
import { parseXml, type XmlNode } from '../../../../contract/formats/xml';

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
  ['nonsense', 'text outside of the root element'],
  ['a<Root/>', 'text outside of the root element'],
  ['<Root/>a', 'text outside of the root element'],
  ['', 'no root element'],
  ['<!-- a -->', 'no root element'],
  ['<Root>', 'an element that does not end'],
  ['<Root><a></a>', 'an element that does not end'],
  ['<Root', 'a malformed tag'],
  ['<Root a>', 'a malformed tag'],
  ['<Root a=b/>', 'a malformed tag'],
  ['<Root a="b"c="d"/>', 'a malformed tag'],
  ['<Root a="<"/>', 'a malformed tag'],
  ['<Root></Other>', 'a closing tag without its opening one'],
  ['<Root></Roots>', 'a closing tag without its opening one'],
  ['<a:Root></b:Root>', 'a closing tag without its opening one'],
  ['<Root></Root a="b">', 'a closing tag without its opening one'],
  ['</Root>', 'a closing tag without its opening one'],
  ['<Root></Root></Root>', 'a closing tag without its opening one'],
  ['<Root/><Root/>', 'more than one root element'],
  ['< Root/>', 'a tag without a name'],
  ['<1/>', 'a tag without a name'],
  ['<Root><!-- ', 'no "-->"'],
  ['<Root><!--></Root>', 'no "-->"'],
  ['<Root><![CDATA[ </Root>', 'no "]]>"'],
  ['<?xml', 'no "?>"'],
  ['<Root></Root', 'no ">"'],
  ['<![CDATA[a]]><Root/>', 'a document type'],
  ['<!DOCTYPE Root [<!ENTITY a "b">]><Root>&a;</Root>', 'a document type'],
  ['<Root>&a;</Root>', 'an unknown entity'],
  ['<Root>&constructor;</Root>', 'an unknown entity'],
  ['<Root>a & b</Root>', 'an unknown entity'],
  ['<Root>&#x110000;</Root>', 'an unknown entity'],
  ['<Root>&#;</Root>', 'an unknown entity'],
  ['<Root>a&amp</Root>', 'an unknown entity'],
  ['<Root>&#38</Root>', 'an unknown entity'],
  ['<Root>&#x41g;</Root>', 'an unknown entity'],
  ['<Root>&#xD800;</Root>', 'an unknown entity'],
  ['<Root>&#xDFFF;</Root>', 'an unknown entity'],
  ['<Root>&#xD83D;&#xDE00;</Root>', 'an unknown entity'],
  [nested(21), 'more than 20 levels'],
])('%s is not XML: %s', (text, problem) => {
  const message = `The document is not XML: ${problem}.`;

  expect(() => parseXml(text)).toThrow(expect.objectContaining({ name: 'SyntaxError', message }));
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
