import type { Beginning, Epoch } from '../domain/epoch';
import { shortened } from '../domain/told-name';
import { type Html, html } from './html';
import { visible } from './text';

/** A name of a test may be a page long. */
const LONGEST = 200;

const SAYS = {
  reset: { alone: 'Reset', inText: 'The emulator was reset' },
  restore: { alone: 'Restored from a snapshot', inText: 'The emulator was restored from a snapshot' },
} as const;

/** Stands above every page: when everything was replaced last, and by whom. The script keeps it up to date. */
export function worldLine({ number, beginning }: Epoch): Html {
  const says = beginning && html`${SAYS[beginning.by].alone} ${whenAndWho(beginning)}`;
  return html`<p class="world muted" role="status" data-region="world" data-world="${number}">${says}</p>`;
}

/** Why a form of an earlier epoch has no effect in this one (E12). */
export function staleNotice({ beginning }: Epoch): Html {
  if (!beginning) return html`This form was not made by this emulator as it is now: nothing was done.`;
  return html`${SAYS[beginning.by].inText} ${whenAndWho(beginning)}, after this page was opened: nothing was done.`;
}

function whenAndWho({ at, who }: Beginning): Html {
  const exact = new Date(at).toISOString();
  const by = who !== undefined && html` by “<bdi class="name">${shortened(visible(who), LONGEST)}</bdi>”`;
  return html`at <time datetime="${exact}" title="${exact}">${exact.slice(11, 19)} UTC</time>${by}`;
}
