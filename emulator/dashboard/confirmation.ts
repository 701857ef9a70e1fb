import { type Content, html } from './html';
import { button } from './layout';
import { page, type Reply, ROOT } from './reply';
import type { Session } from './sessions';

/** Asks before something is deleted: a page of its own, which needs no script. `fields` go with the form. */
export function confirmation(
  session: Session,
  { title, says, path, back, fields }: { title: string; says: Content; path: string; back: string; fields?: Content },
): Reply {
  return page(
    title,
    html`<div class="card narrow"><p>${says}</p>
<div class="choices">${button(session, { path, label: 'Delete', kind: 'danger', fields })}<a href="${ROOT}${back}">Keep it</a></div></div>`,
  );
}
