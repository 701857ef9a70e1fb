import type { SeenBucket } from '../domain/buckets';
import type { BucketUse } from '../domain/object-plane';
import { countOf, grouped, type Html, html, time } from './html';
import { approximateShare, approximateSize } from './sizes';

/** A part of a whole as a bar, in steps that are finer than any screen shows. */
export function meter(says: string, part: bigint, whole: bigint): Html {
  return html`<meter aria-label="${says}" min="0" max="1000" high="900" value="${(part * 1000n) / whole}"></meter>`;
}

/** The used part of a bucket's quota, as a bar and in words. */
export function useOf({ maxSize }: SeenBucket, use: BucketUse | undefined): Html {
  if (!use) return html`<span class="muted">not known yet</span>`;
  const { bytes, objects, knownAt } = use;
  // The use exceeds the quota if the quota was lowered later.
  const bar = bytes >= maxSize ? meter('Use of the quota', 1n, 1n) : meter('Use of the quota', bytes, maxSize);
  return html`<div class="use" title="${exactUse(use, { maxSize })}">${bar}
<span class="share">${approximateShare(bytes, maxSize)}</span> <span class="muted">${countOf(objects, 'object')}</span>${knownAt !== undefined && html` <span class="muted">as of ${time(knownAt)}</span>`}</div>`;
}

export function exactUse({ bytes }: BucketUse, { maxSize }: Pick<SeenBucket, 'maxSize'>): string {
  return `${grouped(bytes)} of ${grouped(maxSize)} bytes`;
}

/** A sentence about the number of objects in a bucket; empty if it is not known. */
export const holds = (use: BucketUse | undefined) => (use ? `It holds ${countOf(use.objects, 'object')}.` : '');

/** Why a file would exceed the bucket's quota, as the end of a sentence about it; undefined if there is room. */
export function beyondQuota({ maxSize }: Pick<SeenBucket, 'maxSize'>, bytes: bigint, file: bigint, replaced = 0) {
  const growth = file - BigInt(replaced);
  if (bytes + growth <= maxSize || growth <= 0n) return undefined;
  const free = maxSize > bytes ? maxSize - bytes : 0n;
  // Two sizes that differ must not be rounded to the same.
  const isClose = approximateSize(growth) === approximateSize(free);
  const size = (count: bigint) => (isClose ? `${grouped(count)} bytes` : approximateSize(count));
  const left = free === 0n ? 'nothing is' : `only ${size(free)} ${size(free).startsWith('1 ') ? 'is' : 'are'}`;
  return `needs ${size(growth)}${replaced > 0 ? ' more' : ''}; of the quota of ${approximateSize(maxSize)} ${left} free`;
}
