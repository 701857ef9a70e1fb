import { expect, test } from 'vitest';
import { Html, html } from '../../../../emulator/dashboard/html';

const HOSTILE = `<script>alert("x")</script>'\`&`;
const ESCAPED = '&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;&#39;&#96;&#38;';

test.each([
  ['undefined, null, false and empty lists insert nothing', html`<p>${undefined}${null}${false}${[]}</p>`, '<p></p>'],
  ['texts are escaped', html`<p title="${HOSTILE}">${[HOSTILE]}</p>`, `<p title="${ESCAPED}">${ESCAPED}</p>`],
  ['numbers are inserted unchanged, even 0', html`${0} ${2n ** 63n}`, '0 9223372036854775808'],
  ['markup in markup is escaped only once', html`<b>${html`<i>${'&'}</i>`}</b>`, '<b><i>&#38;</i></b>'],
])('%s', (_, made, text) => {
  expect(made.toString()).toBe(text);
});

test('nobody else can make markup', () => {
  expect(() => new Html(Symbol('html'), '<script>')).toThrow('html`…` only');
});
