import { expect, test } from 'vitest';
import { readLifecycle, writeLifecycle } from '../../../../../emulator/s3/operations/lifecycle-rules';
import { parseDocument } from '../../../../../emulator/s3/xml/parse';

const read = (inside: string) =>
  readLifecycle(
    parseDocument(Buffer.from(`<LifecycleConfiguration>${inside}</LifecycleConfiguration>`), 'LifecycleConfiguration'),
  );
const DAYS = '<Expiration><Days>1</Days></Expiration>';
const rule = (inside: string, status = 'Enabled') => `<Rule>${inside}<Status>${status}</Status></Rule>`;
const filter = (inside: string) => rule(`<Filter>${inside}</Filter>${DAYS}`);
const expires = (inside: string) => rule(`<Expiration>${inside}</Expiration>`);
const date = (text: string) => expires(`<Date>${text}</Date>`);
const EXPIRES = { isEnabled: true, expiration: { days: 1 } };

test.each<[rule: string, meaning: object]>([
  [rule(DAYS), EXPIRES],
  [rule(DAYS, ' Enabled\n'), EXPIRES],
  [rule(DAYS, 'Disabled'), { ...EXPIRES, isEnabled: false }],
  [rule(`<ID>${'x'.repeat(255)}</ID>${DAYS}`), { ...EXPIRES, id: 'x'.repeat(255) }],
  [rule(`<Prefix>logs/</Prefix>${DAYS}`), { ...EXPIRES, prefix: 'logs/' }],
  [filter(''), EXPIRES],
  [filter('<Prefix>logs/</Prefix>'), { ...EXPIRES, prefix: 'logs/' }],
  [filter('<ObjectSizeGreaterThan> 0 </ObjectSizeGreaterThan>'), { ...EXPIRES, sizeGreaterThan: 0 }],
  [
    filter('<ObjectSizeLessThan>999999999999999</ObjectSizeLessThan>'),
    { ...EXPIRES, sizeLessThan: 999_999_999_999_999 },
  ],
  [
    filter(
      '<And><Prefix>a</Prefix><ObjectSizeGreaterThan>1</ObjectSizeGreaterThan><ObjectSizeLessThan>9</ObjectSizeLessThan></And>',
    ),
    { ...EXPIRES, prefix: 'a', sizeGreaterThan: 1, sizeLessThan: 9 },
  ],
  [expires('<Days> +2147483647 </Days>'), { isEnabled: true, expiration: { days: 2_147_483_647 } }],
  ...[
    '2030-01-02',
    '2030-01-02T00:00:00Z',
    '2030-01-02T00:00:00.000Z',
    '2030-01-02T00:00:00+00:00',
    ' 2030-01-02 ',
  ].map(
    (text) => [date(text), { isEnabled: true, expiration: { date: '2030-01-02T00:00:00.000Z' } }] as [string, object],
  ),
  [
    rule(
      '<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload>',
    ),
    { isEnabled: true, abortAfterDays: 7 },
  ],
])('the rule %s is understood, and as it is written it means the same', (text, meaning) => {
  const rules = read(text);

  expect(rules).toEqual([meaning]);
  expect(readLifecycle(parseDocument(Buffer.from(writeLifecycle(rules)), 'LifecycleConfiguration'))).toEqual(rules);
});

const MALFORMED = { code: 'MalformedXML' };
const argument = (message: string) => ({ code: 'InvalidArgument', message });
const missing = (message: string) => ({ code: 'NotImplemented', message: `${message} is not implemented.` });

test.each<[rules: string, error: object]>([
  ['', MALFORMED],
  ['<Rules/>', MALFORMED],
  [rule(DAYS).repeat(1_001), MALFORMED],
  [rule(`<ID>a</ID>${DAYS}`).repeat(2), argument('Rule ID must be unique.')],
  [rule(`<ID>${'x'.repeat(256)}</ID>${DAYS}`), argument('ID length should not exceed allowed limit of 255')],
  [rule(DAYS, 'enabled'), MALFORMED],
  [`<Rule>${DAYS}</Rule>`, MALFORMED],
  [rule(''), { code: 'InvalidRequest', message: 'At least one action needs to be specified in a rule.' }],
  [rule(`<Other/>${DAYS}`), MALFORMED],
  ...['Transition', 'NoncurrentVersionTransition', 'NoncurrentVersionExpiration'].map(
    (name) => [rule(`<${name}/>${DAYS}`), missing(`${name} in a lifecycle rule`)] as [string, object],
  ),
  [rule(`<Prefix>a</Prefix><Filter/>${DAYS}`), MALFORMED],
  [filter('<Tag/>'), missing('Tag in a lifecycle filter')],
  [filter('<And><Tag/></And>'), missing('Tag in a lifecycle filter')],
  [filter('<Prefix>a</Prefix><ObjectSizeLessThan>1</ObjectSizeLessThan>'), MALFORMED],
  [filter('<And/><Prefix>a</Prefix>'), MALFORMED],
  [filter('<Other/>'), MALFORMED],
  ...['-1', '1.5', '', '9999999999999999'].map(
    (size) => [filter(`<ObjectSizeLessThan>${size}</ObjectSizeLessThan>`), MALFORMED] as [string, object],
  ),
  [
    expires('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>'),
    missing('ExpiredObjectDeleteMarker in a lifecycle rule'),
  ],
  [expires(''), MALFORMED],
  [expires('<Days>1</Days><Date>2030-01-02</Date>'), MALFORMED],
  [expires('<Other/>'), MALFORMED],
  ...['', 'x', '1.5', '12345678901'].map((days) => [expires(`<Days>${days}</Days>`), MALFORMED] as [string, object]),
  ...['0', '-1', '2147483648'].map(
    (days) =>
      [expires(`<Days>${days}</Days>`), argument("'Days' for the action must be a positive integer")] as [
        string,
        object,
      ],
  ),
  ...['2030-01-02T00:00:01Z', '2030-01-02T01:00:00+01:00', '2030-13-02', '2030', ''].map(
    (text) => [date(text), argument("'Date' must be at midnight GMT")] as [string, object],
  ),
  [rule('<AbortIncompleteMultipartUpload/>'), MALFORMED],
  [
    rule(
      '<AbortIncompleteMultipartUpload><DaysAfterInitiation>0</DaysAfterInitiation></AbortIncompleteMultipartUpload>',
    ),
    argument("'DaysAfterInitiation' for the action must be a positive integer"),
  ],
])('the rules %.120s are refused', (rules, error) => {
  expect(() => read(rules)).toThrow(expect.objectContaining(error));
});
