import type { SeenBucket } from '../domain/buckets';
import type { BucketUse } from '../domain/object-plane';
import { type Html, html } from './html';
import { time } from './list';
import { approximateShare, grouped } from './size';

/** Steps of the bar: finer than any screen shows. */
const STEPS = 1000n;

/** How much of a bucket's quota is used, as a bar and in words. */
export function useOf({ maxSize }: SeenBucket, use: BucketUse | undefined): Html {
  if (!use) return html`<span class="muted">not known yet</span>`;
  const { bytes, objects, knownAt } = use;
  // More than the quota is used where it was lowered later.
  const share = bytes >= maxSize ? STEPS : (bytes * STEPS) / maxSize;
  return html`<div class="use" title="${exactUse(use, { maxSize })}"><meter aria-label="Use of the quota" min="0" max="${STEPS}" high="900" value="${share}"></meter>
<span class="share">${approximateShare(bytes, maxSize)}</span> <span class="muted">${countOf(objects, 'object')}</span>${knownAt !== undefined && html` <span class="muted">as of ${time(knownAt)}</span>`}</div>`;
}

/** The same to the byte. */
export function exactUse({ bytes }: BucketUse, { maxSize }: Pick<SeenBucket, 'maxSize'>): string {
  return `${grouped(bytes)} of ${grouped(maxSize)} bytes`;
}

/** A sentence about the objects of a bucket; none where nobody knows. */
export const holds = (use: BucketUse | undefined) => (use ? `It holds ${countOf(use.objects, 'object')}.` : '');

/** `1 object`, `2,000 objects`. */
const countOf = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
