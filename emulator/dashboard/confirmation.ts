import { type Content, html } from './html';
import { button } from './layout';
import { page, type Reply, ROOT } from './reply';
import type { Session } from './sessions';

interface Question {
  readonly title: string;
  readonly says: Content;
  readonly path: string;
  readonly back: string;
  /** The label of the button. */
  readonly label?: string;
  readonly fields?: Content;
}

/** A page that asks for confirmation before a deletion and needs no script. `fields` are added to its form. */
export function confirmation(
  session: Session,
  { title, says, path, back, label = 'Delete', fields }: Question,
  status = 200,
): Reply {
  return page(
    title,
    html`<div class="card narrow">${typeof says === 'string' ? html`<p>${says}</p>` : says}
<div class="choices">${button(session, { path, label, kind: 'danger', fields })}<a href="${ROOT}${back}">Keep it</a></div></div>`,
    status,
  );
}
