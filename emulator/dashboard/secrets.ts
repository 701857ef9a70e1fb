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
import { link } from './layout';
import { confirmation, findListed, pageRequest, pager, projectColumn, table } from './list';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import { Refusal, type Site, type Visit } from './site';

const LABELS = { project_id: 'Project', name: 'Name', value: 'Value' };
const NAME_HINT = 'Lowercase letters, digits and hyphens.';

/** Key/value secrets: list, create, rename and rotate, delete. Values go in and never come out. */
export function addSecretPages(site: Site, { service: { secrets }, check }: DashboardContext): void {
  const show = (visit: Visit, state: FormState = BLANK, status = 200): Reply => {
    const { session, query } = visit;
    const listed = secrets.list(session.caller, pageRequest(query));
    const columns = ['Name', 'Id', ...projectColumn(visit), 'Actions'];
    const rows = listed.items.map(
      (secret) =>
        html`<tr><th scope="row" class="text">${secret.name}</th><td><code>${secret.id}</code></td>${
          projectColumn(visit).length > 0 && html`<td>${secret.projectId}</td>`
        }<td class="actions">${link(`/secrets/${secret.id}`, 'Change', secret.name)} ${link(`/secrets/${secret.id}/delete`, 'Delete', secret.name)}</td></tr>`,
    );
    return page(
      'Secrets',
      html`<p class="lead">A value goes in and never comes out: not here, and not by the API.</p>
<div class="columns">
<div>${table({ caption: 'Key/value secrets', columns, empty: 'There are no secrets yet.' }, rows)}${pager('/secrets', listed, query)}</div>
<section class="card" aria-labelledby="create"><h2 id="create">Create a secret</h2>
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
      `Change ${secret.name}`,
      html`<p class="lead">The service takes name and value together: a new name needs the value too.</p>
<div class="card narrow">
${form(session, { path: `/secrets/${secret.id}`, submit: 'Save name and value', state }, [
  textField(state, { name: 'name', label: LABELS.name, hint: NAME_HINT }),
  secretField(state, { name: 'value', label: 'New value' }),
])}
</div>
<p>${link('/secrets', 'Back to all secrets')}</p>`,
      status,
    );

  const get = ({ session, id }: Visit): Secret => {
    const found = findListed(secrets.list(session.caller, {}), id);
    if (!found) throw new Refusal(404, `There is no secret with the id "${id}".`);
    return found;
  };

  const judge = (operation: 'createSecret' | 'updateSecret', body: object, value: string): Problem[] => [
    ...toProblems(check(operation, { ...body, value: Buffer.from(value).toString('base64') }), LABELS),
    // The API takes an empty value; in a form it is one that was forgotten.
    ...(value === '' ? [{ field: 'value', message: 'Enter a value.' }] : []),
  ];

  site.page('/secrets', (visit) => show(visit));

  site.action('/secrets', (visit) => {
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

  site.action('/secrets/:id', (visit) => {
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
      title: `Delete ${name}?`,
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

/** Browsers send every line break as CR LF, whatever was pasted: a key in PEM form is to arrive as it was. */
function toValue(form: URLSearchParams): string {
  return (form.get('value') ?? '').replaceAll('\r\n', '\n');
}
