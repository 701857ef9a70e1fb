import { attempt } from '../../contract/formats/attempt';
import { DomainError, type FieldProblem } from '../domain/errors';
import { type Content, type Html, html, visible } from './html';
import { proof } from './layout';
import { type Reply, ROOT, refused } from './reply';
import type { Session } from './sessions';

/** The state of a form: values entered before, without secret ones, and their problems. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

export interface Problem {
  readonly field: string;
  readonly message: string;
}

export const BLANK: FormState = { values: {}, problems: [] };

export interface FieldOptions {
  readonly name: string;
  readonly label: Content;
  readonly hint?: Content;
  readonly optional?: boolean;
}

export type Choices = readonly (readonly [value: string, label: string])[];

export type Labels = Readonly<Record<string, string>>;

/** Makes sentences of problems, with the labels of their fields on the page. A problem below a field gets the label of that field. */
export function toProblems(found: readonly FieldProblem[], labels: Labels): Problem[] {
  return found.map(({ field, says }) => {
    const name = Object.keys(labels).find((each) => isOf(each, field)) ?? field;
    const below = field.slice(name.length + 1);
    return { field: name, message: `${labels[name] ?? name}${below && ` "${below}"`} ${says}.` };
  });
}

/** The label of fields whose values belong together, such as a number and its unit. */
export type Group = readonly [label: string, ...fields: string[]];

type Values = Readonly<Record<string, string>>;

/**
 * What was entered, beside what others have changed since the form was shown ({@link form} has what it showed). A field that was left as it was gets
 * the new value; `conflicts` has a sentence for each that would otherwise be changed back.
 */
export function merge(
  sent: URLSearchParams,
  { now, entered, groups }: { readonly now: Values; readonly entered: Values; readonly groups: readonly Group[] },
): { readonly values: Values; readonly conflicts: readonly Problem[] } {
  const shown: Values = attempt(() => JSON.parse(sent.get(SHOWN) ?? '{}')) ?? {};
  const values: Record<string, string> = { ...entered };
  const conflicts = groups.flatMap(([label, field = '', ...more]): Problem[] => {
    const [before, is, wanted] = [shown, now, entered].map((from) =>
      [field, ...more].map((name) => from[name] ?? '').join(' '),
    );
    if (!Object.hasOwn(shown, field) || before === is || is === wanted) return [];
    const changed = `${label} was changed from ${quoted(before)} to ${quoted(is)} meanwhile.`;
    if (wanted !== before) return [{ field, message: `${changed} You entered ${quoted(wanted)}.` }];
    for (const name of [field, ...more]) values[name] = now[name] ?? '';
    return [{ field, message: `${changed} It has that value here now.` }];
  });
  return { values, conflicts };
}

const quoted = (text = '') => (text === '' ? 'nothing' : `“${visible(text)}”`);

/** The hidden field with the values that a form showed. */
const SHOWN = 'shown';

/** A form that was read but not carried out yet. */
export interface Attempt {
  /** The problems found before anything is done. */
  readonly problems: readonly Problem[];
  /** What others have changed since the form was shown. */
  readonly conflicts?: readonly Problem[];
  readonly run: () => Reply | Promise<Reply>;
  /** Shows the form again with the entered values. */
  readonly again: (problems: readonly Problem[]) => Reply;
  /** Labels for fields in errors of the service. */
  readonly labels?: Labels;
}

const CONFLICT =
  'Somebody has changed this after the page was opened: nothing was saved. Look it over, and send the form again to save what is in it.';

/** Carries out a form. Shows it again if it has problems, or if the service refuses a field. */
export async function carryOut({ problems, conflicts = [], run, again, labels = {} }: Attempt): Promise<Reply> {
  const show = (found: readonly Problem[]) => {
    const reply = again([...found, ...conflicts]);
    return conflicts.length > 0 ? refused(reply, 409, CONFLICT) : refused(reply, 422);
  };
  if (problems.length + conflicts.length > 0) return show(problems);
  try {
    return await run();
  } catch (error) {
    // The id is no field of a form; a page of its own reports an object that is gone.
    if (!(error instanceof DomainError) || error.field === undefined || error.field === 'id') throw error;
    if (error.problems.length > 0) return show(toProblems(error.problems, labels));
    return show([{ field: error.field, message: error.message }]);
  }
}

/** A form, above it all problems with links to their fields. `shown`: what is stored now, in a form that changes it; see {@link merge}. */
export function form(
  session: Session,
  { path, submit, state, shown }: { path: string; submit: string; state: FormState; shown?: Values },
  fields: Content,
): Html {
  return html`<form class="stack" method="post" action="${ROOT}${path}" novalidate autocomplete="off">
${summary(state)}
${proof(session)}${shown && html`<input type="hidden" name="${SHOWN}" value="${JSON.stringify(shown)}">`}
${fields}
<p class="submit"><button class="primary">${submit}</button></p>
</form>`;
}

export function textField(state: FormState, options: FieldOptions & { numeric?: boolean; secret?: boolean }): Html {
  const { name, numeric, secret } = options;
  // A page never contains an entered secret again.
  const value = secret ? undefined : state.values[name];
  const control = html`<input id="${name}" name="${name}" type="${secret ? 'password' : 'text'}"${numeric && html` inputmode="numeric"`}${value !== undefined && html` value="${value}"`} spellcheck="false" autocapitalize="none" autocomplete="${secret ? 'new-password' : 'off'}"${required(options)}${describedBy(state, options)}>`;
  return wrap(state, options, control);
}

/** A field for several secret lines: shown as dots until the user asks for them; a page never contains them again. */
export function secretField(state: FormState, options: FieldOptions): Html {
  const { name, label } = options;
  const control = html`<textarea class="masked" id="${name}" name="${name}" rows="3" spellcheck="false" autocapitalize="none" autocomplete="off"${required(options)}${describedBy(state, options)}></textarea>
<label class="check"><input class="reveal" type="checkbox"> Show what I type<span class="hidden"> into ${label}</span></label>`;
  return wrap(state, options, control);
}

export function areaField(state: FormState, options: FieldOptions): Html {
  const { name } = options;
  const control = html`<textarea id="${name}" name="${name}" rows="2" spellcheck="false" autocapitalize="none" autocomplete="off"${required(options)}${describedBy(state, options)}>
${state.values[name]}</textarea>`;
  return wrap(state, options, control);
}

/** A box to tick; sends `yes` if it is ticked. */
export function checkField(state: FormState, options: FieldOptions): Html {
  const { name, label } = options;
  return html`<div class="field">
<label class="check"><input type="checkbox" id="${name}" name="${name}" value="yes"${state.values[name] === 'yes' && html` checked`}${describedBy(state, options)}> <span>${label}</span></label>
${notes(state, options)}
</div>`;
}

/** Fields that few people need. They are folded unless one of them has a value or a problem. */
export function moreFields<Name extends string>(
  { values, problems }: FormState,
  label: string,
  names: readonly Name[],
  field: (name: Name) => Html,
): Html {
  const isOpen = names.some((name) => values[name] || problems.some(({ field }) => isOf(name, field)));
  return html`<details class="folded"${isOpen && html` open`}><summary>${label}</summary><div class="stack">${names.map(field)}</div></details>`;
}

export function selectField(state: FormState, options: FieldOptions & { choices: Choices }): Html {
  const { name, choices } = options;
  const chosen = state.values[name];
  const control = html`<select id="${name}" name="${name}"${describedBy(state, options)}>${choices.map(
    ([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  )}</select>`;
  return wrap(state, options, control);
}

export function checkGroup(
  state: FormState,
  options: FieldOptions & { choices: readonly { value: string; label: Content }[]; chosen: readonly string[] },
): Html {
  const { name, label, choices, chosen } = options;
  return html`<fieldset class="field"${describedBy(state, options)} id="${name}" tabindex="-1">
<legend>${label}</legend>
${notes(state, options)}
<div class="choices-list">${choices.map(
    (choice) =>
      html`<label class="check"><input type="checkbox" name="${name}" value="${choice.value}"${chosen.includes(choice.value) && html` checked`}> <span>${choice.label}</span></label>`,
  )}</div>
</fieldset>`;
}

/** The project of a new object: a choice if the token has more than one. */
export function projectField(session: Session, state: FormState): Html {
  const { projectIds } = session.caller;
  if (projectIds.length > 1 || problemOf(state, 'project_id') !== undefined) {
    return selectField(state, { name: 'project_id', label: 'Project', choices: projectIds.map((id) => [id, id]) });
  }
  return html`<input type="hidden" name="project_id" value="${projectIds[0]}">`;
}

/** For a form with special fields: the attributes of a field with a problem, and the problem. */
export function problemOn(state: FormState, name: string): { readonly mark: Content; readonly says: Content } {
  const problem = problemOf(state, name);
  return {
    mark: problem && html` aria-invalid="true" aria-describedby="${name}-problem"`,
    says: problem && html`<p class="problem" id="${name}-problem">${problem}</p>`,
  };
}

/** The state of one of several forms of a page: the problems of its own fields. */
export function only(state: FormState, names: readonly string[]): FormState {
  return { ...state, problems: state.problems.filter(({ field }) => names.includes(field)) };
}

function notes(state: FormState, { name, hint }: FieldOptions): Html {
  return html`${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problemOn(state, name).says}`;
}

function wrap(state: FormState, options: FieldOptions, control: Html): Html {
  const { name, label, optional } = options;
  return html`<div class="field">
<label for="${name}">${label}${optional && html` <span class="muted">(optional)</span>`}</label>
${notes(state, options)}
${control}
</div>`;
}

/** All problems of a form, with links to their fields. */
export function summary({ problems }: FormState): Content {
  if (problems.length === 0) return undefined;
  return html`<div class="problems" role="alert">
<p>${problems.length === 1 ? 'One thing needs a change:' : `${problems.length} things need a change:`}</p>
<ul>${problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}</ul>
</div>`;
}

function describedBy(state: FormState, { name, hint }: FieldOptions): Html {
  const isWrong = problemOf(state, name) !== undefined;
  const ids = [hint && `${name}-hint`, isWrong && `${name}-problem`].filter(Boolean).join(' ');
  // The first field with a problem gets the focus.
  const isFirst = state.problems[0]?.field === name;
  return html`${ids && html` aria-describedby="${ids}"`}${isWrong && html` aria-invalid="true"`}${isFirst && html` autofocus`}`;
}

const required = ({ optional }: FieldOptions) => !optional && html` aria-required="true"`;

const isOf = (name: string, field: string) => field === name || field.startsWith(`${name}.`);

const problemOf = (state: FormState, name: string) => state.problems.find(({ field }) => isOf(name, field))?.message;
