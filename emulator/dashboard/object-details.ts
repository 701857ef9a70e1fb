import type { SeenBucket } from '../domain/buckets';
import type { Checksum, ObjectPart, StoredObject } from '../domain/objects/records';
import { folderOf, sizeOf } from './bucket-objects';
import { nameOf } from './buckets';
import { faultLink } from './fault-form';
import { type Attempt, BLANK, type FormState, form, type Problem, selectField } from './form';
import { type Content, copyButton, countOf, grouped, type Html, html, named, time, visible } from './html';
import { requestsLink } from './journal-search';
import { link, pager, toPath } from './layout';
import { pageOf, readPage } from './list';
import { decode, toObjectsPath } from './object-list';
import { getObject } from './objects';
import type { DashboardContext } from './ports';
import { page, type Reply } from './reply';
import type { Site, Submission, Visit } from './site';
import { type Column, table } from './table';

/** The page of an object: all its details, and a form for a link to share it. */
export function addDetailsPages(site: Site, context: DashboardContext): void {
  if (!context.service.plane.isHere) return;
  site.page('/buckets/:id/object/details', (visit) => show(visit, context, visit.query.key ?? ''));
  site.form('/buckets/:id/object/share', (visit) => share(visit, context, decode(visit.form.get('key') ?? '')));
}

function show(visit: Visit, context: DashboardContext, key: string, state: FormState = BLANK): Reply {
  const { bucket, object } = getObject(context.service, visit, key);
  const path = `/buckets/${bucket.id}/object`;
  const folder = folderOf(key);
  return page(
    visible(key),
    html`<p class="crumbs">${link(toObjectsPath(bucket.id, { prefix: folder }), folder === '' ? html`Bucket ${nameOf(bucket)}` : named(folder))}</p>
<p class="lead choices">${link(toPath(path, { key }), 'Download')} ${requestsLink('about it', ['bucket', nameOf(bucket)], ['key', key])} ${faultLink(visit, { 'where.objectId': nameOf(bucket), 'where.keyPrefix': key }, 'Inject a fault')} ${link(toPath(`${path}/delete`, { key }), 'Delete')}</p>
<div class="columns">
<div class="content"><div class="card">${facts(bucket, object)}</div>
${pairs('Metadata', 'Set by the client, as x-amz-meta-…', object.metadata)}
${partsOf(object, visit, path)}</div>
<section class="card aside" aria-labelledby="share"><h2 id="share">Share</h2>
${shareForm(visit, bucket, key, { keys: readersOf(context, visit, bucket), state })}</section>
</div>`,
  );
}

function facts(
  { alias, showsAlias }: SeenBucket,
  { key, size, etag, checksum, lastModified, parts, headers }: StoredObject,
): Html {
  const { 'content-type': type = '', ...others } = headers;
  return html`<dl class="facts">
<dt>Name</dt><dd><span class="copyable">${named(key)}${copyButton('the name')}</span></dd>
${showsAlias && html`<dt>S3 URI</dt><dd><span class="copyable"><code class="name">${visible(`s3://${alias}/${key}`)}</code>${copyButton('the S3 URI')}</span></dd>`}
<dt>Size</dt><dd>${sizeOf(size)} ${size >= 1024 && html`<span class="muted">${countOf(size, 'byte')}</span>`}</dd>
<dt>Type</dt><dd>${visible(type)}</dd>
<dt>Last modified</dt><dd>${time(lastModified)}</dd>
<dt>ETag</dt><dd><code>${etag}</code></dd>
<dt>Checksum</dt><dd>${checksum ? inWords(checksum) : html`<span class="muted">none was sent</span>`}</dd>
<dt>Uploaded</dt><dd>${parts ? `in ${countOf(parts.length, 'part')}` : 'in one piece'}</dd>
${Object.entries(others).map(([name, value]) => html`<dt>${name}</dt><dd>${named(value)}</dd>`)}
</dl>`;
}

const inWords = ({ algorithm, type, value }: Checksum) =>
  html`${algorithm} <code>${value}</code> <span class="muted">${type === 'COMPOSITE' ? 'of the checksums of the parts' : 'of all bytes'}</span>`;

function pairs(caption: string, hint: string, values: Readonly<Record<string, string>>): Content {
  const columns: readonly Column<readonly [string, string]>[] = [
    { head: 'Name', kind: 'text', cell: ([name]) => named(name) },
    { head: 'Value', kind: 'text', cell: ([, value]) => named(value) },
  ];
  const rows = Object.entries(values);
  if (rows.length === 0) return undefined;
  return table(columns, rows, { caption: html`${caption} <span class="muted">${hint}</span>`, empty: '' });
}

/** The parts of an object in pages, because there may be ten thousand. */
function partsOf({ key, parts }: StoredObject, { query }: Visit, path: string): Content {
  if (!parts) return undefined;
  const { shown, here, pages } = pageOf(parts, readPage(query.page, 5));
  const columns: readonly Column<ObjectPart>[] = [
    { head: 'Part', cell: ({ number }) => number },
    { head: 'Size', kind: 'line', cell: ({ size }) => sizeOf(size) },
    { head: 'Checksum', kind: 'text', cell: ({ checksum }) => checksum && inWords(checksum) },
  ];
  const to = (wanted: number, label: string) => link(toPath(`${path}/details`, { key, page: wanted }), label);
  return html`${table(columns, shown, { caption: html`Parts <span class="count">${grouped(parts.length)}</span>`, empty: '' })}
${pager('Pages of parts', [here > 1 && to(here - 1, 'Previous page'), here < pages && to(here + 1, 'Next page')])}`;
}

const LIFETIMES = [
  ['3600', '1 hour'],
  ['900', '15 minutes'],
  ['86400', '1 day'],
  ['604800', '7 days'],
] as const;

/** A form that makes a presigned link, which works without a key. */
function shareForm(
  { session }: Visit,
  { id, showsAlias }: SeenBucket,
  key: string,
  { keys, state }: { keys: readonly string[]; state: FormState },
): Html {
  if (!showsAlias) return html`<p>The bucket has no alias yet: links to it can be made once it has.</p>`;
  if (keys.length === 0) {
    return html`<p>A link is signed with an access key that may read this bucket, and there is none. ${link('/keys', 'Create one')}</p>`;
  }
  const choices = keys.map((each) => [each, each] as const);
  return form(session, { path: `/buckets/${id}/object/share`, submit: 'Create link', state }, [
    html`<p class="hint">Whoever has the link downloads the object, without a key, until the link expires or the key is deleted.</p>
<input type="hidden" name="key" value="${encodeURIComponent(key)}">`,
    selectField(state, { name: 'access_key_id', label: 'Signed with access key', choices }),
    selectField(state, { name: 'lifetime', label: 'Valid for', choices: LIFETIMES }),
  ]);
}

/** Makes the link. Only the response to the form contains it, because its signature gives access like a key. */
function share(visit: Submission, context: DashboardContext, key: string): Attempt {
  const { bucket } = getObject(context.service, visit, key);
  const { form: sent } = visit;
  const values = { access_key_id: sent.get('access_key_id') ?? '', lifetime: sent.get('lifetime') ?? '' };
  const problems: Problem[] = [];
  if (!readersOf(context, visit, bucket).includes(values.access_key_id)) {
    problems.push({ field: 'access_key_id', message: 'The access key is gone, or may not read this bucket.' });
  }
  if (!LIFETIMES.some(([seconds]) => seconds === values.lifetime)) {
    problems.push({ field: 'lifetime', message: 'Choose how long the link is valid.' });
  }
  if (!bucket.showsAlias) problems.push({ field: 'access_key_id', message: 'The bucket has no alias yet.' });
  return {
    problems,
    run: () => {
      const { url, expiresAt } = context.presign({
        ...{ bucket: bucket.alias, key, accessKeyId: values.access_key_id },
        lifetimeS: Number(values.lifetime),
      });
      return page(
        `Link to ${visible(key)}`,
        html`<div class="sheet"><div class="card">
<p class="notice">Valid until ${time(expiresAt)}. This is the only time that it is shown.</p>
<div class="block"><pre tabindex="0">${url}</pre>${copyButton('the link')}</div>
</div>
<p>${link(toPath(`/buckets/${bucket.id}/object/details`, { key }), 'Back to the object')}</p></div>`,
      );
    },
    again: (found) => show(visit, context, key, { values, problems: found }),
  };
}

/** The public ids of the caller's keys that may read the bucket. */
function readersOf({ service }: DashboardContext, { session }: Visit, { id }: SeenBucket): string[] {
  return service.accessKeys
    .stored(session.caller)
    .filter(({ bucketIds, permissions }) => permissions.read && bucketIds.includes(id))
    .map(({ accessKeyId }) => accessKeyId);
}
