import { expect, it } from 'vitest';
import { parsePolicyDocument } from '../../../../../emulator/s3/auth/post-policy';
import { NOW } from './support';

const encode = (policy: unknown) =>
  Buffer.from(typeof policy === 'string' ? policy : JSON.stringify(policy)).toString('base64');
const expiration = '2026-05-24T12:00:00Z';
const withCondition = (condition: unknown) => encode({ expiration, conditions: [condition] });

it.each<[encoded: string, says: string]>([
  ['', 'End-of-Input'],
  ['e30', 'Base64'],
  ...['{', '[]', 'null', '5'].map((json): [string, string] => [encode(json), 'Invalid JSON']),
  [encode({ conditions: [] }), 'missing expiration'],
  [encode({ expiration }), 'missing conditions'],
  [encode({ expiration, conditions: {} }), "'conditions'"],
  ...[5, '2026-05-24', '2026-13-24T12:00:00Z'].map((each): [string, string] => [
    encode({ expiration: each, conditions: [] }),
    `'expiration' value: '${each}'`,
  ]),
  [withCondition('x'), 'must be a List or Object'],
  [withCondition({}), 'exactly one property'],
  [withCondition({ a: 5 }), 'must be a string'],
  [withCondition([]), 'missing operation identifier'],
  [withCondition(['Like', '$a', 'b']), "'Like'"],
  [withCondition(['eq', '$a']), 'eq: wrong number of arguments'],
  [withCondition(['starts-with', 'a$', 'b']), 'starts-with: expecting a field'],
  [withCondition(['eq', '$a', 5]), 'eq: expecting a field'],
  ...[
    [-1, 5],
    [1.5, 5],
    ['1x', 5],
    [1, null],
    [1, 2 ** 53],
  ].map((range): [string, string] => [
    withCondition(['content-length-range', ...range]),
    'content-length-range: expecting numbers of bytes',
  ]),
])('the policy %s is refused', (encoded, says) => {
  expect(() => parsePolicyDocument(encoded)).toThrow(
    expect.objectContaining({ code: 'InvalidPolicyDocument', message: expect.stringContaining(says) }),
  );
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
