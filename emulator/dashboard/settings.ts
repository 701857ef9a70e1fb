import { NO_LAG } from '../domain/lag';
import { dialects, nearestDialect } from '../settings/knobs';
import { SENTENCES } from '../settings/sentences';
import {
  type Behaviour,
  type BehaviourChange,
  type Choice,
  choicesOf,
  knobFields,
  lagFields,
} from '../settings/settings';
import { BLANK, checkField, type FormState, form, type Labels, merge, only, selectField, textField } from './form';
import { type Content, type Html, html } from './html';
import { gateOf } from './may-control';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import type { Site, Visit } from './site';
import { type Column, table } from './table';

const KNOBS = choicesOf(knobFields);
const LAG = choicesOf(lagFields);
/** The first knob that changes what the service does, and not only how its responses look. */
const FIRST_RULE = KNOBS.findIndex(({ name }) => name === 'takenName');

const labelsOf = (group: string, choices: readonly Choice[]): Labels =>
  Object.fromEntries(choices.map(({ name }) => [`${group}.${name}`, name]));
const OF_KNOBS = labelsOf('knobs', KNOBS);
const OF_LAG: Labels = { ...labelsOf('lag', LAG), settle: 'Settling', interfaceOnly: 'Interface only' };

/** Settings: dialect, knobs, lag and settling of buckets. They affect every client, so not every session may change them. */
export function addSettingsPages(site: Site, context: DashboardContext): void {
  const { settings } = context;
  const gate = gateOf(context, 'Settings apply to every client.');
  const labels: Labels = { dialect: 'Dialect', ...OF_KNOBS, ...OF_LAG };

  const show = (visit: Visit, state: FormState = BLANK): Reply => {
    const { session } = visit;
    const now = settings.read();
    const { name, differing } = nearestDialect(now.knobs);
    const values = valuesOf(now);
    const shownOf = (of: Labels) => Object.fromEntries(Object.keys(of).map((name) => [name, values[name] ?? '']));
    const entered: FormState = { ...state, values: { ...values, ...state.values } };
    const knobs = only(entered, Object.keys(OF_KNOBS));
    const lag = only(entered, Object.keys(OF_LAG));
    const dialect = only(entered, ['dialect']);
    const others = differencesOf(now, settings.initial);
    const marks: ReadonlyMap<string, string> = new Map(others.map(({ field, by }) => [field, by]));
    const group = (label: string, choices: readonly Choice[]) => {
      const isOpen = choices.some(({ name }) => knobs.problems.some(({ field }) => field === `knobs.${name}`));
      return html`<details class="folded"${isOpen && html` open`}><summary>${label} <span class="count">${choices.length}</span></summary>
<div class="grid settings">${choices.map((choice) => choiceField(knobs, `knobs.${choice.name}`, choice, marks))}</div></details>`;
    };
    return page(
      'Settings',
      html`<p class="lead">How the emulator reads what the interface leaves open, for every client, from the next request on. A reset restores the settings of the start.</p>
${summaryOf(others)}
${
  visit.hasControl
    ? html`<section class="card" aria-labelledby="of-dialect"><h2 id="of-dialect">Dialect</h2>
<p>The knobs are those of <strong>${name}</strong>${differing.length > 0 && ` but for ${differing.join(', ')}`}.</p>
${form(session, { path: '/settings/dialect', submit: 'Set all knobs', state: dialect }, [
  html`<div class="grid">${selectField(
    { ...dialect, values: { dialect: name, ...state.values } },
    {
      name: 'dialect',
      label: 'Dialect',
      hint: 'A preset of all knobs.',
      choices: Object.keys(dialects).map((each) => [each, each]),
    },
  )}</div>`,
])}</section>
<section class="card" aria-labelledby="of-knobs"><h2 id="of-knobs">Knobs</h2>
${form(session, { path: '/settings/knobs', submit: 'Save knobs', state: knobs, shown: shownOf(OF_KNOBS) }, [
  group('How responses look', KNOBS.slice(0, FIRST_RULE)),
  group('What the service does', KNOBS.slice(FIRST_RULE)),
])}</section>
<section class="card" aria-labelledby="of-lag"><h2 id="of-lag">Lag and settling</h2>
<p>Of the lists of the REST interface. S3 lists are never late.</p>
${form(session, { path: '/settings/lag', submit: 'Save lag and settling', state: lag, shown: shownOf(OF_LAG) }, [
  html`<div class="grid settings">${LAG.map((choice) => choiceField(lag, `lag.${choice.name}`, choice, marks))}
${textField(lag, { name: 'settle', label: labelOf('Settling', marks.get('settle')), hint: sentenceOf('settle') })}</div>`,
  checkField(lag, { name: 'interfaceOnly', label: 'Interface only', hint: sentenceOf('interfaceOnly') }),
])}</section>`
    : html`<section class="card">${gate.invitation(visit, '/settings')}</section>
${asTable('Knobs', now.knobs)}${asTable('Lag and settling', { ...now.lag, settle: now.settle, interfaceOnly: now.interfaceOnly })}`
}`,
    );
  };

  const action = (path: string, done: string, read: (form: URLSearchParams) => Readonly<Record<string, unknown>>) => {
    site.form(path, (visit) => {
      gate.require(visit);
      // Browsers do not send an unticked box.
      const entered = { interfaceOnly: '', ...Object.fromEntries(visit.form) };
      const groups = Object.entries(labels).map(([name, label]) => [label, name] as const);
      const { values, conflicts } = merge(visit.form, { now: valuesOf(settings.read()), entered, groups });
      return {
        problems: [],
        conflicts,
        run: () => {
          // The settings check the entered values.
          settings.change(read(visit.form) as BehaviourChange);
          return redirect('/settings', done);
        },
        again: (problems) => show(visit, { values, problems }),
        labels,
      };
    });
  };

  site.page('/settings', (visit) => show(visit));
  action('/settings/dialect', 'All knobs have the values of the dialect.', (sent) => ({
    dialect: sent.get('dialect') ?? '',
  }));
  action('/settings/knobs', 'The knobs were saved.', (sent) => ({ knobs: read(sent, 'knobs', KNOBS) }));
  action('/settings/lag', 'Lag and settling were saved.', (sent) => ({
    lag: read(sent, 'lag', LAG),
    settle: (sent.get('settle') ?? '').trim(),
    interfaceOnly: sent.get('interfaceOnly') === 'yes',
  }));
}

/** A setting whose value is not the default, or not that of the start. */
interface Difference {
  /** The name of its field on the page. */
  readonly field: string;
  readonly name: string;
  readonly value: string;
  readonly byDefault: string;
  /** Why it has this value. */
  readonly by: string;
}

/** The settings that differ: by the dialect, since the start, or from what they are by default. */
function differencesOf(now: Behaviour, initial: Behaviour): readonly Difference[] {
  const { name: dialect } = nearestDialect(now.knobs);
  const [values, atStart] = [valuesOf(now), valuesOf(initial)];
  const byDefault = valuesOf({ knobs: dialects.conventional, lag: NO_LAG, settle: 'immediate', interfaceOnly: false });
  const ofDialect = valuesOf({ ...now, knobs: dialects[dialect] });
  const shown = (value = '') => value || 'no';
  return Object.entries(values).flatMap(([field, value]) => {
    if (value === byDefault[field] && value === atStart[field]) return [];
    const name = field.replace(/^\w+\./, '');
    const isOfDialect = field.startsWith('knobs.') && value === ofDialect[field] && value !== byDefault[field];
    const since = value === atStart[field] ? 'set at the start' : 'changed since the start';
    const by = isOfDialect ? `dialect ${dialect}` : since;
    return [{ field, name, value: shown(value), byDefault: shown(byDefault[field]), by }];
  });
}

function summaryOf(differences: readonly Difference[]): Html {
  const columns: readonly Column<Difference>[] = [
    { head: 'Setting', kind: 'line', cell: ({ name }) => html`<code>${name}</code>` },
    { head: 'Value', cell: ({ value }) => value },
    { head: 'By default', cell: ({ byDefault }) => byDefault },
    { head: 'Why', kind: 'line', cell: ({ by }) => by },
    { head: 'What it decides', kind: 'text', cell: ({ name }) => sentenceOf(name) },
  ];
  const caption = html`Settings that differ <span class="count">${differences.length}</span>`;
  return table(columns, differences, { caption, empty: 'Every setting is as by default.', name: 'differing' });
}

/** What a setting decides, from its doc comment; what is in backticks is code. */
function sentenceOf(name: string): Content {
  const parts = (SENTENCES[name] ?? '').split('`');
  return parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

const labelOf = (label: Content, mark: string | undefined): Content =>
  html`${label}${mark !== undefined && html` <span class="badge">${mark}</span>`}`;

function choiceField(
  state: FormState,
  name: string,
  { name: setting, values }: Choice,
  marks: ReadonlyMap<string, string>,
): Content {
  // A long name may break between its words.
  const words = setting.split(/(?=[A-Z])/).map((word, index) => (index === 0 ? word : html`<wbr>${word}`));
  const options = { name, label: labelOf(words, marks.get(name)), hint: sentenceOf(setting) };
  if (values) return selectField(state, { ...options, choices: values.map((value) => [`${value}`, `${value}`]) });
  return textField(state, { ...options, numeric: true });
}

/** The entered values with the types of their settings. An impossible value stays a text, which the settings refuse. */
function read(sent: URLSearchParams, group: string, choices: readonly Choice[]): Readonly<Record<string, unknown>> {
  const entered = choices.flatMap(({ name, values }) => {
    const text = sent.get(`${group}.${name}`)?.trim();
    if (text === undefined) return [];
    if (!values) return [[name, /^\d+$/.test(text) ? Number(text) : text]];
    return [[name, values.find((value) => `${value}` === text) ?? text]];
  });
  return Object.fromEntries(entered);
}

function valuesOf({ knobs, lag, settle, interfaceOnly }: Behaviour): Readonly<Record<string, string>> {
  const texts = (group: string, values: object) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, String(value)]);
  return {
    ...Object.fromEntries([...texts('knobs', knobs), ...texts('lag', lag)]),
    settle,
    interfaceOnly: interfaceOnly ? 'yes' : '',
  };
}

function asTable(caption: string, values: object): Content {
  const columns = [
    { head: 'Setting', cell: ([name]: [string, unknown]) => name },
    { head: 'Value', cell: ([, value]: [string, unknown]) => String(value) },
  ];
  return table(columns, Object.entries(values), { caption, empty: '' });
}
