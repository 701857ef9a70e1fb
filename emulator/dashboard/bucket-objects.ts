import type { SeenBucket } from '../domain/buckets';
import type { Listed, Objects } from '../domain/objects/objects';
import type { StoredObject, Upload } from '../domain/objects/records';
import { type Html, html } from './html';
import { link } from './layout';
import { PAGE_SIZE, time } from './list';
import { ROOT } from './reply';
import { approximateSize, grouped } from './size';
import { type Column, table } from './table';
import { clamped, named, visible } from './text';

type Query = Readonly<Record<string, string>>;

/** Slashes make folders here, as S3's own console has it; a key is any text all the same. */
const DELIMITER = '/';

/** What lies in a bucket, folder by folder, and the uploads that were begun there. */
export function objectsOf(objects: Objects, { id }: SeenBucket, { prefix = '', after = '' }: Query): Html {
  const { entries, isTruncated } = objects.list(id, { prefix, delimiter: DELIMITER, after, limit: PAGE_SIZE });
  const path = `/buckets/${id}`;
  const last = entries.at(-1);
  const more = isTruncated && last ? keyOf(last) : undefined;
  const caption = prefix === '' ? 'Objects' : html`Objects below ${named(prefix)}`;
  const empty = prefix === '' ? 'Nothing lies here yet.' : html`No name begins with ${named(prefix)}.`;
  return html`${folders(path, prefix)}
${table(columnsOf(path, prefix), entries, { caption, empty, keyOf: (entry) => encodeURIComponent(keyOf(entry)) })}
${
  (more !== undefined || after !== '') &&
  html`<nav class="pager" aria-label="Pages of objects">
${after !== '' && link(toPath(path, { prefix }), 'First page')}
${more !== undefined && link(toPath(path, { prefix, after: more }), 'Next page')}
</nav>`
}
${uploadsOf(objects, id)}`;
}

/** Goes to the objects whose names begin with a text. */
export function prefixForm(bucketId: string, prefix: string): Html {
  return html`<search><form class="tools" method="get" action="${ROOT}/buckets/${bucketId}">
<label class="hidden" for="prefix">Names that begin with</label><input type="search" id="prefix" name="prefix" value="${prefix}" placeholder="Names that begin with" autocomplete="off" spellcheck="false">
<button>Show</button>
</form></search>`;
}

/** Path below the dashboard, with a query in which every text arrives as it is. */
export const toPath = (path: string, query: Query) => `${path}?${new URLSearchParams(query)}`;

/** The folder that a key lies in, as a prefix. */
export const folderOf = (key: string) => key.slice(0, key.lastIndexOf(DELIMITER) + 1);

/** The way from the bucket down to the folder that is shown; nothing in the bucket itself. */
function folders(path: string, prefix: string): Html {
  const parts = prefix.split(DELIMITER).slice(0, -1);
  const steps = parts.map((part, index) => {
    const below = `${parts.slice(0, index + 1).join(DELIMITER)}${DELIMITER}`;
    return html`<li>${link(toPath(path, { prefix: below }), named(`${part}${DELIMITER}`))}</li>`;
  });
  if (prefix === '') return html``;
  return html`<nav class="folders" aria-label="Folders"><ul><li>${link(path, 'All objects')}</li>${steps}</ul></nav>`;
}

const keyOf = (entry: Listed<StoredObject>) => (entry.kind === 'item' ? entry.item.key : entry.prefix);

function columnsOf(path: string, prefix: string): readonly Column<Listed<StoredObject>>[] {
  const ofItem = (show: (item: StoredObject) => Html | string) => (entry: Listed<StoredObject>) =>
    entry.kind === 'item' && show(entry.item);
  return [
    {
      head: 'Name',
      kind: 'text',
      cell: (entry) => {
        const name = keyOf(entry).slice(prefix.length) || keyOf(entry);
        const shown = clamped(name);
        return entry.kind === 'item' ? shown : link(toPath(path, { prefix: entry.prefix }), shown);
      },
    },
    { head: 'Size', kind: 'line', cell: ofItem(({ size }) => sizeOf(size)) },
    { head: 'Type', kind: 'text', cell: (entry) => (entry.kind === 'item' ? typeOf(entry.item) : 'folder') },
    { head: 'Last modified', cell: ofItem(({ lastModified }) => time(lastModified)) },
    {
      head: 'Actions',
      kind: 'actions',
      cell: ofItem(({ key }) => {
        const says = visible(key);
        return html`${link(toPath(`${path}/object`, { key }), 'Download', says)} ${link(toPath(`${path}/object/delete`, { key }), 'Delete', says)}`;
      }),
    },
  ];
}

const sizeOf = (size: number) => html`<span title="${grouped(size)} bytes">${approximateSize(BigInt(size))}</span>`;

/** A media type breaks behind its slash, rather than in a word. */
function typeOf({ headers }: StoredObject): Html {
  const [first = '', ...rest] = visible(headers['content-type'] ?? '').split('/');
  return html`${first}${rest.map((part) => html`/<wbr>${part}`)}`;
}

function uploadsOf(objects: Objects, bucketId: string): Html {
  const query = { prefix: '', delimiter: undefined, after: '', limit: PAGE_SIZE, afterUploadId: undefined };
  const { entries } = objects.uploads(bucketId, query);
  const uploads = entries.flatMap((entry): Upload[] => (entry.kind === 'item' ? [entry.item] : []));
  if (uploads.length === 0) return html``;
  const columns: readonly Column<Upload>[] = [
    { head: 'Name', kind: 'text', cell: ({ key }) => clamped(key) },
    { head: 'Begun', cell: ({ initiatedAt }) => time(initiatedAt) },
    { head: 'By access key', kind: 'line', cell: ({ accessKeyId }) => html`<code>${accessKeyId}</code>` },
  ];
  return table(columns, uploads, { caption: 'Unfinished uploads', empty: '', keyOf: ({ id }) => id });
}
