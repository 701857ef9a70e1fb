import { parse, say } from './make';
import { morph } from './morph';
import { noteProof } from './stale-forms';

const EVERY_MS = 3_000;
const LONGEST_MS = 30_000;

/** The event that asks for a refresh at once, after the script itself has changed something. */
export const CHANGED = 'coffer:changed';

/**
 * Requests a page that changes again and again, and takes its regions (`layout.ts` (`region`)) over. A region in which text is being
 * selected waits. A page without regions that change does not have the line that says so.
 */
export function keepUpToDate(): void {
  const first = document.querySelector<HTMLElement>('[data-from]');
  const live = document.querySelector<HTMLElement>('.live');
  const [says, button] = live?.children ?? [];
  if (!first || !live || !says || !(button instanceof HTMLButtonElement)) return;
  const from = first.dataset.from ?? '';
  let isPaused = false;
  let hasEnded = false;
  /** Longer after each failure. */
  let delayMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = '';

  const isWaiting = () => isPaused || hasEnded || document.hidden;
  const fail = (text: string) => {
    delayMs = Math.min((delayMs ?? EVERY_MS) * 2, LONGEST_MS);
    say(says, text);
  };

  const plan = () => {
    clearTimeout(timer);
    if (!isWaiting()) timer = setTimeout(refresh, delayMs ?? Number(first.dataset.every ?? EVERY_MS));
  };

  const refresh = async () => {
    try {
      const headers = { 'x-coffer-refresh': '1' };
      const response = await fetch(from, { headers, redirect: 'manual', cache: 'no-store' });
      if (response.type === 'opaqueredirect') {
        hasEnded = true;
        button.hidden = true;
        return say(says, 'Signed out: reload the page to sign in.');
      }
      if (!response.ok && response.status !== 404) throw new Error(`${response.status}`);
      const source = await response.text();
      if (isPaused || document.hidden) return;
      if (source !== last && show(parse(source))) last = source;
      // A test may create again what the page shows.
      if (!response.ok) fail('What this page shows is gone.');
      else {
        delayMs = undefined;
        say(says, 'Updates by itself');
      }
    } catch {
      fail('No updates: the emulator does not respond.');
    }
    plan();
  };

  button.addEventListener('click', () => {
    isPaused = !isPaused;
    button.textContent = isPaused ? 'Resume' : 'Pause';
    say(says, isPaused ? 'Updates are paused' : 'Updates by itself');
    if (isPaused) plan();
    else void refresh();
  });
  document.addEventListener(CHANGED, () => !isWaiting() && void refresh());
  document.addEventListener('visibilitychange', () => (isWaiting() ? plan() : void refresh()));
  live.dataset.on = '';
  say(says, 'Updates by itself');
  plan();
}

/** Takes the regions of a page over. False if one waits. */
function show(page: Document): boolean {
  noteProof(page);
  const active = document.activeElement;
  const row = firstSeen();
  const top = row?.getBoundingClientRect().top ?? 0;
  let isComplete = true;
  for (const region of document.querySelectorAll<HTMLElement>('[data-region]')) {
    const next = page.querySelector(`[data-region="${region.dataset.region}"]`);
    if (!next) continue;
    if (isSelecting(region)) isComplete = false;
    else morph(region, next);
  }
  if (active instanceof HTMLElement && active !== document.activeElement && active.isConnected)
    active.focus({ preventScroll: true });
  if (row?.isConnected) scrollBy(0, row.getBoundingClientRect().top - top);
  return isComplete;
}

function isSelecting(region: Element): boolean {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return false;
  return [selection.anchorNode, selection.focusNode].some((node) => region.contains(node));
}

/** The row that stays where it is seen. At the beginning of a list, the list moves when something new comes. */
function firstSeen(): Element | undefined {
  const rows = [...document.querySelectorAll('[data-region] [data-key]')];
  const first = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0);
  return first > 0 ? rows[first] : undefined;
}
