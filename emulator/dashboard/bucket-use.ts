import type { SeenBucket } from '../domain/buckets';
import type { Objects } from '../domain/objects/objects';
import { type Html, html } from './html';
import { approximateSize, splitSize } from './size';

/** Steps of the bar: finer than any screen shows. */
const STEPS = 1000n;

/** How much of a bucket's quota is used, as a bar and in words; the exact numbers of bytes for whoever counts. */
export function useOf(objects: Objects, { id, maxSize }: SeenBucket): Html {
  const { bytes, objects: count } = objects.usage(id);
  const { count: most, unit } = splitSize(maxSize);
  // More than the quota is used where it was lowered later.
  const share = bytes >= maxSize ? STEPS : (bytes * STEPS) / maxSize;
  return html`<meter aria-label="Use of the quota" min="0" max="${STEPS}" high="900" value="${share}"></meter>
<span class="use">${approximateSize(bytes)} of ${most} ${unit}</span><br><span class="muted">${bytes} of ${maxSize} bytes, ${countOf(count, 'object')}</span>`;
}

/** `1 object`, `2 objects`. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
