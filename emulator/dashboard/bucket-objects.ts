import type { SeenBucket } from '../domain/buckets';
import type { Objects } from '../domain/objects/objects';
import type { StoredObject, Upload } from '../domain/objects/records';
import { type Content, clamped, countOf, type Html, html, named, time, visible } from './html';
import { link, pager, proof, toPath } from './layout';
import { actionsColumn, heading, type ListColumn, PAGE_SIZE, sortChoices, sortField } from './list';
import { DELIMITER, type Entry, keyOf, type ObjectsQuery, ORDERS, readObjects, toObjectsPath } from './object-list';
import { ROOT } from './reply';
import type { Session } from './sessions';
import { approximateSize } from './sizes';
import { type Column, table } from './table';

/** The objects of a bucket by folder, and its unfinished uploads. */
export function objectsOf(objects: Objects, { id }: SeenBucket, query: ObjectsQuery): Html {
  const { prefix } = query;
  const { entries, isTooMuch, pages } = readObjects(objects, id, query);
  const sort = isTooMuch || query.sort === '' ? 'name' : query.sort;
  const caption = prefix === '' ? 'Objects' : html`Objects below ${named(prefix)}`;
  const empty = prefix === '' ? 'Nothing lies here yet.' : html`No name begins with ${named(prefix)}.`;
  const to = (by: string) => toObjectsPath(id, { prefix, sort: by === 'name' ? '' : by });
  return html`${folders(id, prefix)}
${isTooMuch && html`<p class="notice">There are more than 10,000 objects and folders here: they are in order of their names only. Narrow them down by the beginning of a name.</p>`}
${table(columnsOf(id, prefix), entries, {
  caption,
  empty,
  keyOf: (entry) => encodeURIComponent(keyOf(entry)),
  heading: (column: ListColumn<Entry>) => heading(sort, column, to),
})}
${pager(
  'Pages of objects',
  (['first', 'previous', 'next', 'last'] as const).map((name) => {
    const to = pages[name];
    return to && link(toObjectsPath(id, to), `${name.replace(/^./, (first) => first.toUpperCase())} page`);
  }),
)}
${uploadsOf(objects, id)}`;
}

/** The id of the form that the boxes of a list belong to. */
const SELECTION = 'selection';

/** The form for the ticked entries. The script counts them, and ticks all of a page. */
export function selectionBar(session: Session, { id }: SeenBucket, prefix: string, problem: string | undefined): Html {
  return html`<form class="selection" id="${SELECTION}" method="post" action="${ROOT}/buckets/${id}/selection">
${proof(session)}<input type="hidden" name="prefix" value="${encodeURIComponent(prefix)}">
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<label class="check all"><input type="checkbox" autocomplete="off"> <span>Select all on this page</span></label>
<output class="muted"></output>
<button>Delete selected</button>
</form>`;
}

export function prefixForm(bucketId: string, { prefix, sort }: ObjectsQuery): Html {
  const choices = sortChoices(columnsOf(bucketId, prefix)).map(
    ([by, label]) => [by === 'name' ? '' : by, label] as const,
  );
  return html`<search><form class="tools" method="get" action="${ROOT}/buckets/${bucketId}">
<label class="hidden" for="prefix">Names that begin with</label><input type="search" id="prefix" name="prefix" value="${prefix}" maxlength="1024" placeholder="Names that begin with" autocomplete="off" spellcheck="false">
${sortField(choices, sort)}
<button>Show</button>
</form></search>`;
}

/** The folder of a key, as a prefix. */
export const folderOf = (key: string) => key.slice(0, key.lastIndexOf(DELIMITER) + 1);

/** Links from the bucket down to the current folder; nothing for the bucket itself. */
function folders(bucketId: string, prefix: string): Content {
  const parts = prefix.split(DELIMITER).slice(0, -1);
  const steps = parts.map((part, index) => {
    const below = `${parts.slice(0, index + 1).join(DELIMITER)}${DELIMITER}`;
    return html`<li>${link(toObjectsPath(bucketId, { prefix: below }), named(`${part}${DELIMITER}`))}</li>`;
  });
  if (prefix === '') return undefined;
  return html`<nav class="folders" aria-label="Folders"><ul><li>${link(toObjectsPath(bucketId, {}), 'All objects')}</li>${steps}</ul></nav>`;
}

function columnsOf(bucketId: string, prefix: string): readonly ListColumn<Entry>[] {
  const path = `/buckets/${bucketId}`;
  const ofItem = (show: (item: StoredObject) => Html | string) => (entry: Entry) =>
    entry.kind === 'item' && show(entry.item);
  const order = (by: string) => ({ by, of: ORDERS[by] ?? keyOf });
  return [
    {
      head: 'Select',
      kind: 'tick',
      // The boxes are outside of their form, so that they stay ticked when the list is refreshed.
      cell: (entry) =>
        html`<input type="checkbox" form="${SELECTION}" name="${entry.kind === 'item' ? 'object' : 'folder'}" value="${encodeURIComponent(keyOf(entry))}" aria-label="Select ${visible(keyOf(entry))}" autocomplete="off">`,
    },
    {
      head: 'Name',
      kind: 'text',
      cell: (entry) => {
        const shown = clamped(keyOf(entry).slice(prefix.length) || keyOf(entry));
        return entry.kind === 'item'
          ? link(toPath(`${path}/object/details`, { key: entry.item.key }), shown)
          : link(toObjectsPath(bucketId, { prefix: entry.prefix }), shown);
      },
      sort: order('name'),
    },
    { head: 'Size', kind: 'line', cell: ofItem(({ size }) => sizeOf(size)), sort: order('size') },
    {
      head: 'Type',
      kind: 'text',
      cell: (entry) => (entry.kind === 'item' ? typeOf(entry.item) : 'folder'),
      sort: order('type'),
    },
    { head: 'Last modified', cell: ofItem(({ lastModified }) => time(lastModified)), sort: order('modified') },
    actionsColumn((entry) => {
      const says = visible(keyOf(entry));
      if (entry.kind === 'prefix')
        return link(toPath(`${path}/folder/delete`, { prefix: entry.prefix }), 'Delete', says);
      const { key } = entry.item;
      return html`${link(toPath(`${path}/object`, { key }), 'Download', says)} ${link(toPath(`${path}/object/delete`, { key }), 'Delete', says)}`;
    }),
  ];
}

/** A size for people, with the exact bytes in its title. */
export const sizeOf = (size: number) =>
  html`<span title="${countOf(size, 'byte')}">${approximateSize(BigInt(size))}</span>`;

/** A media type that breaks after its slash rather than in a word. */
function typeOf({ headers }: StoredObject): Html {
  const [first = '', ...rest] = visible(headers['content-type'] ?? '').split('/');
  return html`${first}${rest.map((part) => html`/<wbr>${part}`)}`;
}

function uploadsOf(objects: Objects, bucketId: string): Content {
  const query = { prefix: '', delimiter: undefined, after: '', limit: PAGE_SIZE, afterUploadId: undefined };
  const { entries } = objects.uploads.list(bucketId, query);
  const uploads = entries.flatMap((entry): Upload[] => (entry.kind === 'item' ? [entry.item] : []));
  if (uploads.length === 0) return undefined;
  const columns: readonly Column<Upload>[] = [
    { head: 'Name', kind: 'text', cell: ({ key }) => clamped(key) },
    { head: 'Begun', cell: ({ initiatedAt }) => time(initiatedAt) },
    { head: 'By access key', kind: 'line', cell: ({ accessKeyId }) => html`<code>${accessKeyId}</code>` },
  ];
  return table(columns, uploads, { caption: 'Unfinished uploads', empty: '', keyOf: ({ id }) => id });
}
