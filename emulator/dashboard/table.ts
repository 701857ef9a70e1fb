import { type Content, type Html, html } from './html';

/** A column: its heading and its cells. The first one, apart from boxes to tick, names the row. */
export interface Column<T> {
  readonly head: string;
  readonly cell: (item: T) => Content;
  /** Its text breaks anywhere (`text`) or not at all (`line`). `actions` are at the end, a box to tick (`tick`) is before the name. */
  readonly kind?: 'text' | 'line' | 'actions' | 'tick';
}

export interface TableShape<T> {
  readonly caption: Content;
  readonly empty: Content;
  /** A class for a layout of its own. */
  readonly name?: string;
  /** Identifies rows when the table is refreshed. */
  readonly keyOf?: (item: T) => string;
  /** Lines above the row of an item, or below all rows for `undefined`. Each has a key. */
  readonly linesAbove?: (item: T | undefined) => readonly { readonly key: string; readonly content: Content }[];
  /** The content and order of a heading; by default its text. */
  readonly heading?: (column: Column<T>) => { readonly content?: Content; readonly sort?: 'ascending' | 'descending' };
}

/**
 * A table, or a text if there are no rows. In a narrow place each row is a block whose lines have labels. Roles keep the meaning of a
 * table for screen readers, because browsers drop it when the layout changes.
 */
export function table<T>(
  columns: readonly Column<T>[],
  items: readonly T[],
  { caption, empty, name, keyOf, linesAbove = () => [], heading }: TableShape<T>,
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
  return html`<div class="card table${name && ` ${name}`}"><table role="table">
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
