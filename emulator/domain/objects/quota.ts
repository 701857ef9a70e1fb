import { DomainError } from '../errors';
import type { Fill } from './ports';

/**
 * Throws `quota_exceeded` when a write of `size` bytes would fill the bucket beyond its quota. A write that does not grow is
 * allowed, also above a quota that was lowered.
 *
 * @param replaced size of what the write replaces; asked only where it matters
 */
export function requireRoom(fill: Fill, size: number, replaced: () => number): void {
  if (fill.bytes + BigInt(size) <= fill.maxSize) return;
  const growth = BigInt(size) - BigInt(replaced());
  if (growth <= 0n || fill.bytes + growth <= fill.maxSize) return;
  throw new DomainError(
    'quota_exceeded',
    `The bucket's quota is ${fill.maxSize} bytes, ${fill.bytes} are in use, and ${growth} more were to be added.`,
  );
}
