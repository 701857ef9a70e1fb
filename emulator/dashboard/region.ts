import { type Content, type Html, html } from './html';
import { ROOT } from './reply';

/**
 * A part of a page that the script refreshes from the path `from`. Forms must be outside of it. Without the script it does not change.
 * `everyMs` is the interval in milliseconds, if it differs from the script's own.
 */
export function region(name: string, from: string, content: Content, everyMs?: number): Html {
  return html`<div class="region" data-region="${name}" data-from="${ROOT}${from}"${everyMs !== undefined && html` data-every="${everyMs}"`}>${content}</div>`;
}
