import { type Content, type Html, html } from './html';

/** A column: its heading, and what stands in it. The first one names the row, but for boxes to tick. */
export interface Column<T> {
  readonly head: string;
  readonly cell: (item: T) => Content;
  /** How its text breaks: anywhere (`text`), or not at all (`line`); `actions` stand at the end, a box to tick (`tick`) before the name. */
  readonly kind?: 'text' | 'line' | 'actions' | 'tick';
}

/** What a table is about. */
export interface TableShape<T> {
  readonly caption: Content;
  /** What is said where there are no rows. */
  readonly empty: Content;
  /** Tells rows apart when the table is refreshed. */
  readonly keyOf?: (item: T) => string;
  /** Lines above the row of an item, or with `undefined` below all of them; each has a key. */
  readonly linesAbove?: (item: T | undefined) => readonly { readonly key: string; readonly content: Content }[];
  /** In a heading; by default its text. */
  readonly heading?: (column: Column<T>) => { readonly content?: Content; readonly sort?: 'ascending' | 'descending' };
}

/**
 * A table, or a sentence where there is nothing to list. In a narrow place each row is a block whose lines have labels; the roles say
 * that it is a table all the same, which browsers forget of what is no longer laid out as one.
 */
export function table<T>(
  columns: readonly Column<T>[],
  items: readonly T[],
  { caption, empty, keyOf, linesAbove = () => [], heading }: TableShape<T>,
): Html {
  const last = linesAbove(undefined);
  if (items.length === 0 && last.length === 0) return html`<div class="card"><p class="empty">${empty}</p></div>`;
  const lines = (item: T | undefined) =>
    (item === undefined ? last : linesAbove(item)).map(
      ({ key, content }) =>
        html`<tr role="row" class="between" data-key="${key}"><td role="cell" colspan="${columns.length}">${content}</td></tr>`,
    );
  const heads = columns.map((column) => {
    const plain = column.kind === 'tick' ? html`<span class="hidden">${column.head}</span>` : column.head;
    const { content = plain, sort } = heading?.(column) ?? {};
    return html`<th scope="col" role="columnheader"${(column.kind === 'actions' || column.kind === 'tick') && html` class="${column.kind}"`}${sort && html` aria-sort="${sort}"`}>${content}</th>`;
  });
  const naming = columns.findIndex(({ kind }) => kind !== 'tick');
  const rows = items.map(
    (item) =>
      html`${lines(item)}<tr role="row"${keyOf && html` data-key="${keyOf(item)}"`}>${columns.map((column, index) => cell(column, item, index === naming))}</tr>`,
  );
  return html`<div class="card table"><table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${rows}${lines(undefined)}</tbody>
</table></div>`;
}

function cell<T>({ head, cell, kind }: Column<T>, item: T, names: boolean): Html {
  const as = kind && html` class="${kind}"`;
  const content = cell(item);
  if (names) return html`<th scope="row" role="rowheader"${as}>${content}</th>`;
  return html`<td role="cell" data-label="${head}"${as}>${content}</td>`;
}
