import { createHash, timingSafeEqual } from 'node:crypto';

/** True if two secrets are equal. Compares digests of equal length, so that the time reveals nothing. */
export function isSame(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [a, b] = [one, other].map((secret) => createHash('sha256').update(secret).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
