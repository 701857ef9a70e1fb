import type { CreatedAccessKey } from '../domain/access-keys';
import type { AccessKey, Permissions } from '../domain/records';
import { environmentBlocks } from './aws-environment';
import { GONE, nameOf } from './buckets';
import { faultLink } from './fault-form';
import { BLANK, checkGroup, type FormState, type Problem, projectField, toProblems } from './form';
import { copyable, copyButton, type Html, html, id, line } from './html';
import { requestsLink } from './journal-search';
import { button, link } from './layout';
import { actionsColumn, addDeletion, CREATED, collectionPage, find, type ListColumn, projectColumn } from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import { drawSecret, type Session } from './sessions';
import type { Site, Submission, Visit } from './site';

const LABELS = { project_id: 'Project', bucket_ids: 'Buckets', permissions: 'Permissions' };

const PERMISSIONS = [
  ['read', 'Download and list objects'],
  ['write', 'Upload, overwrite and delete objects'],
  ['owner', 'Full control, including bucket metadata'],
] as const;

/** Number of a key's buckets that a list shows; the others are a click away. */
const FEW = 3;

/** Access keys: list, create, rotate, delete. Only the response to the form that creates a key contains its secret half. */
export function addAccessKeyPages(site: Site, context: DashboardContext): void {
  const { accessKeys, buckets, plane } = context.service;
  const { check } = context;

  const columnsOf = (visit: Visit, namesOf: (key: AccessKey) => string[]): readonly ListColumn<AccessKey>[] => [
    {
      head: 'Access key id',
      kind: 'line',
      cell: (key) => html`${id(key.accessKeyId)}${plane.isMissing(key.id) && GONE}`,
      sort: { by: 'id', of: (key) => key.accessKeyId },
    },
    { head: 'Buckets', kind: 'text', cell: (key) => bucketsOf(namesOf(key)) },
    {
      head: 'Permissions',
      cell: ({ permissions }) => inWords(permissions),
      sort: { by: 'permissions', of: ({ permissions }) => inWords(permissions) },
    },
    ...projectColumn<AccessKey>(visit),
    CREATED,
    actionsColumn(({ id: keyId, accessKeyId }) => {
      const says = `access key ${accessKeyId}`;
      const fields = html`<input type="hidden" name="once" value="${drawSecret()}">`;
      return [
        requestsLink(`signed with ${says}`, ['access_key', accessKeyId]),
        button(visit.session, { path: `/keys/${keyId}/rotate`, label: 'Rotate', says, fields }),
        faultLink(visit, { 'where.accessKeyId': accessKeyId }, 'Fault', `for ${says}`),
        link(`/keys/${keyId}/delete`, 'Delete', says),
      ];
    }),
  ];

  const show = (visit: Visit, state: FormState = BLANK, chosen: readonly string[] = []): Reply => {
    const { session } = visit;
    const all = buckets.stored(session.caller);
    const names = new Map(all.map((bucket) => [bucket.id, nameOf(bucket)]));
    const namesOf = ({ bucketIds }: AccessKey) => bucketIds.map((each) => names.get(each) ?? each);
    return collectionPage(visit, accessKeys.stored(session.caller), state, {
      title: 'Access keys',
      lead: 'A key opens chosen buckets to an S3 client. It can be made and deleted, not changed: to rotate it is to make another like it, then to delete the old one.',
      path: '/keys',
      caption: 'Access keys',
      empty: 'There are no access keys yet.',
      columns: columnsOf(visit, namesOf),
      texts: (key) => [key.accessKeyId, key.id, key.projectId, inWords(key.permissions), ...namesOf(key)],
      one: 'an access key',
      fields: [
        html`<input type="hidden" name="once" value="${drawSecret()}">`,
        projectField(session, state),
        checkGroup(state, {
          name: 'bucket_ids',
          label: LABELS.bucket_ids,
          hint: all.length === 0 && 'There are no buckets yet: a key without one opens nothing.',
          choices: all.map(({ id, projectId }) => ({
            value: id,
            label: html`${names.get(id)}${session.caller.projectIds.length > 1 && html` <span class="muted">of ${projectId}</span>`}`,
          })),
          chosen,
        }),
        checkGroup(state, {
          name: 'permissions',
          label: LABELS.permissions,
          choices: PERMISSIONS.map(([value, says]) => ({ value, label: html`<strong>${value}</strong>: ${says}` })),
          chosen,
        }),
        state.values.anyway !== undefined &&
          html`<div class="field"><label class="check"><input type="checkbox" name="anyway" value="yes"${state.values.anyway === 'yes' && html` checked`}> <span>Create it all the same</span></label></div>`,
      ],
    });
  };

  const get = (visit: Visit) => find(accessKeys.stored(visit.session.caller), visit, 'access key');

  /** Creates a key and shows its secret half, once for each form. `old`: the key that it takes the place of. */
  const create = async (
    { session, form: sent, record }: Submission,
    wanted: Pick<AccessKey, 'projectId' | 'bucketIds' | 'permissions'>,
    old?: AccessKey,
  ): Promise<Reply> => {
    const once = sent.get('once') ?? '';
    // The response is a page, not a redirect, so a reload sends the form again and must not create another key.
    if (once === '' || session.sent.has(once)) {
      const says = 'That access key was made before. Its secret half was shown then and is not shown again.';
      return redirect('/keys', once ? says : 'No access key was made: the form was not whole. Fill it in again.');
    }
    // From here on: a second click may come before the first has created the key.
    session.sent.add(once);
    try {
      const created = await accessKeys.create(session.caller, wanted);
      record('createAccessKey', created);
      return reveal(created, context, session, old);
    } catch (error) {
      session.sent.delete(once);
      throw error;
    }
  };

  site.page('/keys', (visit) => show(visit));

  site.action('/keys/:id/rotate', (visit) => {
    const old = get(visit);
    return create(visit, old, old);
  });

  site.form('/keys', (visit) => {
    const { session, form: sent } = visit;
    const projectId = sent.get('project_id') ?? '';
    const bucketIds = sent.getAll('bucket_ids');
    const granted = sent.getAll('permissions');
    const permissions = {
      read: granted.includes('read'),
      write: granted.includes('write'),
      owner: granted.includes('owner'),
    };
    const body = { project_id: projectId, bucket_ids: bucketIds, permissions };
    const foreign = buckets
      .stored(session.caller)
      .filter((bucket) => bucketIds.includes(bucket.id) && bucket.projectId !== projectId)
      .map((bucket) => ({
        field: 'bucket_ids',
        message: `The bucket ${nameOf(bucket)} is of the project ${bucket.projectId}: a key opens buckets of its own project only.`,
      }));
    const found = [...toProblems(check('createAccessKey', body), LABELS), ...foreign];
    const chosen = [...bucketIds, ...granted];
    const doubts = doubtsAbout(bucketIds, granted);
    const anyway = sent.get('anyway') === 'yes' ? 'yes' : '';
    return {
      problems: anyway ? found : [...found, ...doubts],
      run: () => create(visit, { projectId, bucketIds, permissions }),
      again: (problems) =>
        show(visit, { values: { project_id: projectId, ...(doubts.length > 0 && { anyway }) }, problems }, chosen),
    };
  });

  const aboutDeletion = ({ accessKeyId }: AccessKey) => ({
    title: `Delete access key ${accessKeyId}?`,
    says: 'It is revoked at once: whoever uses it is refused from then on.',
    done: `The access key ${accessKeyId} was deleted.`,
  });
  addDeletion(site, '/keys', get, aboutDeletion, {
    operation: 'deleteAccessKey',
    run: (caller, id) => accessKeys.delete(caller, id),
  });
}

/** Warns about a key without buckets or permissions, which is legal but seldom meant. */
function doubtsAbout(bucketIds: readonly string[], granted: readonly string[]): Problem[] {
  const doubts = [
    { field: 'bucket_ids', chosen: bucketIds, says: 'A key without a bucket opens nothing.' },
    { field: 'permissions', chosen: granted, says: 'A key without a permission may do nothing.' },
  ];
  return doubts
    .filter(({ chosen }) => chosen.length === 0)
    .map(({ field, says }) => ({ field, message: `${says} Tick one, or say below that this is meant.` }));
}

/** The only page that contains the secret half. */
function reveal(
  { accessKeyId, secretAccessKey }: CreatedAccessKey,
  { s3Endpoint, s3Region, caFile }: DashboardContext,
  session: Session,
  old: AccessKey | undefined,
): Reply {
  const environment = { accessKeyId, secretAccessKey, endpoint: s3Endpoint, region: s3Region, caFile };
  return page(
    'Access key created',
    html`<div class="sheet"><div class="card">
<p class="notice"><strong>Copy the secret access key now.</strong> This is the only time that it is shown.</p>
<dl class="facts">
<dt>Access key id</dt><dd>${copyable(accessKeyId)}</dd>
<dt>Secret access key</dt><dd><span class="copyable"><code class="once">${secretAccessKey}</code>${copyButton('the secret access key')}</span></dd>
<dt>Endpoint</dt><dd>${copyable(s3Endpoint)}</dd>
</dl>
</div>
${environmentBlocks(environment)}
${
  old &&
  html`<section class="card" aria-labelledby="old"><h2 id="old">The old key</h2>
<p>${id(old.accessKeyId)} still works. Delete it as soon as its users have the new one: it is revoked at once.</p>
${button(session, { path: `/keys/${old.id}/delete`, label: 'Delete the old key', kind: 'danger' })}</section>`
}
<p>${link('/keys', 'I have copied it: back to all access keys')}</p></div>`,
  );
}

function bucketsOf(names: readonly string[]): Html {
  if (names.length === 0) return html`<span class="muted">none</span>`;
  const all = names.map((name) => html`<div>${line(name)}</div>`);
  if (names.length <= FEW) return html`${all}`;
  return html`<details><summary>${names.length} buckets</summary>${all}</details>`;
}

function inWords(permissions: Permissions): string {
  const granted = PERMISSIONS.map(([name]) => name).filter((name) => permissions[name]);
  return granted.join(', ') || 'none';
}
