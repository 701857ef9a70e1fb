import type { PullSecret } from '../domain/records';
import { attempt, BLANK, type FormState, form, projectField, textField, toProblems } from './form';
import { html } from './html';
import { link } from './layout';
import { confirmation, findListed, pageRequest, pager, projectColumn, table } from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import { Refusal, type Site, type Submission, type Visit } from './site';

const LABELS = { project_id: 'Project', server: 'Server', username: 'User name', password: 'Password' };

/** Pull secrets: create, and where the dialect has it list, change and delete. User names may be tokens, so none is shown. */
export function addPullSecretPages(
  site: Site,
  { service: { pullSecrets }, check, operations }: DashboardContext,
): void {
  const isFull = () => operations().includes('listPullSecrets');

  const list = (visit: Visit) => {
    const { session, query } = visit;
    if (!isFull()) {
      return html`<section class="card" aria-label="Pull secrets"><p>The service can create pull secrets and nothing else: it
has no way to list, change or delete them. Note the id of a new one: an app refers to it as <code>pull_secret_id</code>.</p></section>`;
    }
    const listed = pullSecrets.list(session.caller, pageRequest(query));
    const columns = ['Server', 'Id', ...projectColumn(visit), 'Actions'];
    const rows = listed.items.map(
      ({ id, server, projectId }) =>
        html`<tr><th scope="row" class="text">${server}</th><td><code>${id}</code></td>${
          projectColumn(visit).length > 0 && html`<td>${projectId}</td>`
        }<td class="actions">${link(`/pull-secrets/${id}`, 'Change', `pull secret for ${server}`)} ${link(`/pull-secrets/${id}/delete`, 'Delete', `pull secret for ${server}`)}</td></tr>`,
    );
    return html`${table({ caption: 'Pull secrets', columns, empty: 'There are no pull secrets yet.' }, rows)}${pager('/pull-secrets', listed, query)}`;
  };

  const show = (visit: Visit, state: FormState = BLANK, status = 200): Reply =>
    page(
      'Pull secrets',
      html`<p class="lead">Credentials for a private container registry, so that apps can pull images from it.</p>
<div class="columns">
<div>${list(visit)}</div>
<section class="card" aria-labelledby="create"><h2 id="create">Create a pull secret</h2>
${form(visit.session, { path: '/pull-secrets', submit: 'Create pull secret', state }, [projectField(visit.session, state), fields(state)])}</section>
</div>`,
      status,
    );

  const get = ({ session, id }: Visit): PullSecret => {
    const found = isFull() ? findListed(pullSecrets.list(session.caller, {}), id) : undefined;
    if (!found) throw new Refusal(404, `There is no pull secret with the id "${id}".`);
    return found;
  };

  site.page('/pull-secrets', (visit) => show(visit));

  site.action('/pull-secrets', (visit) => {
    const projectId = visit.form.get('project_id') ?? '';
    const entered = read(visit);
    return attempt(
      toProblems(check('createPullSecret', { project_id: projectId, ...entered }), LABELS),
      () => {
        const { id } = pullSecrets.create(visit.session.caller, { projectId, ...entered });
        visit.session.flash = `The pull secret for ${entered.server} was created. Its id is ${id}`;
        return redirect('/pull-secrets');
      },
      (problems) => show(visit, { values: { server: entered.server, project_id: projectId }, problems }, 422),
    );
  });

  const edit = ({ session }: Visit, { id, server }: PullSecret, state: FormState, status = 200): Reply =>
    page(
      `Change the pull secret for ${server}`,
      html`<p class="lead">All of it is replaced: user name and password have to be entered again.</p>
<div class="card narrow">${form(session, { path: `/pull-secrets/${id}`, submit: 'Save', state }, fields(state))}</div>
<p>${link('/pull-secrets', 'Back to all pull secrets')}</p>`,
      status,
    );

  site.page('/pull-secrets/:id', (visit) => {
    const found = get(visit);
    return edit(visit, found, { values: { server: found.server }, problems: [] });
  });

  site.action('/pull-secrets/:id', (visit) => {
    const found = get(visit);
    const entered = read(visit);
    return attempt(
      toProblems(check('updatePullSecret', { id: found.id, ...entered }), LABELS),
      () => {
        pullSecrets.update(visit.session.caller, { id: found.id, ...entered });
        visit.session.flash = `The pull secret for ${entered.server} was saved.`;
        return redirect('/pull-secrets');
      },
      (problems) => edit(visit, found, { values: { server: entered.server }, problems }, 422),
    );
  });

  site.page('/pull-secrets/:id/delete', (visit) => {
    const { id, server } = get(visit);
    return confirmation(visit.session, {
      title: `Delete the pull secret for ${server}?`,
      says: html`Apps that refer to <code>${id}</code> can no longer pull images.`,
      path: `/pull-secrets/${id}/delete`,
      back: '/pull-secrets',
    });
  });

  site.action('/pull-secrets/:id/delete', (visit) => {
    const { id, server } = get(visit);
    pullSecrets.delete(visit.session.caller, id);
    visit.session.flash = `The pull secret for ${server} was deleted.`;
    return redirect('/pull-secrets');
  });
}

const fields = (state: FormState) => [
  textField(state, { name: 'server', label: LABELS.server, hint: 'As the registry has it, such as ghcr.io.' }),
  textField(state, {
    name: 'username',
    label: LABELS.username,
    secret: true,
    hint: 'Hidden, since it may be a token.',
  }),
  textField(state, { name: 'password', label: LABELS.password, secret: true, hint: 'A password or an access token.' }),
];

function read({ form: entered }: Submission): { server: string; username: string; password: string } {
  return {
    server: entered.get('server') ?? '',
    username: entered.get('username') ?? '',
    password: entered.get('password') ?? '',
  };
}
