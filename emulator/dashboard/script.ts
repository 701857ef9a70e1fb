import { createHash } from 'node:crypto';
import { UPLOAD_SCRIPT } from './upload-script';

/**
 * The script of every page, a text because the emulator is one file (internals/decisions/0016-emulator-in-one-file.md). It requests a page
 * again, takes its regions (`layout.ts` (`region`)) and changes only the differences in the document, so that an element keeps the focus. A region
 * in which text is being selected waits. Pages work without it.
 */
const LIVE = `'use strict';
(() => {
const EVERY_MS = 3000;
const MOST_MS = 30000;
const root = document.documentElement;
root.classList.add('scripted');

const make = (name, members) => Object.assign(document.createElement(name), members);
const voice = make('p', { className: 'hidden' });
voice.setAttribute('aria-live', 'polite');
document.body.append(voice);

async function copy(text, beside) {
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
  getSelection().selectAllChildren(beside);
  if (!document.execCommand('copy')) throw new Error('not copied');
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest ? event.target.closest('.copy') : null;
  if (!button) return;
  const beside = button.previousElementSibling;
  try {
    await copy(beside.textContent, beside);
    button.dataset.copied = '';
    voice.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(beside);
    voice.textContent = 'Not copied: the text is selected';
  }
  setTimeout(() => { delete button.dataset.copied; voice.textContent = ''; }, 1500);
});

const keyOf = (node) => (node.nodeType === 1 ? node.dataset.key || node.dataset.region || '' : '');

function update(old, next) {
  if (old.nodeType !== 1) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(old.nodeName) && old.type !== 'hidden') return;
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== 'open' && name !== 'data-copied') old.removeAttribute(name);
  }
  updateChildren(old, next);
}

function updateChildren(parent, wanted) {
  const keys = new Set([...wanted.children].map(keyOf));
  const kept = new Map([...parent.children].map((child) => [keyOf(child), child]));
  let at = parent.firstChild;
  const dropOne = () => {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  };
  for (const next of [...wanted.childNodes]) {
    // What is gone makes way first: what stays then has no need to move, and keeps the focus.
    while (at && keyOf(at) && !keys.has(keyOf(at))) dropOne();
    const key = keyOf(next);
    const isSame = (node) => node && node.nodeName === next.nodeName && keyOf(node) === key;
    const old = key ? kept.get(key) : at;
    if (!isSame(old)) {
      parent.insertBefore(document.importNode(next, true), at);
      continue;
    }
    if (old === at) at = at.nextSibling;
    else parent.insertBefore(old, at);
    update(old, next);
  }
  while (at) dropOne();
}

function isSelecting(region) {
  const selection = getSelection();
  return !selection.isCollapsed && [selection.anchorNode, selection.focusNode].some((node) => region.contains(node));
}

// The row that stays where it is seen. Whoever sees the beginning of a list sees it move when something new comes.
function firstSeen() {
  const rows = [...document.querySelectorAll('[data-region] [data-key]')];
  const first = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0);
  return first > 0 ? rows[first] : undefined;
}

function show(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  newest = page.querySelector('input[name="csrf"]')?.value;
  const active = document.activeElement;
  const row = firstSeen();
  const top = row && row.getBoundingClientRect().top;
  let isLate = false;
  for (const region of document.querySelectorAll('[data-region]')) {
    const next = page.querySelector('[data-region="' + region.dataset.region + '"]');
    if (!next) continue;
    if (isSelecting(region)) isLate = true;
    else update(region, next);
  }
  if (active !== document.activeElement && active && active.isConnected) active.focus({ preventScroll: true });
  if (row && row.isConnected) scrollBy(0, row.getBoundingClientRect().top - top);
  return !isLate;
}

// A form from before a reset is not sent at first: a notice asks the visitor to check what is in it, and then to send it again. On a page
// that is not refreshed, or not yet, this script does not know of the reset, and the emulator refuses the form.
let newest;
document.addEventListener('submit', (event) => {
  const proof = event.target.elements.namedItem('csrf');
  if (!newest || !proof || proof.value === newest || event.target.getAttribute('action').endsWith('/sign-out')) return;
  event.preventDefault();
  proof.value = newest;
  const textContent = document.querySelector('.world').textContent + ', after this page was opened: nothing was done. '
    + 'Look over what you entered, and send it again.';
  const notice = make('p', { className: 'notice', textContent });
  notice.setAttribute('role', 'alert');
  event.target.querySelector(':scope > .notice')?.remove();
  event.target.prepend(notice);
  notice.scrollIntoView({ block: 'nearest' });
});

const regions = [...document.querySelectorAll('[data-from]')];
const live = document.querySelector('.live');
if (regions.length === 0 || !live) return;
const [says, button] = live.children;
const from = regions[0].dataset.from;
let isPaused = false;
let hasEnded = false;
let wait = EVERY_MS;
let timer;
let last = '';

function tell(text) {
  if (says.textContent !== text) says.textContent = text;
}

function plan() {
  clearTimeout(timer);
  if (!isPaused && !hasEnded && !document.hidden) timer = setTimeout(refresh, wait === EVERY_MS ? Number(regions[0].dataset.every) || wait : wait);
}

async function refresh() {
  try {
    const response = await fetch(from, { headers: { 'x-coffer-refresh': '1' }, redirect: 'manual', cache: 'no-store' });
    if (response.type === 'opaqueredirect') {
      hasEnded = true;
      button.hidden = true;
      return tell('Signed out: reload the page to sign in.');
    }
    if (!response.ok && response.status !== 404) throw new Error(response.status);
    const html = await response.text();
    if (isPaused || document.hidden) return;
    if (html !== last && show(html)) last = html;
    // A test that watched objects have gone may make them again.
    wait = response.ok ? EVERY_MS : Math.min(wait * 2, MOST_MS);
    tell(response.ok ? 'Updates by itself' : 'What this page shows is gone.');
  } catch {
    wait = Math.min(wait * 2, MOST_MS);
    tell('No updates: the emulator does not respond.');
  }
  plan();
}

button.addEventListener('click', () => {
  isPaused = !isPaused;
  button.textContent = isPaused ? 'Resume' : 'Pause';
  tell(isPaused ? 'Updates are paused' : 'Updates by itself');
  if (isPaused) plan();
  else refresh();
});
document.addEventListener('coffer:changed', () => { if (!isPaused && !hasEnded) refresh(); });
document.addEventListener('visibilitychange', () => {
  if (document.hidden) plan();
  else if (!isPaused && !hasEnded) refresh();
});
live.dataset.on = '';
tell('Updates by itself');
plan();
})();
`;

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

export const SCRIPT = LIVE + SELECTION_SCRIPT + UPLOAD_SCRIPT;

/** Its path below the dashboard, which changes with its text. */
export const SCRIPT_PATH = `/script-${createHash('sha256').update(SCRIPT).digest('hex').slice(0, 12)}.js`;
