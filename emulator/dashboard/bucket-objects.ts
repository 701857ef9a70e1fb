import type { SeenBucket } from '../domain/buckets';
import type { Listed, Objects } from '../domain/objects/objects';
import type { StoredObject, Upload } from '../domain/objects/records';
import { type Html, html } from './html';
import { link } from './layout';
import { PAGE_SIZE, table, time } from './list';
import { approximateSize } from './size';

type Query = Readonly<Record<string, string>>;

/** Slashes make folders here, as S3's own console has it; a key is any text all the same. */
const DELIMITER = '/';

/** What lies in a bucket, folder by folder, and the uploads that were begun there. Of objects their names and sizes, never a byte. */
export function objectsOf(objects: Objects, { id }: SeenBucket, { prefix = '', after = '' }: Query): Html {
  const here = { prefix, delimiter: DELIMITER, limit: PAGE_SIZE };
  const { entries, isTruncated } = objects.list(id, { ...here, after });
  const path = `/buckets/${id}`;
  const rows = entries.map((entry) => row(path, prefix, entry));
  const last = entries.at(-1);
  const more = isTruncated && last ? (last.kind === 'item' ? last.item.key : last.prefix) : undefined;
  return html`${folders(path, prefix)}
${table({ caption: prefix === '' ? 'Objects' : `Objects below ${prefix}`, columns: ['Name', 'Size', 'Type', 'Last modified'], empty: 'Nothing lies here.' }, rows)}
${
  (more !== undefined || after !== '') &&
  html`<nav class="pager" aria-label="Pages of objects">
${after !== '' && link(to(path, { prefix }), 'First page')}
${more !== undefined && link(to(path, { prefix, after: more }), 'Next page')}
</nav>`
}
${uploadsOf(objects, id)}`;
}

/** The way from the bucket down to the folder that is shown; nothing in the bucket itself. */
function folders(path: string, prefix: string): Html {
  const parts = prefix.split(DELIMITER).slice(0, -1);
  const steps = parts.map((part, index) => {
    const below = `${parts.slice(0, index + 1).join(DELIMITER)}${DELIMITER}`;
    return html`<li>${link(to(path, { prefix: below }), `${part}${DELIMITER}`)}</li>`;
  });
  if (prefix === '') return html``;
  return html`<nav class="folders" aria-label="Folders"><ul><li>${link(path, 'All objects')}</li>${steps}</ul></nav>`;
}

function row(path: string, prefix: string, entry: Listed<StoredObject>): Html {
  if (entry.kind === 'prefix') {
    const name = entry.prefix.slice(prefix.length);
    return html`<tr><th scope="row">${link(to(path, { prefix: entry.prefix }), name)}</th><td></td><td>folder</td><td></td></tr>`;
  }
  const { key, size, headers, lastModified } = entry.item;
  return html`<tr><th scope="row"><code>${key.slice(prefix.length) || key}</code></th><td>${approximateSize(BigInt(size))}${size >= 1024 && html`<br><span class="muted">${size} bytes</span>`}</td><td class="text">${headers['content-type']}</td><td>${time(lastModified)}</td></tr>`;
}

function uploadsOf(objects: Objects, bucketId: string): Html {
  const query = { prefix: '', delimiter: undefined, after: '', limit: PAGE_SIZE, afterUploadId: undefined };
  const { entries } = objects.uploads(bucketId, query);
  const uploads = entries.flatMap((entry): Upload[] => (entry.kind === 'item' ? [entry.item] : []));
  if (uploads.length === 0) return html``;
  const rows = uploads.map(
    ({ key, initiatedAt, accessKeyId }) =>
      html`<tr><th scope="row"><code>${key}</code></th><td>${time(initiatedAt)}</td><td><code>${accessKeyId}</code></td></tr>`,
  );
  const columns = ['Name', 'Begun', 'By access key'];
  return table({ caption: 'Unfinished uploads', columns, empty: '' }, rows);
}

const to = (path: string, query: Query) => `${path}?${new URLSearchParams(query)}`;
