import type { Secret } from '../domain/records';
import {
  attempt,
  BLANK,
  type FormState,
  form,
  type Problem,
  projectField,
  secretField,
  textField,
  toProblems,
} from './form';
import { html } from './html';
import { confirmation, jump, link } from './layout';
import { type ListColumn, list, projectColumn } from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import { PageError, type Site, type Visit } from './site';
import { id, named, visible } from './text';

const LABELS = { project_id: 'Project', name: 'Name', value: 'Value' };
const NAME_HINT = 'Lowercase letters, digits and hyphens.';

/** Key/value secrets: list, create, rename and rotate, delete. No page shows a value. */
export function addSecretPages(site: Site, { service: { secrets }, check }: DashboardContext): void {
  const columnsOf = (visit: Visit): readonly ListColumn<Secret>[] => [
    { head: 'Name', kind: 'text', cell: ({ name }) => named(name), sort: { by: 'name', of: ({ name }) => name } },
    { head: 'Id', kind: 'line', cell: (secret) => id(secret.id) },
    ...projectColumn<Secret>(visit),
    {
      head: 'Actions',
      kind: 'actions',
      cell: (secret) =>
        html`${link(`/secrets/${secret.id}`, 'Change', secret.name)} ${link(`/secrets/${secret.id}/delete`, 'Delete', secret.name)}`,
    },
  ];

  const show = (visit: Visit, state: FormState = BLANK, status = 200): Reply => {
    const { session } = visit;
    return page(
      'Secrets',
      html`<p class="lead">A value goes in and never comes out: not here, and not by the API.</p>
<div class="columns">
<div class="content">${jump('create', 'Create a secret')}${list(visit, secrets.stored(session.caller), {
        path: '/secrets',
        caption: 'Key/value secrets',
        empty: 'There are no secrets yet.',
        columns: columnsOf(visit),
        texts: (secret) => [secret.name, secret.id, secret.projectId],
      })}</div>
<section class="card aside" aria-labelledby="create"><h2 id="create">Create a secret</h2>
${form(session, { path: '/secrets', submit: 'Create secret', state }, [
  projectField(session, state),
  textField(state, { name: 'name', label: LABELS.name, hint: NAME_HINT }),
  secretField(state, { name: 'value', label: LABELS.value }),
])}</section>
</div>`,
      status,
    );
  };

  const edit = ({ session }: Visit, secret: Secret, state: FormState, status = 200): Reply =>
    page(
      `Change ${visible(secret.name)}`,
      html`<p class="crumbs">${link('/secrets', 'All secrets')}</p>
<p class="lead">The service takes name and value together: a new name needs the value too.</p>
<div class="card narrow">
${form(session, { path: `/secrets/${secret.id}`, submit: 'Save name and value', state }, [
  textField(state, { name: 'name', label: LABELS.name, hint: NAME_HINT }),
  secretField(state, { name: 'value', label: 'New value' }),
])}
</div>`,
      status,
    );

  const get = ({ session, id }: Visit): Secret => {
    const found = secrets.stored(session.caller).find((secret) => secret.id === id);
    if (!found) throw new PageError(404, `There is no secret with the id "${id}".`);
    return found;
  };

  const judge = (operation: 'createSecret' | 'updateSecret', body: object, value: string): Problem[] => [
    ...toProblems(check(operation, { ...body, value: Buffer.from(value).toString('base64') }), LABELS),
    // The API accepts an empty value, but in a form it was probably forgotten.
    ...(value === '' ? [{ field: 'value', message: 'Enter a value.' }] : []),
  ];

  site.page('/secrets', (visit) => show(visit));

  site.form('/secrets', (visit) => {
    const projectId = visit.form.get('project_id') ?? '';
    const name = visit.form.get('name') ?? '';
    const value = toValue(visit.form);
    return attempt(
      judge('createSecret', { project_id: projectId, name }, value),
      () => {
        secrets.create(visit.session.caller, { projectId, name, value: Buffer.from(value) });
        visit.session.flash = `The secret ${name} was created.`;
        return redirect('/secrets');
      },
      (problems) => show(visit, { values: { name, project_id: projectId }, problems }, 422),
    );
  });

  site.page('/secrets/:id', (visit) => {
    const secret = get(visit);
    return edit(visit, secret, { values: { name: secret.name }, problems: [] });
  });

  site.form('/secrets/:id', (visit) => {
    const secret = get(visit);
    const name = visit.form.get('name') ?? '';
    const value = toValue(visit.form);
    return attempt(
      judge('updateSecret', { id: secret.id, name }, value),
      () => {
        secrets.update(visit.session.caller, { id: secret.id, name, value: Buffer.from(value) });
        visit.session.flash =
          name === secret.name
            ? `The secret ${name} has its new value.`
            : `The secret ${secret.name} is now named ${name}, and has the value that was entered.`;
        return redirect('/secrets');
      },
      (problems) => edit(visit, secret, { values: { name }, problems }, 422),
    );
  });

  site.page('/secrets/:id/delete', (visit) => {
    const { id, name } = get(visit);
    return confirmation(visit.session, {
      title: `Delete ${visible(name)}?`,
      says: 'Its value is gone for good: nobody can read it back.',
      path: `/secrets/${id}/delete`,
      back: '/secrets',
    });
  });

  site.action('/secrets/:id/delete', (visit) => {
    const { id, name } = get(visit);
    secrets.delete(visit.session.caller, id);
    visit.session.flash = `The secret ${name} was deleted.`;
    return redirect('/secrets');
  });
}

/** The value with LF line breaks. Browsers send every line break as CR LF, which would change a key in PEM. */
function toValue(form: URLSearchParams): string {
  return (form.get('value') ?? '').replaceAll('\r\n', '\n');
}
