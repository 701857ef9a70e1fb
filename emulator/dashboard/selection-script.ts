/** The part of the script that ticks all boxes of a list, counts them, and takes a range of them with Shift. */
export const SELECTION_SCRIPT = `
(() => {
const form = document.getElementById('selection');
if (!form) return;
const all = form.querySelector('.all input');
const output = form.querySelector('output');
const button = form.querySelector('button');
const boxes = () => [...document.querySelectorAll('input[form="selection"]')];
let last;

function count() {
  const every = boxes();
  const ticked = every.filter((box) => box.checked).length;
  all.checked = ticked > 0 && ticked === every.length;
  all.indeterminate = ticked > 0 && ticked < every.length;
  all.disabled = every.length === 0;
  button.disabled = ticked === 0;
  const says = ticked === 0 ? '' : ticked + ' selected';
  if (output.textContent !== says) output.textContent = says;
}

all.addEventListener('change', () => {
  for (const box of boxes()) box.checked = all.checked;
  count();
});
document.addEventListener('change', (event) => {
  if (event.target.matches('input[form="selection"]')) count();
});
document.addEventListener('click', (event) => {
  const box = event.target;
  if (!box.matches('input[form="selection"]')) return;
  const every = boxes();
  if (event.shiftKey && last && last.isConnected) {
    const [from, to] = [every.indexOf(last), every.indexOf(box)].sort((a, b) => a - b);
    for (const between of every.slice(from, to + 1)) between.checked = box.checked;
    count();
  }
  last = box;
});
const region = document.querySelector('[data-region="objects"]');
if (region) new MutationObserver(count).observe(region, { childList: true, subtree: true });
addEventListener('pageshow', count);
count();
})();
`;
