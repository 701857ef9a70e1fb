import type { Caller } from '../domain/records';
import { type FormState, form } from './form';
import { type Content, html } from './html';
import { confirmation, jump } from './layout';
import { type Listable, type ListShape, list } from './list';
import { page, type Reply, redirect } from './reply';
import { PageError, type Site, type Visit } from './site';

/** The page of a collection: its list, and beside it the form that creates an item. */
interface CollectionShape<T> extends ListShape<T> {
  readonly title: string;
  readonly lead: Content;
  readonly notice?: Content;
  /** What is created, with its article: `a bucket`. */
  readonly one: string;
  readonly fields: Content;
}

export function collectionPage<T extends Listable>(
  visit: Visit,
  items: readonly T[],
  state: FormState,
  { title, lead, notice, one, fields, ...shape }: CollectionShape<T>,
): Reply {
  const submit = `Create ${one.replace(/^an? /, '')}`;
  return page(
    title,
    html`<p class="lead">${lead}</p>
<div class="columns">
<div class="content">${jump('create', `Create ${one}`)}${notice}${list(visit, items, shape)}</div>
<section class="card aside" aria-labelledby="create"><h2 id="create">Create ${one}</h2>
${form(visit.session, { path: shape.path, submit, state }, fields)}</section>
</div>`,
  );
}

/** The item with the id in the path. Throws a {@link PageError} if there is none. */
export function find<T extends { readonly id: string }>(items: readonly T[], { id }: Visit, kind: string): T {
  const found = items.find((item) => item.id === id);
  if (!found) throw new PageError(404, `There is no ${kind} with the id "${id}".`);
  return found;
}

/** Adds the page that asks before an item is deleted, and the action that deletes it. `done` is the sentence after that. */
export function addDeletion<T extends { readonly id: string }>(
  site: Site,
  path: string,
  get: (visit: Visit) => T,
  inWords: (item: T) => { readonly title: string; readonly says: Content; readonly done: string },
  remove: (caller: Caller, id: string) => void | Promise<void>,
): void {
  site.page(`${path}/:id/delete`, (visit) => {
    const item = get(visit);
    const { title, says } = inWords(item);
    return confirmation(visit.session, { title, says, path: `${path}/${item.id}/delete`, back: path });
  });

  site.action(`${path}/:id/delete`, async (visit) => {
    const item = get(visit);
    await remove(visit.session.caller, item.id);
    return redirect(path, inWords(item).done);
  });
}
