import { expect, test } from 'vitest';
import { redactor } from '../../../../../framework/redact';
import { serverWords } from '../../../../../provider/client/responses/server-words';

const asIs = (text: string) => text;

test.each([
  ['', ''],
  ['   ', ''],
  ['{}', '{}'],
  ['null', 'null'],
  ['[]', '[]'],
  ['["one"]', 'one'],
  ['{"errors":[],"message":"hello"}', 'hello'],
  [
    '<Error><Code>Denied</Code><Message>&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;</Message></Error>',
    `Denied: <a> & "b" 'c'`,
  ],
  ['<?xml version="1.0"?>\n<Error xmlns="s3"><Code>Denied</Code></Error>', 'Denied'],
  ['<h1>no page</h1>', '<h1>no page</h1>'],
  ['<html><h1>Oh<br>no</h1></html>', 'an HTML page titled “Oh no”'],
  ['plain words', 'plain words'],
  ['{"error":{"code":"conflict","message":"taken"}}', 'taken'],
  ['{"error":{"code":"invalid","message":"must be positive","field":"max_size"}}', 'max_size: must be positive'],
  ['{"error":{"code":"invalid","message":"\\"max_size\\" is bad","field":"max_size"}}', '"max_size" is bad'],
  ['{"error":{"code":"conflict"}}', 'conflict'],
  ['{"error":"no"}', 'no'],
  ['{"errors":[{"message":"one"},{"message":"two"}]}', 'one; two'],
  ['{"type":"about:blank","title":"Conflict","status":409,"detail":"name is taken"}', 'name is taken'],
  ['{"title":"Conflict"}', 'Conflict'],
  ['{"message":"hello"}', 'hello'],
  ['"a string"', 'a string'],
  ['""', '""'],
  ['{"error":"","message":"boom"}', 'boom'],
  ['{"field":"name","code":"required"}', 'name: required'],
  [
    '<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head></html>',
    'an HTML page titled “502 Bad Gateway”',
  ],
  ['<html><body><h1>Oh <b>no</b></h1></body></html>', 'an HTML page titled “Oh no”'],
  ['<html></html>', 'an HTML page'],
  ['<!-- made by a proxy --><html><title>Oh</title></html>', 'an HTML page titled “Oh”'],
  ['two\r\nlines\tand \u001b[31mred\u202e', 'two lines and [31mred'],
])('%j says %j', (body, words) => {
  expect(serverWords(body, asIs)).toBe(words);
});

test('looks for the title of an HTML page in its first part, because a search through a large page may take minutes', () => {
  const page = (length: number) => `<html>${'<title>late</title>'.padStart(length - '<html>'.length)}`;

  expect([8_192, 8_193].map((length) => serverWords(page(length), asIs))).toEqual([
    'an HTML page titled “late”',
    'an HTML page',
  ]);
});

test('is at most 500 characters long', () => {
  const words = serverWords('x'.repeat(10_000), asIs);

  expect(words).toBe(`${'x'.repeat(499)}…`);
  expect(serverWords('x'.repeat(501), asIs)).toBe(words);
  expect(serverWords('x'.repeat(500), asIs)).toBe('x'.repeat(500));
  expect(serverWords('😀'.repeat(1000), asIs).isWellFormed()).toBe(true);
});

test('removes secrets before it shortens, and again after it has normalized white space', () => {
  const redact = redactor(['top secret']);

  expect(serverWords(`${'x'.repeat(495)} top secret`, redact)).not.toContain('top');
  expect(serverWords('{"message":"it is top\\n secret"}', redact)).toBe('it is [redacted]');
});
