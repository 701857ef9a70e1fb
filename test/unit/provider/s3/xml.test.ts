import { expect, it } from 'vitest';
import { toXmlText } from '../../../../provider/s3/xml';

it.each([
  ['', ''],
  ['a & <b>', 'a &#38; &#60;b&#62;'],
  ['a\nb', undefined],
  ['\ud83d\ude00', '\ud83d\ude00'],
  ['half \ud83d', undefined],
])('as text of XML: %j', (text, xml) => {
  expect(toXmlText(text)).toBe(xml);
});
