import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthContext } from './claim';
import type { Credential } from './credential';
import { unknownKey } from './refusals';

/** Maximum number of cached keys. Each access key uses one per day and region. */
const MOST_KEYS = 1000;

const derived = new Map<string, Uint8Array>();

/** The key that the signature of a request is made with. Throws the error for an access key that does not exist. */
export function findSigningKey(credential: Credential, { findSecret }: Pick<AuthContext, 'findSecret'>): Uint8Array {
  const secret = findSecret(credential.accessKeyId);
  if (secret === undefined) throw unknownKey(credential.accessKeyId);
  return deriveSigningKey(secret, credential);
}

/** Derives the key for one day, region and service from the secret of an access key. Cached, because it takes four HMACs. */
export function deriveSigningKey(secret: string, { date, region }: Pick<Credential, 'date' | 'region'>): Uint8Array {
  const name = `${date}/${region}/${secret}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(Buffer.from(`AWS4${secret}`), date), region));
  const [oldest] = derived.size < MOST_KEYS ? [] : derived.keys();
  if (oldest !== undefined) derived.delete(oldest);
  derived.set(name, key);
  return key;
}

/** The signature of a text, in hex. */
export function sign(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Compares two signatures in a time that does not reveal where they differ. */
export function sameSignature(computed: string, provided: string): boolean {
  const [left, right] = [Buffer.from(computed, 'latin1'), Buffer.from(provided, 'utf8')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function hmac(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}
