import { dialects, nearestDialect } from '../settings/knobs';
import {
  type Behaviour,
  type BehaviourChange,
  type Choice,
  choicesOf,
  knobFields,
  lagFields,
} from '../settings/settings';
import { BLANK, checkField, type FormState, form, type Labels, only, selectField, textField } from './form';
import { type Content, html } from './html';
import { gateOf } from './may-control';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import type { Site, Visit } from './site';
import { table } from './table';

const KNOBS = choicesOf(knobFields);
const LAG = choicesOf(lagFields);

const labelsOf = (group: string, choices: readonly Choice[]): Labels =>
  Object.fromEntries(choices.map(({ name }) => [`${group}.${name}`, name]));
const OF_KNOBS = labelsOf('knobs', KNOBS);
const OF_LAG = labelsOf('lag', LAG);

/** Settings: dialect, knobs, lag and settling of buckets. They affect every client, so not every session may change them. */
export function addSettingsPages(site: Site, context: DashboardContext): void {
  const { settings } = context;
  const gate = gateOf(context, 'Settings apply to every client.');
  const labels: Labels = {
    dialect: 'Dialect',
    ...OF_KNOBS,
    ...OF_LAG,
    settle: 'Settling',
    interfaceOnly: 'Interface only',
  };

  const show = (visit: Visit, state: FormState = BLANK): Reply => {
    const { session } = visit;
    const now = settings.read();
    const { name, differing } = nearestDialect(now.knobs);
    const entered: FormState = { ...state, values: { ...valuesOf(now), ...state.values } };
    const knobs = only(entered, Object.keys(OF_KNOBS));
    const lag = only(entered, [...Object.keys(OF_LAG), 'settle', 'interfaceOnly']);
    const dialect = only(entered, ['dialect']);
    return page(
      'Settings',
      html`<p class="lead">How the emulator reads what the interface leaves open, for every client, from the next request on. A reset restores the settings of the start.</p>
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
<section class="card" aria-labelledby="of-lag"><h2 id="of-lag">Lag and settling</h2>
${form(session, { path: '/settings/lag', submit: 'Save lag and settling', state: lag }, [
  html`<div class="grid">${LAG.map((choice) => choiceField(lag, `lag.${choice.name}`, choice))}</div>
<div class="grid">${textField(lag, { name: 'settle', label: labels.settle, hint: 'immediate, 500ms or 3polls' })}</div>`,
  checkField(lag, { name: 'interfaceOnly', label: 'Refuse what the interface does not promise (--interface-only)' }),
])}</section>
<section class="card" aria-labelledby="of-knobs"><h2 id="of-knobs">Knobs</h2>
${form(session, { path: '/settings/knobs', submit: 'Save knobs', state: knobs }, [
  html`<div class="grid">${KNOBS.map((choice) => choiceField(knobs, `knobs.${choice.name}`, choice))}</div>`,
])}</section>`
    : html`<section class="card">${gate.invitation(visit, '/settings')}</section>
${asTable('Knobs', now.knobs)}${asTable('Lag and settling', { ...now.lag, settle: now.settle, interfaceOnly: now.interfaceOnly })}`
}`,
    );
  };

  const action = (path: string, done: string, read: (form: URLSearchParams) => Readonly<Record<string, unknown>>) => {
    site.form(path, (visit) => {
      gate.require(visit);
      return {
        problems: [],
        run: () => {
          // The settings check the entered values.
          settings.change(read(visit.form) as BehaviourChange);
          return redirect('/settings', done);
        },
        // Browsers do not send an unticked box.
        again: (problems) =>
          show(visit, { values: { interfaceOnly: '', ...Object.fromEntries(visit.form) }, problems }),
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

function choiceField(state: FormState, name: string, { name: knob, values }: Choice): Content {
  // A long name may break between its words.
  const label = knob.split(/(?=[A-Z])/).map((word, index) => (index === 0 ? word : html`<wbr>${word}`));
  if (values) return selectField(state, { name, label, choices: values.map((value) => [`${value}`, `${value}`]) });
  return textField(state, { name, label, numeric: true });
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
