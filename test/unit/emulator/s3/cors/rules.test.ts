import { expect, test } from 'vitest';
import { findRule, readCors, writeCors } from '../../../../../emulator/s3/cors/rules';
import { parseDocument } from '../../../../../emulator/s3/xml/parse';

const parse = (text: string) => readCors(parseDocument(Buffer.from(text), 'CORSConfiguration'));
const read = (inside: string) => parse(`<CORSConfiguration>${inside}</CORSConfiguration>`);
const LEAST = '<AllowedOrigin>https://a.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod>';
const rule = (more = '') => `<CORSRule>${LEAST}${more}</CORSRule>`;
const MEANS = { origins: ['https://a.example'], methods: ['GET'], headers: [], exposed: [] };

test.each<[more: string, meaning: object]>([
  ['', MEANS],
  [`<ID>${'x'.repeat(255)}</ID>`, { ...MEANS, id: 'x'.repeat(255) }],
  [
    '<AllowedMethod> PUT </AllowedMethod><AllowedMethod>HEAD</AllowedMethod>',
    { ...MEANS, methods: ['GET', 'PUT', 'HEAD'] },
  ],
  [
    '<AllowedOrigin>http://*.b.example</AllowedOrigin>',
    { ...MEANS, origins: ['https://a.example', 'http://*.b.example'] },
  ],
  ['<AllowedHeader>x-amz-*</AllowedHeader><AllowedHeader>*</AllowedHeader>', { ...MEANS, headers: ['x-amz-*', '*'] }],
  ['<ExposeHeader>ETag</ExposeHeader>', { ...MEANS, exposed: ['ETag'] }],
  ['<MaxAgeSeconds> 3600 </MaxAgeSeconds>', { ...MEANS, maxAgeSeconds: 3_600 }],
])('a rule with %.60s is understood, and as it is written it means the same', (more, meaning) => {
  const rules = read(rule(more));

  expect(rules).toEqual([meaning]);
  expect(parse(writeCors(rules))).toEqual(rules);
});

const MALFORMED = { code: 'MalformedXML' };
const invalid = (message: string) => ({ code: 'InvalidRequest', message });

test.each<[rules: string, error: object]>([
  ['', MALFORMED],
  ['<Other/>', MALFORMED],
  [rule().repeat(101), MALFORMED],
  [rule('<Other/>'), MALFORMED],
  [`<CORSRule><AllowedOrigin>*</AllowedOrigin></CORSRule>`, MALFORMED],
  [`<CORSRule><AllowedMethod>GET</AllowedMethod></CORSRule>`, MALFORMED],
  [rule(`<ID>${'x'.repeat(256)}</ID>`), MALFORMED],
  ...['', 'x', '1.5', '1234567890'].map(
    (age) => [rule(`<MaxAgeSeconds>${age}</MaxAgeSeconds>`), MALFORMED] as [string, object],
  ),
  [
    rule('<AllowedMethod>PATCH</AllowedMethod>'),
    invalid('Found unsupported HTTP method in CORS config. Unsupported method is PATCH'),
  ],
  [rule('<AllowedHeader>a b</AllowedHeader>'), invalid('The header name "a b" is not valid in a CORS rule.')],
  [rule('<ExposeHeader></ExposeHeader>'), invalid('The header name "" is not valid in a CORS rule.')],
  [rule('<AllowedOrigin>*.*</AllowedOrigin>'), invalid('AllowedOrigin "*.*" can not have more than one wildcard.')],
  [rule('<AllowedHeader>x-*-*</AllowedHeader>'), invalid('AllowedHeader "x-*-*" can not have more than one wildcard.')],
  [
    rule('<ExposeHeader>x-*</ExposeHeader>'),
    invalid('ExposeHeader "x-*" contains wildcard. We currently do not support wildcard for ExposeHeader.'),
  ],
])('the rules %.100s are refused', (rules, error) => {
  expect(() => read(rules)).toThrow(expect.objectContaining(error));
});

const wild = { ...MEANS, origins: ['http://*.example', 'null'], methods: ['PUT'], headers: ['X-Amz-*', 'range'] };

test.each<[origin: string, method: string, headers: string[], found: boolean]>([
  ['https://a.example', 'GET', [], true],
  ['https://a.example', 'PUT', [], false],
  ['https://a.example', 'GET', ['range'], false],
  ['https://b.example', 'GET', [], false],
  ['http://b.example', 'PUT', ['x-AMZ-date', 'Range'], true],
  ['http://.example', 'PUT', [], true],
  ['http://example', 'PUT', [], false],
  ['http://b.example.com', 'PUT', [], false],
  ['null', 'PUT', ['accept'], false],
  ['null', 'PUT', ['x-amz'], false],
])('a request from %s by %s with the headers %j is allowed: %s', (origin, method, headers, found) => {
  expect(findRule([MEANS, wild], { origin, method, headers }) !== undefined).toBe(found);
});
