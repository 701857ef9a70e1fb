import { Sha256 } from '@aws-crypto/sha256-js';
import { getSigningKey } from '@smithy/signature-v4';
import { expect, it } from 'vitest';
import { deriveSigningKey, sameSignature } from '../../../../../emulator/s3/auth/signature-v4';
import { KEY } from './support';

const SCOPE = { date: '20260524', region: 'us-east-1' };

it.each([
  ['a key', KEY.secretAccessKey, SCOPE],
  ['another secret', 'canary-other', SCOPE],
  ['another day', KEY.secretAccessKey, { ...SCOPE, date: '20260525' }],
  ['another region', KEY.secretAccessKey, { ...SCOPE, region: 'eu-west-1' }],
])('derives what the official library derives: %s', async (_, secretAccessKey, scope) => {
  const key = await getSigningKey(Sha256, { ...KEY, secretAccessKey }, scope.date, scope.region, 's3');

  expect(Buffer.from(deriveSigningKey(secretAccessKey, scope))).toEqual(Buffer.from(key));
});

it('derives a key once, and keeps a thousand', () => {
  const first = deriveSigningKey('canary-first', SCOPE);

  expect(deriveSigningKey('canary-first', SCOPE)).toBe(first);

  for (let index = 0; index < 1000; index += 1) deriveSigningKey(`canary-${index}`, SCOPE);

  expect(deriveSigningKey('canary-first', SCOPE)).not.toBe(first);
  expect(deriveSigningKey('canary-first', SCOPE)).toEqual(first);
});

it.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['abc', 'ABC', false],
  ['abc', '', false],
  ['a', 'š', false],
])('%s and %s are the same signature: %s', (computed, provided, same) => {
  expect(sameSignature(computed, provided)).toBe(same);
});
