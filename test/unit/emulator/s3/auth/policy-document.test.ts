import { expect, it } from 'vitest';
import { parsePolicyDocument } from '../../../../../emulator/s3/auth/post-policy';
import { S3Error } from '../../../../../emulator/s3/errors';
import { NOW } from './support';

const encode = (policy: unknown) =>
  Buffer.from(typeof policy === 'string' ? policy : JSON.stringify(policy)).toString('base64');
const expiration = '2026-05-24T12:00:00Z';
const withCondition = (condition: unknown) => encode({ expiration, conditions: [condition] });

it.each<[encoded: string, says: string]>([
  ['', "Expecting '{' but found End-of-Input"],
  [' \n', "Expecting '{' but found End-of-Input"],
  ['a', 'invalid Base64 encoding.'],
  ['e30', 'invalid Base64 encoding.'],
  [encode('{'), 'Invalid JSON.'],
  [encode('[]'), 'Invalid JSON.'],
  [encode('null'), 'Invalid JSON.'],
  [encode('5'), 'Invalid JSON.'],
  [encode({ conditions: [] }), 'Policy missing expiration.'],
  [encode({ expiration }), 'Policy missing conditions.'],
  [encode({ expiration, conditions: {} }), "Invalid 'conditions' value: must be a List."],
  [encode({ expiration: 5, conditions: [] }), "Invalid 'expiration' value: '5'"],
  [encode({ expiration: '2026-05-24', conditions: [] }), "Invalid 'expiration' value: '2026-05-24'"],
  [
    encode({ expiration: '2026-13-24T12:00:00Z', conditions: [] }),
    "Invalid 'expiration' value: '2026-13-24T12:00:00Z'",
  ],
  [withCondition('x'), 'Invalid condition test: must be a List or Object.'],
  [withCondition(null), 'Invalid condition test: must be a List or Object.'],
  [withCondition({}), 'Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.'],
  [
    withCondition({ a: 'b', c: 'd' }),
    'Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.',
  ],
  [withCondition({ a: 5 }), 'Invalid Simple-Condition: value must be a string.'],
  [withCondition([]), 'Invalid Condition: missing operation identifier.'],
  [withCondition([5]), 'Invalid Condition: missing operation identifier.'],
  [withCondition(['Like', '$a', 'b']), "Invalid Condition: unknown operation 'Like'."],
  [withCondition(['eq', '$a']), 'Invalid eq: wrong number of arguments.'],
  [withCondition(['EQ', '$a', 'b', 'c']), 'Invalid eq: wrong number of arguments.'],
  [withCondition(['content-length-range', 1]), 'Invalid content-length-range: wrong number of arguments.'],
  ...[5, 'a$'].map((field): [string, string] => [
    withCondition(['starts-with', field, 'b']),
    "Invalid starts-with: expecting a field, which begins with '$', and a text.",
  ]),
  [withCondition(['eq', '$a', 5]), "Invalid eq: expecting a field, which begins with '$', and a text."],
  ...[
    [-1, 5],
    [1.5, 5],
    ['1x', 5],
    ['', 5],
    [1, null],
    [1, 2 ** 53],
  ].map((range): [string, string] => [
    withCondition(['content-length-range', ...range]),
    'Invalid content-length-range: expecting numbers of bytes.',
  ]),
])('the policy %s is refused', (encoded, says) => {
  expect(() => parsePolicyDocument(encoded)).toThrow(new S3Error('InvalidPolicyDocument', `Invalid Policy: ${says}`));
});

it('reads a policy with its conditions as they will be quoted', () => {
  const conditions = [
    { Bucket: 'photos' },
    ['EQ', '$Key', 'a"b'],
    ['starts-with', '$Content-Type', ''],
    ['content-length-range', '0', 10],
  ];
  const encoded = encode({ expiration: '2026-05-24T12:00:00.500Z', conditions });

  expect(parsePolicyDocument(`${encoded.slice(0, 10)}\n ${encoded.slice(10)}`)).toEqual({
    expiresAt: NOW + 500,
    conditions: [
      { operator: 'eq', field: 'bucket', value: 'photos', text: '["eq", "$Bucket", "photos"]' },
      { operator: 'eq', field: 'key', value: 'a"b', text: '["eq", "$Key", "a\\"b"]' },
      { operator: 'starts-with', field: 'content-type', value: '', text: '["starts-with", "$Content-Type", ""]' },
    ],
    minLength: 0,
    maxLength: 10,
  });
});
