import type { Page } from '../domain/listing';
import { type Content, type Html, html } from './html';
import { button, link } from './layout';
import { page, type Reply, ROOT } from './reply';
import type { Session } from './sessions';
import type { Visit } from './site';

/** Objects on one page of a list. */
export const PAGE_SIZE = 100;

/** Which part of a list the query asks for. */
export function pageRequest(query: Readonly<Record<string, string>>): { after?: number; limit: number } {
  const after = Number(query.after);
  return { limit: PAGE_SIZE, ...(Number.isSafeInteger(after) && after > 0 && { after }) };
}

/** A table with its caption, or a sentence where there is nothing to list. */
export function table(
  { caption, columns, empty }: { caption: string; columns: readonly string[]; empty: Content },
  rows: readonly Html[],
): Html {
  if (rows.length === 0)
    return html`<section class="card" aria-label="${caption}"><p class="empty">${empty}</p></section>`;
  return html`<div class="card table"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

/** Ways to the other pages of a list; nothing where all is on one. */
export function pager(path: string, { next }: Page<unknown>, query: Readonly<Record<string, string>>): Html {
  if (next === undefined && query.after === undefined) return html``;
  return html`<nav class="pager" aria-label="Pages">
${query.after !== undefined && link(path, 'First page')}
${next !== undefined && link(`${path}?after=${next}`, 'Next page')}
</nav>`;
}

/** Asks before something is deleted: a page of its own, since nothing here needs a script. */
export function confirmation(
  session: Session,
  { title, says, path, back }: { title: string; says: Content; path: string; back: string },
): Reply {
  return page(
    title,
    html`<div class="card narrow"><p>${says}</p>
<div class="choices">${button(session, { path, label: 'Delete', kind: 'danger' })}<a href="${ROOT}${back}">Keep it</a></div></div>`,
  );
}

/** A time for people, in UTC to the minute, with the exact one for programs. */
export function time(ms: number): Html {
  const exact = new Date(ms).toISOString();
  return html`<time datetime="${exact}"><span>${exact.slice(0, 10)}</span> <span>${exact.slice(11, 16)} UTC</span></time>`;
}

/** The object with that id, in all that is listed: the service has no read by id. */
export function findListed<T extends { readonly id: string }>(listed: Page<T>, id: string): T | undefined {
  return listed.items.find((item) => item.id === id);
}

/** Head of the project's column, which stands only where there is more than one. */
export function projectColumn({ session }: Visit): readonly string[] {
  return session.caller.projectIds.length > 1 ? ['Project'] : [];
}
