import type { Secret } from '../domain/records';
import {
  BLANK,
  type FormState,
  form,
  merge,
  type Problem,
  projectField,
  secretField,
  textField,
  toProblems,
} from './form';
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
import type { Site, Visit } from './site';

const LABELS = { project_id: 'Project', name: 'Name', value: 'Value' };

const nameField = (state: FormState) =>
  textField(state, { name: 'name', label: LABELS.name, hint: 'Lowercase letters, digits and hyphens.' });

/** Key/value secrets: list, create, rename and rotate, delete. No page shows a value. */
export function addSecretPages(site: Site, { service: { secrets }, check }: DashboardContext): void {
  const columnsOf = (visit: Visit): readonly ListColumn<Secret>[] => [
    { head: 'Name', kind: 'text', cell: ({ name }) => named(name), sort: { by: 'name', of: ({ name }) => name } },
    { head: 'Id', kind: 'line', cell: (secret) => id(secret.id) },
    ...projectColumn<Secret>(visit),
    actionsColumn(({ id: secretId, name }) => [
      requestsLink(`about ${name}`, ['id', secretId]),
      changeOrDelete(`/secrets/${secretId}`, name),
    ]),
  ];

  const show = (visit: Visit, state: FormState = BLANK): Reply =>
    collectionPage(visit, secrets.stored(visit.session.caller), state, {
      title: 'Secrets',
      lead: 'A value goes in and never comes out: not here, and not by the API.',
      path: '/secrets',
      caption: 'Key/value secrets',
      empty: 'There are no secrets yet.',
      columns: columnsOf(visit),
      texts: (secret) => [secret.name, secret.id, secret.projectId],
      one: 'a secret',
      fields: [
        projectField(visit.session, state),
        nameField(state),
        secretField(state, { name: 'value', label: LABELS.value }),
      ],
    });

  const edit = ({ session }: Visit, secret: Secret, state: FormState): Reply =>
    page(
      `Change ${visible(secret.name)}`,
      html`<p class="crumbs">${link('/secrets', 'All secrets')} ${requestsLink('about it', ['id', secret.id])}</p>
<p class="lead">The service takes name and value together: a new name needs the value too.</p>
<div class="card narrow">
${form(session, { path: `/secrets/${secret.id}`, submit: 'Save name and value', state, shown: { name: secret.name } }, [
  nameField(state),
  secretField(state, { name: 'value', label: 'New value' }),
])}
</div>`,
    );

  const get = (visit: Visit) => find(secrets.stored(visit.session.caller), visit, 'secret');

  const judge = (operation: 'createSecret' | 'updateSecret', body: object, value: string): Problem[] => [
    ...toProblems(check(operation, { ...body, value: Buffer.from(value).toString('base64') }), LABELS),
    // The API accepts an empty value, but in a form it was probably forgotten.
    ...(value === '' ? [{ field: 'value', message: 'Enter a value.' }] : []),
  ];

  site.page('/secrets', (visit) => show(visit));

  site.form('/secrets', (visit) => {
    const projectId = visit.form.get('project_id') ?? '';
    const { name, value } = read(visit.form);
    return {
      problems: judge('createSecret', { project_id: projectId, name }, value),
      run: () => {
        const created = secrets.create(visit.session.caller, { projectId, name, value: Buffer.from(value) });
        visit.record('createSecret', created);
        return redirect('/secrets', `The secret ${name} was created.`);
      },
      again: (problems) => show(visit, { values: { name, project_id: projectId }, problems }),
    };
  });

  site.page('/secrets/:id', (visit) => {
    const secret = get(visit);
    return edit(visit, secret, { values: { name: secret.name }, problems: [] });
  });

  site.form('/secrets/:id', (visit) => {
    const secret = get(visit);
    const { name, value } = read(visit.form);
    const { values, conflicts } = merge(visit.form, {
      ...{ now: { name: secret.name }, entered: { name }, groups: [[LABELS.name, 'name']] },
    });
    return {
      conflicts,
      problems: judge('updateSecret', { id: secret.id, name }, value),
      run: () => {
        secrets.update(visit.session.caller, { id: secret.id, name, value: Buffer.from(value) });
        visit.record('updateSecret', secret);
        const renamed = `The secret ${secret.name} is now named ${name}, and has the value that was entered.`;
        return redirect('/secrets', name === secret.name ? `The secret ${name} has its new value.` : renamed);
      },
      again: (problems) => edit(visit, secret, { values, problems }),
    };
  });

  const inWords = ({ name }: Secret) => ({
    title: `Delete ${visible(name)}?`,
    says: 'Its value is gone for good: nobody can read it back.',
    done: `The secret ${name} was deleted.`,
  });
  addDeletion(site, '/secrets', get, inWords, {
    operation: 'deleteSecret',
    run: (caller, id) => secrets.delete(caller, id),
  });
}

/** The value has LF line breaks. Browsers send every line break as CR LF, which would change a key in PEM. */
const read = (form: URLSearchParams) => ({
  name: form.get('name') ?? '',
  value: (form.get('value') ?? '').replaceAll('\r\n', '\n'),
});
