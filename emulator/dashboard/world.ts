import type { Beginning, Epoch } from '../domain/epoch';
import { shortened } from '../domain/told-name';
import { type Html, html } from './html';
import { visible } from './text';

/** Longest name of a test that is shown, in characters. A name may be a page long. */
const LONGEST = 200;

const SAYS = {
  reset: { alone: 'Reset', inText: 'The emulator was reset' },
  restore: { alone: 'Restored from a snapshot', inText: 'The emulator was restored from a snapshot' },
} as const;

/** The line above every page: the time and the cause of the last replacement of everything. The script refreshes it. */
export function worldLine({ number, beginning }: Epoch): Html {
  const says = beginning && html`${SAYS[beginning.by].alone} ${whenAndWho(beginning)}`;
  return html`<p class="world muted" role="status" data-region="world" data-world="${number}">${says}</p>`;
}

/** The reason why a form from an earlier epoch has no effect (E12). */
export function staleNotice({ beginning }: Epoch): Html {
  if (!beginning) return html`This form was not made by this emulator as it is now: nothing was done.`;
  return html`${SAYS[beginning.by].inText} ${whenAndWho(beginning)}, after this page was opened: nothing was done.`;
}

function whenAndWho({ at, who }: Beginning): Html {
  const exact = new Date(at).toISOString();
  const by = who !== undefined && html` by “<bdi class="name">${shortened(visible(who), LONGEST)}</bdi>”`;
  return html`at <time datetime="${exact}" title="${exact}">${exact.slice(11, 19)} UTC</time>${by}`;
}
