import type { PullSecret } from '../domain/records';
import { plainServer } from '../domain/server-address';
import { attempt, BLANK, type FormState, form, projectField, textField, toProblems } from './form';
import { html } from './html';
import { confirmation, jump, link } from './layout';
import { type ListColumn, list, projectColumn } from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import { PageError, type Site, type Submission, type Visit } from './site';
import { id, named, visible } from './text';

const LABELS = { project_id: 'Project', server: 'Server', username: 'User name', password: 'Password' };

/** Pull secrets: create, and if the dialect supports it list, change and delete. User names may be tokens, so they are not shown. */
export function addPullSecretPages(
  site: Site,
  { service: { pullSecrets }, check, operations }: DashboardContext,
): void {
  const isFull = () => operations().includes('listPullSecrets');

  const columnsOf = (visit: Visit): readonly ListColumn<PullSecret>[] => [
    {
      head: 'Server',
      kind: 'text',
      cell: ({ server }) => serverOf(server),
      sort: { by: 'server', of: ({ server }) => nameOf(server) },
    },
    { head: 'Id', kind: 'line', cell: (pullSecret) => id(pullSecret.id) },
    ...projectColumn<PullSecret>(visit),
    ...(isFull() ? [actions] : []),
  ];

  const show = (visit: Visit, state: FormState = BLANK, status = 200): Reply => {
    const { session } = visit;
    return page(
      'Pull secrets',
      html`<p class="lead">Credentials for a private container registry, so that apps can pull images from it. An app refers to the id as <code>pull_secret_id</code>.</p>
<div class="columns">
<div class="content">${jump('create', 'Create a pull secret')}${!isFull() && html`<p class="notice">The service can create pull secrets and nothing else. <strong>Only this emulator knows the list below</strong>: no client can list, change or delete them.</p>`}
${list(visit, pullSecrets.stored(session.caller), {
  path: '/pull-secrets',
  caption: 'Pull secrets',
  empty: 'There are no pull secrets yet.',
  columns: columnsOf(visit),
  texts: (pullSecret) => [nameOf(pullSecret.server), pullSecret.id, pullSecret.projectId],
})}</div>
<section class="card aside" aria-labelledby="create"><h2 id="create">Create a pull secret</h2>
${form(session, { path: '/pull-secrets', submit: 'Create pull secret', state }, [projectField(session, state), fields(state)])}</section>
</div>`,
      status,
    );
  };

  const get = ({ session, id }: Visit): PullSecret => {
    const found = isFull() ? pullSecrets.stored(session.caller).find((pullSecret) => pullSecret.id === id) : undefined;
    if (!found) throw new PageError(404, `There is no pull secret with the id "${id}".`);
    return found;
  };

  site.page('/pull-secrets', (visit) => show(visit));

  site.form('/pull-secrets', (visit) => {
    const projectId = visit.form.get('project_id') ?? '';
    const entered = read(visit);
    return attempt(
      toProblems(check('createPullSecret', { project_id: projectId, ...entered }), LABELS),
      () => {
        const { id } = pullSecrets.create(visit.session.caller, { projectId, ...entered });
        visit.session.flash = `The pull secret for ${nameOf(entered.server)} was created. Its id is ${id}`;
        return redirect('/pull-secrets');
      },
      (problems) => show(visit, { values: { server: toValue(entered.server), project_id: projectId }, problems }, 422),
    );
  });

  const edit = ({ session }: Visit, { id, server }: PullSecret, state: FormState, status = 200): Reply =>
    page(
      `Change the pull secret for ${nameOf(server)}`,
      html`<p class="crumbs">${link('/pull-secrets', 'All pull secrets')}</p>
<p class="lead">All of it is replaced: user name and password have to be entered again.</p>
<div class="card narrow">${form(session, { path: `/pull-secrets/${id}`, submit: 'Save', state }, fields(state))}</div>`,
      status,
    );

  site.page('/pull-secrets/:id', (visit) => {
    const found = get(visit);
    return edit(visit, found, { values: { server: toValue(found.server) }, problems: [] });
  });

  site.form('/pull-secrets/:id', (visit) => {
    const found = get(visit);
    const entered = read(visit);
    return attempt(
      toProblems(check('updatePullSecret', { id: found.id, ...entered }), LABELS),
      () => {
        pullSecrets.update(visit.session.caller, { id: found.id, ...entered });
        visit.session.flash = `The pull secret for ${nameOf(entered.server)} was saved.`;
        return redirect('/pull-secrets');
      },
      (problems) => edit(visit, found, { values: { server: toValue(entered.server) }, problems }, 422),
    );
  });

  site.page('/pull-secrets/:id/delete', (visit) => {
    const { id, server } = get(visit);
    return confirmation(visit.session, {
      title: `Delete the pull secret for ${nameOf(server)}?`,
      says: html`Apps that refer to <code>${id}</code> can no longer pull images.`,
      path: `/pull-secrets/${id}/delete`,
      back: '/pull-secrets',
    });
  });

  site.action('/pull-secrets/:id/delete', (visit) => {
    const { id, server } = get(visit);
    pullSecrets.delete(visit.session.caller, id);
    visit.session.flash = `The pull secret for ${nameOf(server)} was deleted.`;
    return redirect('/pull-secrets');
  });
}

/** The server for display, without credentials that its address may contain. */
function nameOf(server: string): string {
  const plain = plainServer(server);
  return plain === undefined ? '[not shown]' : visible(plain === server ? plain : `${plain}?[not shown]`);
}

const toValue = (server: string) => (plainServer(server) === server ? server : '');

const serverOf = (server: string) =>
  plainServer(server) === server ? named(server) : html`<span class="muted">${nameOf(server)}</span>`;

const actions: ListColumn<PullSecret> = {
  head: 'Actions',
  kind: 'actions',
  cell: (pullSecret) => {
    const says = `pull secret for ${nameOf(pullSecret.server)}`;
    return html`${link(`/pull-secrets/${pullSecret.id}`, 'Change', says)} ${link(`/pull-secrets/${pullSecret.id}/delete`, 'Delete', says)}`;
  },
};

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
