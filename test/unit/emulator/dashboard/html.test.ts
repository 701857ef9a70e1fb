import { expect, test } from 'vitest';
import { Html, html } from '../../../../emulator/dashboard/html';

const HOSTILE = `<script>alert("x")</script>'\`&`;
const ESCAPED = '&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;&#39;&#96;&#38;';

test('undefined, null and false insert nothing', () => {
  expect(html`<p>${undefined}${null}${false}${[]}</p>`.toString()).toBe('<p></p>');
});

test('texts are escaped, even in lists and attributes', () => {
  expect(html`<p title="${HOSTILE}">${[HOSTILE]}</p>`.toString()).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`);
});

test('numbers are inserted unchanged, even 0', () => {
  expect(html`${0} ${2n ** 63n}`.toString()).toBe('0 9223372036854775808');
});

test('markup inserted into markup is escaped only once', () => {
  expect(html`<b>${html`<i>${'&'}</i>`}</b>`.toString()).toBe('<b><i>&#38;</i></b>');
});

test('nobody else can make markup', () => {
  expect(() => new Html(Symbol('html'), '<script>')).toThrow('html`…` only');
});
