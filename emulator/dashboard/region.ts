import { type Content, type Html, html } from './html';
import { ROOT } from './reply';

/**
 * A part of a page that follows what happens: the script asks `from` for it again now and then. Forms stay outside of it. Without
 * a script it is as it was when the page came. `everyMs`: it asks more often than by itself.
 */
export function region(name: string, from: string, content: Content, everyMs?: number): Html {
  return html`<div class="region" data-region="${name}" data-from="${ROOT}${from}"${everyMs !== undefined && html` data-every="${everyMs}"`}>${content}</div>`;
}
