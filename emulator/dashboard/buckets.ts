import type { Buckets, SeenBucket } from '../domain/buckets';
import { DomainError } from '../domain/errors';
import { objectsOf, prefixForm, selectionBar } from './bucket-objects';
import { exactUse, holds, useOf } from './bucket-use';
import { faultLink } from './fault-form';
import {
  BLANK,
  type FormState,
  form,
  merge,
  problemOn,
  projectField,
  selectField,
  summary,
  textField,
  toProblems,
} from './form';
import { clamped, copyable, type Html, html, id, named } from './html';
import { requestsLink } from './journal-search';
import { confirmation, jump, link, proof, region } from './layout';
import { actionsColumn, CREATED, collectionPage, find, type ListColumn, projectColumn } from './list';
import { readObjectsQuery, toObjectsPath } from './object-list';
import type { DashboardContext } from './ports';
import { page, type Reply, ROOT, redirect, refused } from './reply';
import type { Session } from './sessions';
import type { Site, Submission, Visit } from './site';
import { parseSize, splitSize, UNIT_NAMES } from './sizes';

const LABELS = { project_id: 'Project', max_size: 'Quota in bytes', description: 'Description' };
const GROUPS = [['Quota', 'max_size', 'unit'] as const, ['Description', 'description'] as const];

/** Buckets: list, create, change quota and description, delete. The service chooses their names. */
export function addBucketPages(site: Site, context: DashboardContext): void {
  const { service, check, s3Endpoint } = context;
  const { buckets } = service;

  const columnsOf = (visit: Visit): readonly ListColumn<SeenBucket>[] => [
    {
      head: 'Bucket',
      kind: 'text',
      cell: (bucket) =>
        html`<div>${link(`/buckets/${bucket.id}`, aliasOf(bucket))}</div>${id(bucket.id)}${service.plane.isMissing(bucket.id) && GONE}`,
      sort: { by: 'name', of: nameOf },
    },
    {
      head: 'Use',
      cell: (bucket) => useOf(bucket, buckets.usage(bucket.id)),
      sort: { by: 'use', of: (bucket) => buckets.usage(bucket.id)?.bytes ?? -1n },
    },
    { head: 'Description', kind: 'text', cell: ({ description }) => description && clamped(description) },
    ...projectColumn<SeenBucket>(visit),
    CREATED,
    actionsColumn((bucket) => [
      requestsLink(`about bucket ${nameOf(bucket)}`, ['bucket', nameOf(bucket)]),
      link(`/buckets/${bucket.id}#change`, 'Change', `bucket ${nameOf(bucket)}`),
      link(`/buckets/${bucket.id}/delete`, 'Delete', `bucket ${nameOf(bucket)}`),
    ]),
  ];

  const show = (visit: Visit, state: FormState = BLANK): Reply =>
    collectionPage(visit, buckets.stored(visit.session.caller), state, {
      title: 'Buckets',
      lead: html`The service gives each bucket an alias. S3 clients reach it by that alias at ${copyable(s3Endpoint)}`,
      path: '/buckets',
      caption: 'Buckets',
      empty: 'There are no buckets yet.',
      columns: columnsOf(visit),
      texts: (bucket) => [nameOf(bucket), bucket.id, bucket.description, bucket.projectId],
      one: 'a bucket',
      fields: [projectField(visit.session, state), fields(state)],
    });

  const judge = (operation: 'createBucket' | 'updateBucket', { entered, maxSize }: Read, more: object) => [
    ...(maxSize === undefined
      ? [{ field: 'max_size', message: 'Quota must be a whole number of the unit beside it.' }]
      : []),
    ...toProblems(check(operation, { ...more, max_size: maxSize ?? 1n, description: entered.description }), LABELS),
  ];

  site.page('/buckets', (visit) => show(visit));

  site.form('/buckets', (visit) => {
    const projectId = visit.form.get('project_id') ?? '';
    const read = readFields(visit);
    const { entered, maxSize = 0n } = read;
    return {
      problems: judge('createBucket', read, { project_id: projectId }),
      run: async () => {
        const wanted = { projectId, maxSize, description: entered.description };
        const created = await buckets.create(visit.session.caller, wanted);
        visit.record('createBucket', created);
        return redirect('/buckets', `The bucket ${nameOf(created)} was created.`);
      },
      again: (problems) => show(visit, { values: { ...entered, project_id: projectId }, problems }),
    };
  });

  site.page('/buckets/:id', (visit) => bucketPage(context, visit, getBucket(buckets, visit)));

  site.form('/buckets/:id', (visit) => {
    const bucket = getBucket(buckets, visit);
    const read = readFields(visit);
    const { entered, maxSize = 0n } = read;
    const { description } = entered;
    const { values, conflicts } = merge(visit.form, { now: valuesOf(bucket), entered, groups: GROUPS });
    return {
      problems: judge('updateBucket', read, { id: bucket.id }),
      conflicts,
      run: async () => {
        const { caller } = visit.session;
        const saved = await buckets.update(caller, { id: bucket.id, maxSize, description });
        // The dialect decides whether "" or null clears a description.
        const isLeft = description === '' && saved.description !== null;
        const last = isLeft ? await buckets.update(caller, { id: bucket.id, maxSize, description: null }) : saved;
        const remains = description === '' && last.description !== null;
        visit.record('updateBucket', bucket);
        const says = remains ? ' The service keeps its description: it clears none.' : '';
        return redirect('/buckets', `The bucket ${nameOf(bucket)} was saved.${says}`);
      },
      again: (problems) => bucketPage(context, visit, bucket, { change: { values, problems } }),
    };
  });

  const askToDelete = ({ session }: Visit, bucket: SeenBucket, problem?: string): Reply => {
    const use = buckets.usage(bucket.id);
    const canBeEmptied = service.plane.isHere && use !== undefined && use.objects > 0;
    return confirmation(session, {
      title: `Delete bucket ${nameOf(bucket)}?`,
      says: html`${problem && html`<p class="problem" role="alert">${problem}</p>`}
<p>Access keys lose it at once. ${holds(use)} ${canBeEmptied && link(`/buckets/${bucket.id}/empty?then=delete`, 'Empty it first')}</p>`,
      path: `/buckets/${bucket.id}/delete`,
      back: '/buckets',
    });
  };

  site.page('/buckets/:id/delete', (visit) => askToDelete(visit, getBucket(buckets, visit)));

  site.action('/buckets/:id/delete', async (visit) => {
    const bucket = getBucket(buckets, visit);
    try {
      await buckets.delete(visit.session.caller, bucket.id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'not_empty') throw error;
      return refused(askToDelete(visit, bucket, error.message), 409);
    }
    visit.record('deleteBucket', bucket);
    return redirect('/buckets', `The bucket ${nameOf(bucket)} was deleted.`);
  });
}

/** The bucket with the id in the path. Throws a {@link PageError} if there is none. */
export const getBucket = (buckets: Buckets, visit: Visit): SeenBucket =>
  find(buckets.stored(visit.session.caller), visit, 'bucket');

/** The page of a bucket: its objects, a form to upload more, and forms for changes. */
export function bucketPage(
  { service, s3Endpoint }: Pick<DashboardContext, 'service' | 's3Endpoint'>,
  visit: Visit,
  bucket: SeenBucket,
  { change, upload = BLANK, selection }: { change?: FormState; upload?: FormState; selection?: string } = {},
): Reply {
  const { session, query } = visit;
  const asked = readObjectsQuery(query);
  const path = `/buckets/${bucket.id}`;
  const shown = valuesOf(bucket);
  const state = change ?? { values: shown, problems: [] };
  const from = toObjectsPath(bucket.id, asked);
  const use = service.buckets.usage(bucket.id);
  return page(
    `Bucket ${nameOf(bucket)}`,
    html`<p class="crumbs">${link('/buckets', 'All buckets')} ${requestsLink('about it', ['bucket', nameOf(bucket)])} ${faultLink(visit, { 'where.objectId': nameOf(bucket) }, 'Inject a fault')} ${service.plane.isHere && link(`${path}/empty`, 'Empty the bucket')}</p>
${region('use', from, html`<div class="lead">${useOf(bucket, use)}<span class="muted">${use && exactUse(use, bucket)}</span>${service.plane.isMissing(bucket.id) && GONE}</div>`)}
<div class="columns two">
${
  service.plane.isHere
    ? html`<div class="content">${jump('upload', 'Upload objects')}${prefixForm(bucket.id, asked)}
${selectionBar(session, bucket, asked.prefix, selection)}
${region('objects', from, objectsOf(service.objects, bucket, asked))}</div>
<section class="card aside" aria-labelledby="upload"><h2 id="upload">Upload objects</h2>
${uploadForm(session, path, asked.prefix, upload)}</section>`
    : html`<div class="content"><p>The objects lie in the storage cluster. List and transfer them with an S3 client, at ${copyable(s3Endpoint)}.</p></div>`
}
<section class="card aside" aria-labelledby="change"><h2 id="change">Change the bucket</h2>
${form(session, { path, submit: 'Save', state, shown }, fields(state))}</section>
</div>`,
  );
}

/** The bucket's alias, or its id until the service shows the alias. */
export const nameOf = ({ id, alias, showsAlias }: SeenBucket): string => (showsAlias ? alias : id);

/** The note beside a bucket or key that only the service still knows. */
export const GONE = html`<div class="muted">gone from the storage cluster</div>`;

const aliasOf = ({ alias, showsAlias }: SeenBucket) =>
  showsAlias ? alias : html`<span class="muted">no alias yet</span>`;

const fields = (state: FormState) => [
  html`<div class="side-by-side">${textField(state, { name: 'max_size', label: 'Quota', numeric: true })}
${selectField({ ...state, values: { unit: 'GiB', ...state.values } }, { name: 'unit', label: 'Unit', choices: UNIT_NAMES.map((name) => [name, name]) })}</div>`,
  textField(state, { name: 'description', label: LABELS.description, optional: true }),
];

function valuesOf({ maxSize, description }: SeenBucket) {
  const { count, unit } = splitSize(maxSize);
  return { max_size: count, unit, description: description ?? '' };
}

type Read = ReturnType<typeof readFields>;

function readFields({ form: sent }: Submission) {
  const size = (sent.get('max_size') ?? '').trim();
  // A unit that was typed behind the number counts.
  const [, count = size, typed = ''] = /^(\d+) *([a-z]+)$/i.exec(size) ?? [];
  const isTyped = (name: string) => name.toLowerCase() === typed.toLowerCase();
  const unit = UNIT_NAMES.find(isTyped) ?? sent.get('unit') ?? '';
  const isUnit = typed === '' || UNIT_NAMES.some(isTyped);
  const entered = { max_size: isUnit ? count : size, unit, description: sent.get('description') ?? '' };
  return { entered, maxSize: parseSize(entered.max_size, unit) };
}

/** A form that uploads one file, or many with the script. The file is last: the fields before it decide whether it is accepted. */
export function uploadForm(session: Session, path: string, prefix: string, state: FormState): Html {
  const [replace, file] = [problemOn(state, 'replace'), problemOn(state, 'file')];
  return html`<form class="stack" method="post" action="${ROOT}${path}/upload" enctype="multipart/form-data" novalidate autocomplete="off" data-upload>
${summary(state)}
${proof(session)}
<input type="hidden" name="prefix" value="${encodeURIComponent(prefix)}">
${prefix !== '' && html`<p class="hint">It goes below ${named(prefix)}.</p>`}
${textField(state, { name: 'name', label: 'Name', optional: true, hint: 'Left empty: that of the file. Slashes make folders.' })}
<div class="field">
<label class="check"><input type="checkbox" id="replace" name="replace" value="yes"${replace.mark}> <span>Replace an object of that name</span></label>
${replace.says}
</div>
<div class="field">
<label for="file">File</label>
${file.says}
<input id="file" name="file" type="file"${file.mark}${file.mark && html` autofocus`}>
</div>
<div class="field folder" hidden><label for="folder">Or a folder</label><input id="folder" type="file" name="" webkitdirectory></div>
<p class="submit"><button class="primary">Upload</button></p>
<p class="hint drop" hidden>Or drop files and folders anywhere on this page.</p>
<div class="queue" hidden><p role="status"></p><progress aria-label="Progress"></progress><button type="button">Cancel all</button><ul></ul></div>
</form>`;
}
