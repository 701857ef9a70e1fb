import type { SeenBucket } from '../domain/buckets';
import { objectsOf } from './bucket-objects';
import { countOf, useOf } from './bucket-use';
import { attempt, BLANK, type FormState, form, projectField, selectField, textField, toProblems } from './form';
import { html } from './html';
import { link } from './layout';
import { confirmation, findListed, pageRequest, pager, projectColumn, table, time } from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import { Refusal, type Site, type Submission, type Visit } from './site';
import { parseSize, splitSize, UNIT_NAMES } from './size';

const LABELS = { project_id: 'Project', max_size: 'Quota', description: 'Description' };

/** Buckets: list, create, quota and description, delete. The service names them. */
export function addBucketPages(
  site: Site,
  { service: { buckets, objects }, check, s3Endpoint }: DashboardContext,
): void {
  const show = (visit: Visit, state: FormState = BLANK, status = 200): Reply => {
    const { session, query } = visit;
    const listed = buckets.list(session.caller, pageRequest(query));
    const columns = ['Alias', 'Use', 'Description', ...projectColumn(visit), 'Created', 'Actions'];
    const rows = listed.items.map(
      (bucket) =>
        html`<tr><th scope="row">${aliasOf(bucket)}<br><code>${bucket.id}</code></th><td>${useOf(objects, bucket)}</td><td class="text">${bucket.description}</td>${
          projectColumn(visit).length > 0 && html`<td>${bucket.projectId}</td>`
        }<td>${time(bucket.createdAt)}</td><td class="actions">${link(`/buckets/${bucket.id}`, 'Open', `bucket ${nameOf(bucket)}`)} ${link(`/buckets/${bucket.id}/delete`, 'Delete', `bucket ${nameOf(bucket)}`)}</td></tr>`,
    );
    return page(
      'Buckets',
      html`<p class="lead">S3 clients reach a bucket by its alias, at <code>${s3Endpoint}</code>. The service gives the alias.</p>
<div class="columns">
<div>${table({ caption: 'Buckets', columns, empty: 'There are no buckets yet.' }, rows)}${pager('/buckets', listed, query)}</div>
<section class="card" aria-labelledby="create"><h2 id="create">Create a bucket</h2>
${form(session, { path: '/buckets', submit: 'Create bucket', state }, [projectField(session, state), fields(state)])}</section>
</div>`,
      status,
    );
  };

  const one = ({ session, query }: Visit, bucket: SeenBucket, state: FormState, status = 200): Reply =>
    page(
      `Bucket ${nameOf(bucket)}`,
      html`<p class="lead">${useOf(objects, bucket)}</p>
<div class="columns">
<div>${objectsOf(objects, bucket, query)}</div>
<section class="card" aria-labelledby="change"><h2 id="change">Change the bucket</h2>
${form(session, { path: `/buckets/${bucket.id}`, submit: 'Save', state }, fields(state))}</section>
</div>
<p>${link('/buckets', 'Back to all buckets')}</p>`,
      status,
    );

  const get = ({ session, id }: Visit): SeenBucket => {
    const found = findListed(buckets.list(session.caller, {}), id);
    if (!found) throw new Refusal(404, `There is no bucket with the id "${id}".`);
    return found;
  };

  const judge = (operation: 'createBucket' | 'updateBucket', { entered, maxSize }: Read, more: object) => [
    ...(maxSize === undefined
      ? [{ field: 'max_size', message: 'Quota must be a whole number of the unit beside it.' }]
      : []),
    ...toProblems(check(operation, { ...more, max_size: maxSize ?? 1n, description: entered.description }), LABELS),
  ];

  site.page('/buckets', (visit) => show(visit));

  site.action('/buckets', (visit) => {
    const projectId = visit.form.get('project_id') ?? '';
    const read = readFields(visit);
    const { entered, maxSize = 0n } = read;
    return attempt(
      judge('createBucket', read, { project_id: projectId }),
      () => {
        const wanted = { projectId, maxSize, description: entered.description };
        visit.session.flash = `The bucket ${nameOf(buckets.create(visit.session.caller, wanted))} was created.`;
        return redirect('/buckets');
      },
      (problems) => show(visit, { values: { ...entered, project_id: projectId }, problems }, 422),
    );
  });

  site.page('/buckets/:id', (visit) => {
    const bucket = get(visit);
    const { count, unit } = splitSize(bucket.maxSize);
    const values = { max_size: count, unit, description: bucket.description ?? '' };
    return one(visit, bucket, { values, problems: [] });
  });

  site.action('/buckets/:id', (visit) => {
    const bucket = get(visit);
    const read = readFields(visit);
    const { entered, maxSize = 0n } = read;
    const { description } = entered;
    return attempt(
      judge('updateBucket', read, { id: bucket.id }),
      () => {
        const { caller } = visit.session;
        const saved = buckets.update(caller, { id: bucket.id, maxSize, description });
        // Whether "" or null clears a description is for the dialect to say.
        const isLeft = description === '' && saved.description !== null;
        const last = isLeft ? buckets.update(caller, { id: bucket.id, maxSize, description: null }) : saved;
        const remains = description === '' && last.description !== null;
        visit.session.flash = `The bucket ${nameOf(bucket)} was saved.${remains ? ' The service keeps its description: it clears none.' : ''}`;
        return redirect('/buckets');
      },
      (problems) => one(visit, bucket, { values: entered, problems }, 422),
    );
  });

  site.page('/buckets/:id/delete', (visit) => {
    const bucket = get(visit);
    return confirmation(visit.session, {
      title: `Delete bucket ${nameOf(bucket)}?`,
      says: `Access keys lose it at once. It holds ${countOf(objects.usage(bucket.id).objects, 'object')}.`,
      path: `/buckets/${bucket.id}/delete`,
      back: '/buckets',
    });
  });

  site.action('/buckets/:id/delete', (visit) => {
    const bucket = get(visit);
    buckets.delete(visit.session.caller, bucket.id);
    visit.session.flash = `The bucket ${nameOf(bucket)} was deleted.`;
    return redirect('/buckets');
  });
}

/** The bucket's alias, or its id as long as the service does not show the alias yet. */
export function nameOf({ id, alias, showsAlias }: SeenBucket): string {
  return showsAlias ? alias : id;
}

const aliasOf = ({ alias, showsAlias }: SeenBucket) =>
  showsAlias ? alias : html`<span class="muted">no alias yet</span>`;

const fields = (state: FormState) => [
  html`<div class="side-by-side">${textField(state, { name: 'max_size', label: LABELS.max_size, numeric: true })}
${selectField({ ...state, values: { unit: 'GiB', ...state.values } }, { name: 'unit', label: 'Unit', choices: UNIT_NAMES.map((name) => [name, name]) })}</div>`,
  textField(state, { name: 'description', label: LABELS.description, optional: true }),
];

interface Read {
  readonly entered: { readonly max_size: string; readonly unit: string; readonly description: string };
  readonly maxSize: bigint | undefined;
}

function readFields({ form: sent }: Submission): Read {
  const count = (sent.get('max_size') ?? '').trim();
  const unit = sent.get('unit') ?? '';
  const entered = { max_size: count, unit, description: sent.get('description') ?? '' };
  return { entered, maxSize: parseSize(count, unit) };
}
