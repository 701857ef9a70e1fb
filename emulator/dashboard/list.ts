import type { Caller } from '../domain/records';
import { type FormState, form } from './form';
import { type Content, grouped, type Html, html, line, time } from './html';
import { journalPath } from './journal-search';
import { confirmation, jump, link, pager, region, toPath } from './layout';
import { page, type Reply, ROOT, redirect } from './reply';
import { PageError, type Site, type Visit } from './site';
import { type Column, table } from './table';

/** Rows on one page of a list. On a phone a row is a block of up to ten lines, and 100 rows would be 40 screens. */
export const PAGE_SIZE = 25;

/** A list with at most this number of items needs no search. */
const FEW = 5;

export interface ListColumn<T> extends Column<T> {
  readonly sort?: { readonly by: string; readonly of: (item: T) => SortValue };
}

export interface ListShape<T> {
  readonly path: string;
  readonly caption: string;
  readonly empty: Content;
  readonly columns: readonly ListColumn<T>[];
  /** The texts that a search looks into. */
  readonly texts: (item: T) => readonly (string | null | undefined)[];
}

export interface Listable {
  readonly id: string;
  readonly position: number;
}

/** A list with search, sorting and pages, whose state is in the URL. */
export function list<T extends Listable>({ query }: Visit, items: readonly T[], shape: ListShape<T>): Html {
  const { path, caption, empty, columns, texts } = shape;
  const sortings = ['created', ...columns.flatMap(({ sort }) => (sort ? [sort.by] : []))];
  const { q = '', sort = '' } = query;
  // What is not understood is ignored.
  const asked = {
    q: q.trim(),
    sort: sortings.includes(sort.replace(/^-/, '')) ? sort : '',
    page: readPage(query.page),
  };
  const found = asked.q === '' ? items : items.filter((item) => contains(texts(item), asked.q));
  const { shown, here: number, pages } = pageOf(inOrder(found, columns, asked.sort), asked.page);
  const here = { ...asked, page: number };
  const all = grouped(items.length);
  const count = found.length === items.length ? all : `${grouped(found.length)} of ${all}`;
  const rows = table(columns, shown, {
    caption: html`${caption} <span class="count">${count}</span>`,
    empty: asked.q === '' ? empty : html`Nothing here has “${asked.q}” in it. ${link(path, 'Show all')}`,
    keyOf: ({ id }) => id,
    heading: (column: ListColumn<T>) => heading(here.sort, column, (sort) => toPath(path, { ...here, sort, page: 1 })),
  });
  const { page } = here;
  const first = (page - 1) * PAGE_SIZE;
  const to = (number: number, label: string) => link(toPath(path, { ...here, page: number }), label);
  const others = pager('Pages', [
    html`<span class="muted">${grouped(first + 1)} to ${grouped(first + shown.length)} of ${grouped(found.length)}</span>`,
    page > 2 && to(1, 'First page'),
    page > 1 && to(page - 1, 'Previous page'),
    page < pages && to(page + 1, 'Next page'),
    page < pages - 1 && to(pages, 'Last page'),
  ]);
  const isWorthIt = items.length > FEW || asked.q !== '' || asked.sort !== '';
  return html`${isWorthIt && tools(path, here, columns)}
${region('list', toPath(path, asked), [rows, pages > 1 && others])}`;
}

/** Sorts items, by default newest first. Equal items stay newest first. */
function inOrder<T extends Listable>(items: readonly T[], columns: readonly ListColumn<T>[], sort: string): T[] {
  const newest = [...items].sort((a, b) => b.position - a.position);
  const by = sort.replace(/^-/, '');
  const of =
    by === 'created' ? ({ position }: T) => position : columns.find((column) => column.sort?.by === by)?.sort?.of;
  if (!of) return newest;
  const sign = sort.startsWith('-') ? -1 : 1;
  return newest.sort((a, b) => sign * compare(of(a), of(b)));
}

/** A heading that sorts. `to` gives the path of the list in an order. */
export function heading<T>(current: string, { head, sort }: ListColumn<T>, to: (sort: string) => string) {
  if (!sort) return {};
  const isUp = current === sort.by;
  const isDown = current === `-${sort.by}`;
  const next = to(isUp ? `-${sort.by}` : sort.by);
  const content = html`<a href="${ROOT}${next}">${head}<span class="arrow" aria-hidden="true">${isUp ? '▲' : isDown ? '▼' : '↕'}</span></a>`;
  return { content, ...(isUp && { sort: 'ascending' as const }), ...(isDown && { sort: 'descending' as const }) };
}

/** The search field, and the choice of an order for narrow screens, which have no headings. */
function tools<T>(path: string, { q, sort }: { q: string; sort: string }, columns: readonly ListColumn<T>[]): Html {
  const choices = [['', 'Newest first'], ['created', 'Oldest first'], ...sortChoices(columns)] as const;
  return html`<search><form class="tools" method="get" action="${ROOT}${path}">
<label class="hidden" for="q">Search</label><input type="search" id="q" name="q" value="${q}" maxlength="1024" placeholder="Search" autocomplete="off" spellcheck="false">
${sortField(choices, sort)}
<button>Search</button>
</form></search>`;
}

/** The choices of orders: both directions of each column that has an order. */
export function sortChoices<T>(columns: readonly ListColumn<T>[]): (readonly [value: string, label: string])[] {
  return columns.flatMap(({ head, sort }) =>
    sort === undefined || sort.by === 'created'
      ? []
      : [[sort.by, `${head}, ascending`] as const, [`-${sort.by}`, `${head}, descending`] as const],
  );
}

export function sortField(choices: readonly (readonly [value: string, label: string])[], sort: string): Html {
  return html`<label class="hidden" for="sort">Sort by</label><select id="sort" name="sort">${choices.map(
    ([value, label]) => html`<option value="${value}"${value === sort && html` selected`}>${label}</option>`,
  )}</select>`;
}

export const CREATED: ListColumn<{ readonly createdAt: number; readonly position: number }> = {
  head: 'Created',
  cell: ({ createdAt }) => time(createdAt),
  sort: { by: 'created', of: ({ position }) => position },
};

/** The last column. Its actions are on several lines where there is no room for them on one. */
export const actionsColumn = <T>(cell: (item: T) => Content): ListColumn<T> => ({
  head: 'Actions',
  kind: 'actions',
  cell: (item) => [cell(item)].flat().map((action) => html`${action} `),
});

/** The actions of an item that has a page for changes; `says` names it for screen readers. */
export const changeOrDelete = (path: string, says: string) =>
  html`${link(path, 'Change', says)} ${link(`${path}/delete`, 'Delete', says)}`;

/** The column of the project, if the session has more than one. */
export function projectColumn<T extends { readonly projectId: string }>({ session }: Visit): readonly ListColumn<T>[] {
  if (session.caller.projectIds.length < 2) return [];
  const of = ({ projectId }: T) => projectId;
  return [{ head: 'Project', kind: 'line', cell: (item) => line(of(item)), sort: { by: 'project', of } }];
}

/** The number of a page, from 1; 1 for any other text, and for one of more than `digits`. */
export const readPage = (text = '', digits = 9) =>
  /^[1-9]\d*$/.test(text) && text.length <= digits ? Number(text) : 1;

/** The items of a page, or of the last one if there are fewer pages. */
export function pageOf<T>(items: readonly T[], page: number): { shown: readonly T[]; here: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
  const here = Math.min(page, pages);
  return { shown: items.slice((here - 1) * PAGE_SIZE, here * PAGE_SIZE), here, pages };
}

/** A value to sort by: numbers by size, texts in natural order, `file-2` before `file-10`. */
export type SortValue = string | number | bigint;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function compare(one: SortValue, other: SortValue): number {
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

/** True if one of the texts contains `q`, ignoring case. */
function contains(texts: readonly (string | null | undefined)[], q: string): boolean {
  const wanted = q.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}

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
  if (found) return found;
  const requests = link(journalPath(['id', id]), 'Requests about it');
  throw new PageError(404, `There is no ${kind} with the id ${JSON.stringify(id)}.`, html`<p>${requests}</p>`);
}

/** Adds the page that asks before an item is deleted, and the action that deletes it. `done` is the sentence after that. */
export function addDeletion<T extends { readonly id: string; readonly projectId: string }>(
  site: Site,
  path: string,
  get: (visit: Visit) => T,
  inWords: (item: T) => { readonly title: string; readonly says: Content; readonly done: string },
  remove: {
    readonly operation: 'deleteSecret' | 'deletePullSecret' | 'deleteAccessKey';
    readonly run: (caller: Caller, id: string) => void | Promise<void>;
  },
): void {
  site.page(`${path}/:id/delete`, (visit) => {
    const item = get(visit);
    const { title, says } = inWords(item);
    return confirmation(visit.session, { title, says, path: `${path}/${item.id}/delete`, back: path });
  });

  site.action(`${path}/:id/delete`, async (visit) => {
    const item = get(visit);
    await remove.run(visit.session.caller, item.id);
    visit.record(remove.operation, item);
    return redirect(path, inWords(item).done);
  });
}
