import type { PullSecret } from '../domain/records';
import { plainServer } from '../journal/addresses';
import { BLANK, type FormState, form, merge, projectField, textField, toProblems } from './form';
import { html, id, named, visible } from './html';
import { requestsLink } from './journal-search';
import { link } from './layout';
import {
  actionsColumn,
  addDeletion,
  changeOrDelete,
  collectionPage,
  find,
  type ListColumn,
  projectColumn,
} from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import type { Site, Submission, Visit } from './site';

const LABELS = { project_id: 'Project', server: 'Server', username: 'User name', password: 'Password' };

/** Pull secrets: create, and if the dialect supports it list, change and delete. User names may be tokens, so they are not shown. */
export function addPullSecretPages(
  site: Site,
  { service: { pullSecrets }, check, operations }: DashboardContext,
): void {
  const isFull = () => operations().includes('listPullSecrets');

  const columnsOf = (visit: Visit): readonly ListColumn<PullSecret>[] => [
    { head: 'Server', kind: 'text', cell: serverOf, sort: { by: 'server', of: ({ server }) => nameOf(server) } },
    { head: 'Id', kind: 'line', cell: (pullSecret) => id(pullSecret.id) },
    ...projectColumn<PullSecret>(visit),
    actionsColumn(({ id: pullSecretId, server }) => {
      const says = `pull secret for ${nameOf(server)}`;
      return [
        requestsLink(`about the ${says}`, ['id', pullSecretId]),
        isFull() && changeOrDelete(`/pull-secrets/${pullSecretId}`, says),
      ];
    }),
  ];

  const show = (visit: Visit, state: FormState = BLANK): Reply =>
    collectionPage(visit, pullSecrets.stored(visit.session.caller), state, {
      title: 'Pull secrets',
      lead: html`Credentials for a private container registry, so that apps can pull images from it. An app refers to the id as <code>pull_secret_id</code>.`,
      notice: html`${!isFull() && html`<p class="notice">The service can create pull secrets and nothing else. <strong>Only this emulator knows the list below</strong>: no client can list, change or delete them.</p>`}
`,
      path: '/pull-secrets',
      caption: 'Pull secrets',
      empty: 'There are no pull secrets yet.',
      columns: columnsOf(visit),
      texts: (pullSecret) => [nameOf(pullSecret.server), pullSecret.id, pullSecret.projectId],
      one: 'a pull secret',
      fields: [projectField(visit.session, state), fields(state)],
    });

  const get = (visit: Visit) => find(isFull() ? pullSecrets.stored(visit.session.caller) : [], visit, 'pull secret');

  site.page('/pull-secrets', (visit) => show(visit));

  site.form('/pull-secrets', (visit) => {
    const projectId = visit.form.get('project_id') ?? '';
    const entered = read(visit);
    return {
      problems: toProblems(check('createPullSecret', { project_id: projectId, ...entered }), LABELS),
      run: () => {
        const created = pullSecrets.create(visit.session.caller, { projectId, ...entered });
        visit.record('createPullSecret', created);
        const says = `The pull secret for ${nameOf(entered.server)} was created. Its id is ${created.id}`;
        return redirect('/pull-secrets', says);
      },
      again: (problems) =>
        show(visit, { values: { server: toValue(entered.server), project_id: projectId }, problems }),
    };
  });

  const edit = ({ session }: Visit, { id, server }: PullSecret, state: FormState): Reply =>
    page(
      `Change the pull secret for ${nameOf(server)}`,
      html`<p class="crumbs">${link('/pull-secrets', 'All pull secrets')}</p>
<p class="lead">All of it is replaced: user name and password have to be entered again.</p>
<div class="card narrow">${form(session, { path: `/pull-secrets/${id}`, submit: 'Save', state, shown: { server: toValue(server) } }, fields(state))}</div>`,
    );

  site.page('/pull-secrets/:id', (visit) => {
    const found = get(visit);
    return edit(visit, found, { values: { server: toValue(found.server) }, problems: [] });
  });

  site.form('/pull-secrets/:id', (visit) => {
    const found = get(visit);
    const entered = read(visit);
    const serverIn = ({ server }: Pick<PullSecret, 'server'>) => ({ server: toValue(server) });
    const { values, conflicts } = merge(visit.form, {
      ...{ now: serverIn(found), entered: serverIn(entered), groups: [[LABELS.server, 'server']] },
    });
    return {
      conflicts,
      problems: toProblems(check('updatePullSecret', { id: found.id, ...entered }), LABELS),
      run: () => {
        pullSecrets.update(visit.session.caller, { id: found.id, ...entered });
        visit.record('updatePullSecret', found);
        return redirect('/pull-secrets', `The pull secret for ${nameOf(entered.server)} was saved.`);
      },
      again: (problems) => edit(visit, found, { values, problems }),
    };
  });

  const inWords = ({ id, server }: PullSecret) => ({
    title: `Delete the pull secret for ${nameOf(server)}?`,
    says: html`Apps that refer to <code>${id}</code> can no longer pull images.`,
    done: `The pull secret for ${nameOf(server)} was deleted.`,
  });
  addDeletion(site, '/pull-secrets', get, inWords, {
    operation: 'deletePullSecret',
    run: (caller, id) => pullSecrets.delete(caller, id),
  });
}

/** The server for display, without credentials that its address may contain. */
export function nameOf(server: string): string {
  const plain = plainServer(server);
  return plain === undefined ? '[not shown]' : visible(plain === server ? plain : `${plain}?[not shown]`);
}

const toValue = (server: string) => (plainServer(server) === server ? server : '');

const serverOf = ({ server }: PullSecret) =>
  plainServer(server) === server ? named(server) : html`<span class="muted">${nameOf(server)}</span>`;

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

function read({ form }: Submission): { server: string; username: string; password: string } {
  const text = (name: string) => form.get(name) ?? '';
  return { server: text('server'), username: text('username'), password: text('password') };
}
