import { say } from './make';

const BOXES = 'input[form="selection"]';

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(BOXES)];

/** Ticks all boxes of a list, counts them, and takes a range of them with Shift. */
export function countSelection(): void {
  const form = document.getElementById('selection');
  const all = form?.querySelector<HTMLInputElement>('.all input');
  const output = form?.querySelector('output');
  const button = form?.querySelector('button');
  if (!all || !output || !button) return;
  let last: HTMLInputElement | undefined;

  const count = () => {
    const every = boxes();
    const ticked = every.filter(({ checked }) => checked).length;
    all.checked = ticked > 0 && ticked === every.length;
    all.indeterminate = ticked > 0 && ticked < every.length;
    all.disabled = every.length === 0;
    button.disabled = ticked === 0;
    say(output, ticked === 0 ? '' : `${ticked} selected`);
  };

  all.addEventListener('change', () => {
    for (const box of boxes()) box.checked = all.checked;
    count();
  });
  document.addEventListener('change', ({ target }) => target instanceof Element && target.matches(BOXES) && count());
  document.addEventListener('click', ({ target: box, shiftKey }) => {
    if (!(box instanceof HTMLInputElement && box.matches(BOXES))) return;
    if (shiftKey && last?.isConnected) {
      const every = boxes();
      const [from = 0, to = 0] = [every.indexOf(last), every.indexOf(box)].sort((a, b) => a - b);
      for (const between of every.slice(from, to + 1)) between.checked = box.checked;
      count();
    }
    last = box;
  });
  const region = document.querySelector('[data-region="objects"]');
  if (region) new MutationObserver(count).observe(region, { childList: true, subtree: true });
  addEventListener('pageshow', count);
  count();
}
