import type { SeenBucket } from '../domain/buckets';
import type { Objects } from '../domain/objects/objects';
import { type Html, html } from './html';
import { approximateShare, grouped } from './size';

/** Steps of the bar: finer than any screen shows. */
const STEPS = 1000n;

/** How much of a bucket's quota is used, as a bar and in words. */
export function useOf(objects: Objects, { id, maxSize }: SeenBucket): Html {
  const { bytes, objects: count } = objects.usage(id);
  // More than the quota is used where it was lowered later.
  const share = bytes >= maxSize ? STEPS : (bytes * STEPS) / maxSize;
  return html`<div class="use" title="${exactUse(bytes, maxSize)}"><meter aria-label="Use of the quota" min="0" max="${STEPS}" high="900" value="${share}"></meter>
<span class="share">${approximateShare(bytes, maxSize)}</span> <span class="muted">${countOf(count, 'object')}</span></div>`;
}

/** The same to the byte. */
export function exactUse(bytes: bigint, maxSize: bigint): string {
  return `${grouped(bytes)} of ${grouped(maxSize)} bytes`;
}

/** `1 object`, `2,000 objects`. */
export const countOf = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
