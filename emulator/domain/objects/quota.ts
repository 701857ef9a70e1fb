import { DomainError } from '../errors';
import type { Fill } from './ports';

/**
 * Throws `quota_exceeded` if a write of `size` bytes would exceed the quota of the bucket. A write that does not increase the use is
 * allowed even if the quota was lowered below the use.
 *
 * @param replaced size of the object that the write replaces; called only if it matters
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
