import type { Page } from 'playwright-core';

/**
 * What does not fit: elements whose content is wider than they are, and such as stick out of the window. What ends in dots on purpose
 * (ids, names of projects, long paths) is no cut: all of it is there to be read and copied.
 */
const FIND_CUT = `(() => {
  const root = document.documentElement;
  const found = root.scrollWidth > root.clientWidth ? ['the document: ' + root.scrollWidth + ' > ' + root.clientWidth] : [];
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('.hidden, .skip, .id, bdi.line, .clamp, svg, option, meter')) continue;
    const { display } = getComputedStyle(element);
    if (display === 'none' || display === 'inline') continue;
    const box = element.getBoundingClientRect();
    const isOutside = box.width > 0 && (box.right > root.clientWidth + 1 || box.left < -1);
    const holdsMore = element.scrollWidth > element.clientWidth + 1 && !/^(INPUT|SELECT|TEXTAREA|TABLE|TBODY|THEAD|TR)$/.test(element.tagName);
    if (isOutside || holdsMore) found.push(element.tagName + '.' + element.className + ': ' + element.scrollWidth + ' > ' + element.clientWidth);
  }
  return found;
})()`;

/** What is cut on the page as it is shown now. */
export async function findCut(page: Page): Promise<string[]> {
  return (await page.evaluate(FIND_CUT)) as string[];
}
