import type { CreatedAccessKey } from '../domain/access-keys';
import type { AccessKey, Permissions } from '../domain/records';
import { nameOf } from './buckets';
import { attempt, BLANK, checkGroup, type FormState, form, projectField, toProblems } from './form';
import { html } from './html';
import { link } from './layout';
import { confirmation, findListed, pageRequest, pager, projectColumn, table, time } from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import { drawSecret } from './sessions';
import { Refusal, type Site, type Visit } from './site';

const LABELS = { project_id: 'Project', bucket_ids: 'Buckets', permissions: 'Permissions' };

const PERMISSIONS = [
  ['read', 'Download and list objects'],
  ['write', 'Upload, overwrite and delete objects'],
  ['owner', 'Full control, including bucket metadata'],
] as const;

/** Access keys: list, create, delete. The secret half is in the answer to the form that made the key, and nowhere else. */
export function addAccessKeyPages(
  site: Site,
  { service: { accessKeys, buckets }, check, s3Endpoint }: DashboardContext,
): void {
  const show = (visit: Visit, state: FormState = BLANK, chosen: readonly string[] = [], status = 200): Reply => {
    const { session, query } = visit;
    const all = buckets.list(session.caller, {}).items;
    const names = new Map(all.map((bucket) => [bucket.id, nameOf(bucket)]));
    const listed = accessKeys.list(session.caller, pageRequest(query));
    const columns = ['Access key id', 'Buckets', 'Permissions', ...projectColumn(visit), 'Created', 'Actions'];
    const rows = listed.items.map(
      (key) =>
        html`<tr><th scope="row"><code>${key.accessKeyId}</code></th><td>${
          key.bucketIds.length === 0
            ? html`<span class="muted">none</span>`
            : key.bucketIds.map((id) => html`<div>${names.get(id) ?? id}</div>`)
        }</td><td>${inWords(key.permissions)}</td>${
          projectColumn(visit).length > 0 && html`<td>${key.projectId}</td>`
        }<td>${time(key.createdAt)}</td><td class="actions">${link(`/keys/${key.id}/delete`, 'Delete', `access key ${key.accessKeyId}`)}</td></tr>`,
    );
    return page(
      'Access keys',
      html`<p class="lead">A key opens chosen buckets to an S3 client. It can be made and deleted, not changed.</p>
<div class="columns">
<div>${table({ caption: 'Access keys', columns, empty: 'There are no access keys yet.' }, rows)}${pager('/keys', listed, query)}</div>
<section class="card" aria-labelledby="create"><h2 id="create">Create an access key</h2>
${form(session, { path: '/keys', submit: 'Create access key', state }, [
  html`<input type="hidden" name="once" value="${drawSecret()}">`,
  projectField(session, state),
  checkGroup(state, {
    name: 'bucket_ids',
    label: LABELS.bucket_ids,
    hint: all.length === 0 && 'There are no buckets yet: a key without one opens nothing.',
    choices: all.map(({ id }) => ({
      name: 'bucket_ids',
      value: id,
      label: names.get(id),
      checked: chosen.includes(id),
    })),
  }),
  checkGroup(state, {
    name: 'permissions',
    label: LABELS.permissions,
    choices: PERMISSIONS.map(([name, says]) => ({
      name: 'permissions',
      value: name,
      label: html`<strong>${name}</strong>: ${says}`,
      checked: chosen.includes(name),
    })),
  }),
])}</section>
</div>`,
      status,
    );
  };

  const get = ({ session, id }: Visit): AccessKey => {
    const found = findListed(accessKeys.list(session.caller, {}), id);
    if (!found) throw new Refusal(404, `There is no access key with the id "${id}".`);
    return found;
  };

  site.page('/keys', (visit) => show(visit));

  site.action('/keys', (visit) => {
    const { session, form: sent } = visit;
    // The answer is a page, not a redirect: a reload sends the form again, and must not make another key.
    const once = sent.get('once') ?? '';
    if (once === '' || session.sent.has(once)) {
      session.flash = 'That access key was made before. Its secret half was shown then and is not shown again.';
      return redirect('/keys');
    }
    const projectId = sent.get('project_id') ?? '';
    const bucketIds = sent.getAll('bucket_ids');
    const granted = sent.getAll('permissions');
    const permissions = {
      read: granted.includes('read'),
      write: granted.includes('write'),
      owner: granted.includes('owner'),
    };
    return attempt(
      toProblems(check('createAccessKey', { project_id: projectId, bucket_ids: bucketIds, permissions }), LABELS),
      () => {
        const created = accessKeys.create(session.caller, { projectId, bucketIds, permissions });
        session.sent.add(once);
        return reveal(created, s3Endpoint);
      },
      (problems) => show(visit, { values: { project_id: projectId }, problems }, [...bucketIds, ...granted], 422),
    );
  });

  site.page('/keys/:id/delete', (visit) => {
    const { id, accessKeyId } = get(visit);
    return confirmation(visit.session, {
      title: `Delete access key ${accessKeyId}?`,
      says: 'It is revoked at once: whoever uses it is refused from then on.',
      path: `/keys/${id}/delete`,
      back: '/keys',
    });
  });

  site.action('/keys/:id/delete', (visit) => {
    const { id, accessKeyId } = get(visit);
    accessKeys.delete(visit.session.caller, id);
    visit.session.flash = `The access key ${accessKeyId} was deleted.`;
    return redirect('/keys');
  });
}

/** The only page that ever holds the secret half. */
function reveal({ accessKeyId, secretAccessKey }: CreatedAccessKey, s3Endpoint: string): Reply {
  return page(
    'Access key created',
    html`<div class="card">
<p class="notice"><strong>Copy the secret access key now.</strong> This is the only time that it is shown.</p>
<dl class="facts">
<dt>Access key id</dt><dd><code>${accessKeyId}</code></dd>
<dt>Secret access key</dt><dd><code class="once">${secretAccessKey}</code></dd>
<dt>Endpoint</dt><dd><code>${s3Endpoint}</code></dd>
</dl>
</div>
<p>${link('/keys', 'I have copied it: back to all access keys')}</p>`,
  );
}

function inWords(permissions: Permissions): string {
  return (
    PERMISSIONS.map(([name]) => name)
      .filter((name) => permissions[name])
      .join(', ') || 'none'
  );
}
