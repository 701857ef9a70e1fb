import { expect, it } from 'vitest';
import { compareFingerprint, fingerprintOf } from '../../../../provider/resources/fingerprint';

const subject = (value: string, id = 's1') => ({ id, value: Buffer.from(value) });

it.each([
  ['with a key', 'canary-key', /^hmac:[0-9a-f]{8}:[\w-]{43}$/],
  ['without a key', undefined, /^scrypt:[\w-]{22}:[\w-]{43}$/],
])('P16: %s it knows the same value, and only that', (_name, key, form) => {
  const remembered = fingerprintOf(subject('canary'), key);

  // The mark of the key or a salt of 16 bytes, and a hash of 32 bytes.
  expect(remembered).toMatch(form);

  expect(compareFingerprint(remembered, subject('canary'), key)).toBe('same');
  expect(compareFingerprint(remembered, subject('canary!'), key)).toBe('different');
  expect(compareFingerprint(remembered, subject('canary', 's2'), key)).toBe('different');
  expect(remembered).not.toMatch(/canary|Y2FuYXJ5/);
});

/** Made by another implementation, from the same id and value. */
it.each([
  ['hmac:fa4ff0a0:qnJgqCakm8QgF4Z14qNh654x5iGi55ZT5zWisSlHYMA', 'canary-key'],
  ['scrypt:AAECAwQFBgcICQoLDA0ODw:7dKd6nnZHEnRU6_qETvgTk0mH8uaYeIEeAdZxWzSR5k', undefined],
])('P16: what is in states of earlier releases still compares: %s', (remembered, key) => {
  expect(compareFingerprint(remembered, subject('canary'), key)).toBe('same');
  expect(compareFingerprint(remembered, subject('canary!'), key)).toBe('different');
});

it('P16: without a key two fingerprints of a value differ by a random salt', () => {
  expect(fingerprintOf(subject('v'), undefined)).not.toBe(fingerprintOf(subject('v'), undefined));
});

it('P16: with a key equal values of two secrets have unequal fingerprints', () => {
  expect(fingerprintOf(subject('v', 's1'), 'k')).not.toBe(fingerprintOf(subject('v', 's2'), 'k'));
});

it.each([
  ['nothing is remembered', undefined, 'k'],
  ['it was made with another key', fingerprintOf(subject('v'), 'other'), 'k'],
  ['its key is gone', fingerprintOf(subject('v'), 'k'), undefined],
  ['something else is remembered', 'md5:abc', 'k'],
])('does not know when %s', (_name, remembered, key) => {
  expect(compareFingerprint(remembered, subject('v'), key)).toBe('unknown');
});

it('compares a fingerprint that was made without a key, even if there is a key now', () => {
  expect(compareFingerprint(fingerprintOf(subject('v'), undefined), subject('v'), 'k')).toBe('same');
});
