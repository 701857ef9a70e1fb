/*
 * Fingerprints of values that are not in state (P16). A fingerprint shows whether a value is still the same, and helps an attacker who reads the
 * state and guesses values as little as possible. With a key of the practitioner, which is not in state, it is an HMAC. Without one, it is scrypt
 * with a random salt for each fingerprint: salt and hash are both in state, so only the cost of a guess protects the value.
 */

import { createHmac, randomBytes, scryptSync } from 'node:crypto';

/** Result of a comparison; `unknown` if there is no fingerprint, or it was made with a key that is not given. */
export type Verdict = 'same' | 'different' | 'unknown';

/** Parameters of scrypt: about 80 ms and 32 MiB for each guess. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** A value and the id of the object that holds it, so that equal values of two objects have unequal fingerprints. */
interface Fingerprinted {
  readonly value: Uint8Array;
  readonly id: string;
}

/** Makes the fingerprint of a value, as text for private state: with `key` always the same, else another one each time. scrypt blocks the thread. */
export function fingerprintOf(subject: Fingerprinted, key: string | undefined): string {
  if (key !== undefined) return ['hmac', markOf(key), hmac(subject, key)].join(':');
  const salt = randomBytes(SALT_BYTES);
  return ['scrypt', salt.toString('base64url'), scrypt(subject, salt)].join(':');
}

/** Compares a value with what private state has as its fingerprint. One that was made without a key is compared without one, also if `key` is given. */
export function compareFingerprint(remembered: unknown, subject: Fingerprinted, key: string | undefined): Verdict {
  if (typeof remembered !== 'string') return 'unknown';
  const [kind, with_ = '', hash] = remembered.split(':');
  if (kind === 'scrypt') return scrypt(subject, Buffer.from(with_, 'base64url')) === hash ? 'same' : 'different';
  if (kind !== 'hmac' || key === undefined || markOf(key) !== with_) return 'unknown';
  return hmac(subject, key) === hash ? 'same' : 'different';
}

/** A mark that distinguishes keys without revealing them. */
const markOf = (key: string) => createHmac('sha256', key).update('coffer fingerprint key').digest('hex').slice(0, 8);

const hmac = (subject: Fingerprinted, key: string) =>
  createHmac('sha256', key).update(bytesOf(subject)).digest('base64url');

const scrypt = (subject: Fingerprinted, salt: Uint8Array) =>
  scryptSync(bytesOf(subject), salt, HASH_BYTES, SCRYPT).toString('base64url');

const bytesOf = ({ id, value }: Fingerprinted) => Buffer.concat([Buffer.from(`${id}\0`), value]);
