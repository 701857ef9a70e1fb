import { attempt } from '../../contract/formats/attempt';
import { parseJson } from '../../contract/formats/json';
import type { FaultSpec } from '../faults/spec';
import {
  areaField,
  type Choices,
  checkField,
  type FormState,
  form,
  type Labels,
  moreFields,
  type Problem,
  selectField,
  textField,
} from './form';
import type { Content, Html } from './html';
import { link, toPath } from './layout';
import type { Session } from './sessions';
import type { Visit } from './site';

/** A text in a wrong format. `says` continues a sentence that begins with the field's label. */
class Unreadable {
  constructor(readonly says: string) {}
}

/** A number, or the text itself, which the check of faults then refuses. */
const toNumber = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

const toWhole = (text: string, says: string) => (/^\d+$/.test(text) ? Number(text) : new Unreadable(says));

const toTruncation = (text: string) => text === 'half' || toWhole(text, 'must be half, or a number of bytes');

/** Parses a wait: `200`, `10-300`, or `p50 20 p99 300`. */
function toWait(text: string): object | number | Unreadable {
  const [, min, max] = /^(\d+) *- *(\d+)$/.exec(text) ?? [];
  if (min !== undefined && max !== undefined) return { min: Number(min), max: Number(max) };
  const [, p50, p99] = /^p50 *=? *(\d+),? +p99 *=? *(\d+)$/i.exec(text) ?? [];
  if (p50 !== undefined && p99 !== undefined) return { p50: Number(p50), p99: Number(p99) };
  return toWhole(text, 'must be such as 200, 10-300, or p50 20 p99 300');
}

function toHeaders(text: string): Record<string, string> | Unreadable {
  const headers: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    if (name === '') return new Unreadable(`must be "name: value": line ${index + 1} is not`);
    if (Object.hasOwn(headers, name)) return new Unreadable(`must have each name once: line ${index + 1} repeats one`);
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}

/** Parses a body. A text that is a JSON string is sent as entered, except `""`, which stands for the empty text. */
function toBody(text: string): unknown {
  const json = attempt(() => parseJson(text));
  return json === undefined || (typeof json === 'string' && json !== '') ? text : json;
}

const toPlaces = (text: string): unknown =>
  attempt(() => parseJson(text)) ?? new Unreadable('must be JSON such as {"name": "db-password"}');

/** A member of a fault in the form. `read` is for texts that are more than texts. */
type Field = readonly [label: string, hint?: string, read?: (text: string) => unknown];

/** The members of a fault, by their names in the control interface for tests. */
const FIELDS = {
  'where.projectId': ['Project'],
  'where.objectId': ['Object or bucket', 'An id in path or body; of a bucket also its name.'],
  'where.keyPrefix': ['Keys that begin with', 'Of objects at S3.'],
  'where.accessKeyId': ['Access key', 'The id of the one that signs, at S3.'],
  'where.headers': ['Request headers', 'One on each line: name: value', toHeaders],
  'where.body': ['Request body', 'As JSON, by places: {"permissions.read": true}', toPlaces],
  operation: ['Operation'],
  status: ['Respond with status', 'From 200 to 599, such as 503.', toNumber],
  body: ['Body', 'For the status: JSON, or text as it is; "" for an empty one.', toBody],
  headers: ['Headers', 'For the status, one on each line: name: value', toHeaders],
  retryAfter: ['Retry-After', 'For the status: seconds, or a date.', toNumber],
  cut: ['Cut the connection'],
  truncate: ['Cut within the body', 'Bytes that are sent before, or half.', toTruncation],
  garbage: ['Garbage', 'Sent in place of the body, such as <html>.'],
  delayMs: ['Delay in milliseconds', 'Such as 200, 10-300, or p50 20 p99 300.', toWait],
  pause: ['Hold requests', '', (text) => text === 'yes' || undefined],
  when: ['When', 'Of status, delay and hold.'],
  skip: ['Requests to let pass', 'Before the fault applies to one.', toNumber],
  times: ['How many requests', 'Left empty: every one.', toNumber],
  probability: ['Chance', 'More than 0, at most 1.', toNumber],
} as const satisfies Readonly<Record<string, Field>>;

type Name = keyof typeof FIELDS;

const AREAS: readonly Name[] = ['where.headers', 'where.body', 'body', 'headers'];
const NUMBERS: readonly Name[] = ['status', 'skip', 'times', 'probability'];

const CUTS = [
  ['', 'no'],
  ['before-commit', 'before it takes effect'],
  ['after-commit', 'after it took effect'],
] as const;

const MOMENTS = [
  ['', 'before the operation takes effect'],
  ['after-commit', 'after it took effect'],
] as const;

export const FAULT_LABELS: Labels = Object.fromEntries(Object.entries(FIELDS).map(([name, [label]]) => [name, label]));

/** The form that adds a fault. The fields that most faults need come first. */
export function faultForm(session: Session, state: FormState, operations: readonly string[]): Html {
  const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
  const offers: Readonly<Partial<Record<Name, Choices>>> = {
    'where.projectId': [['', 'every project'], ...same(session.caller.projectIds)],
    operation: [['*', 'all operations'], ...same(operations)],
    cut: CUTS,
    when: MOMENTS,
  };
  const field = (name: Name): Html => {
    const [label, hint]: Field = FIELDS[name];
    const choices = offers[name];
    if (choices) return selectField(state, { name, label, hint, choices });
    const options = { name, label, hint, optional: true };
    if (AREAS.includes(name)) return areaField(state, options);
    return textField(state, { ...options, numeric: NUMBERS.includes(name) });
  };
  const more = (label: string, ...names: readonly Name[]) => moreFields(state, label, names, field);
  return form(session, { path: '/faults', submit: 'Add fault', state }, [
    ...(['operation', 'status', 'cut', 'delayMs', 'times'] as const).map(field),
    checkField(state, { name: 'pause', label: 'Hold each request until the fault is released' }),
    more('The response', 'body', 'headers', 'retryAfter', 'truncate', 'garbage', 'when'),
    more(
      'Which requests',
      'where.projectId',
      'where.objectId',
      'where.keyPrefix',
      'where.accessKeyId',
      'where.headers',
      'where.body',
      'skip',
      'probability',
    ),
  ]);
}

/** What a link to the form fills in: where the fault is aimed. */
export type Aim = Readonly<Partial<Record<Name, string>>>;

/** A link to the form for a fault that answers the next such request with 503; nothing for visitors who may add none. `says` names the target. */
export function faultLink({ hasControl }: Pick<Visit, 'hasControl'>, aim: Aim, label: string, says?: string): Content {
  return hasControl && link(toPath('/faults', { ...aim, status: '503', times: '1' }), label, says);
}

/** The fields of the form that the address fills in. */
export function presetOf(query: Readonly<Record<string, string>>): FormState {
  const values = Object.entries(query).filter(([name]) => Object.hasOwn(FIELDS, name));
  return { values: Object.fromEntries(values), problems: [] };
}

/** Reads the form. `malformed`: texts that the fault has as they are, so that {@link Faults.add} refuses them, with better words. */
export function readFault(sent: URLSearchParams) {
  const values = {} as Record<Name, string>;
  const malformed = new Map<string, Problem>();
  const fault: Record<string, unknown> = { operation: '' };
  const where: Record<string, unknown> = {};
  for (const [name, [label, , read = String]] of Object.entries(FIELDS) as [Name, Field][]) {
    const text = (sent.get(name) ?? '').replaceAll('\r\n', '\n').trim();
    values[name] = text;
    const found = text === '' ? undefined : read(text);
    if (found instanceof Unreadable) malformed.set(name, { field: name, message: `${label} ${found.says}.` });
    const member = found instanceof Unreadable ? text : found;
    if (member !== undefined && name.startsWith('where.')) where[name.slice('where.'.length)] = member;
    else if (member !== undefined) fault[name] = member;
  }
  if (Object.keys(where).length > 0) fault.where = where;
  return { values, fault: fault as unknown as FaultSpec, malformed };
}

/** The entered values without those that a fault sends or compares, which may be secret. */
export function withoutSecrets(values: Readonly<Record<Name, string>>): Readonly<Record<Name, string>> {
  const retryAfter = typeof toNumber(values.retryAfter) === 'number' ? values.retryAfter : '';
  return { ...values, ...{ body: '', headers: '', garbage: '', 'where.headers': '', 'where.body': '' }, retryAfter };
}
