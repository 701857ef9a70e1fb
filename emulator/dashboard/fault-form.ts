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
import type { Html } from './html';
import type { Session } from './sessions';

const CUTS = [
  ['', 'no'],
  ['before-commit', 'before it takes effect'],
  ['after-commit', 'after it took effect'],
] as const;

const MOMENTS = [
  ['', 'before the operation takes effect'],
  ['after-commit', 'after it took effect'],
] as const;

/** Labels of the members of a fault, by their names in the control interface for tests. */
export const FAULT_LABELS = {
  'where.projectId': 'Project',
  'where.objectId': 'Object or bucket',
  'where.keyPrefix': 'Keys that begin with',
  'where.headers': 'Request headers',
  'where.body': 'Request body',
  operation: 'Operation',
  status: 'Respond with status',
  body: 'Body',
  headers: 'Headers',
  retryAfter: 'Retry-After',
  cut: 'Cut the connection',
  truncate: 'Cut within the body',
  garbage: 'Garbage',
  delayMs: 'Delay in milliseconds',
  pause: 'Hold requests',
  when: 'When',
  skip: 'Requests to let pass',
  times: 'How many requests',
  probability: 'Chance',
} as const satisfies Labels;

type Name = keyof typeof FAULT_LABELS;

/** The form that adds a fault. The fields that most faults need come first. */
export function faultForm(session: Session, state: FormState, operations: readonly string[]): Html {
  const field = (name: Name, hint: string) => ({ name, label: FAULT_LABELS[name], hint, optional: true });
  const text = (name: Name, hint: string) => textField(state, field(name, hint));
  const number = (name: Name, hint: string) => textField(state, { ...field(name, hint), numeric: true });
  const area = (name: Name, hint: string) => areaField(state, field(name, hint));
  const select = (name: Name, choices: Choices, hint?: string) =>
    selectField(state, { name, label: FAULT_LABELS[name], choices, hint });
  const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
  return form(session, { path: '/faults', submit: 'Add fault', state }, [
    select('operation', [['*', 'all operations'], ...same(operations)]),
    number('status', 'From 200 to 599, such as 503.'),
    select('cut', CUTS),
    text('delayMs', 'Such as 200, 10-300, or p50 20 p99 300.'),
    number('times', 'Left empty: every one.'),
    checkField(state, { name: 'pause', label: 'Hold each request until the fault is released' }),
    moreFields(state, 'The response', {
      body: area('body', 'For the status: JSON, or text as it is; "" for an empty one.'),
      headers: area('headers', 'For the status, one on each line: name: value'),
      retryAfter: text('retryAfter', 'For the status: seconds, or a date.'),
      truncate: text('truncate', 'Bytes that are sent before, or half.'),
      garbage: text('garbage', 'Sent in place of the body, such as <html>.'),
      when: select('when', MOMENTS, 'Of status, delay and hold.'),
    }),
    moreFields(state, 'Which requests', {
      'where.projectId': select('where.projectId', [['', 'every project'], ...same(session.caller.projectIds)]),
      'where.objectId': text('where.objectId', 'An id in path or body; at S3 that of a bucket.'),
      'where.keyPrefix': text('where.keyPrefix', 'Of objects at S3.'),
      'where.headers': area('where.headers', 'One on each line: name: value'),
      'where.body': area('where.body', 'As JSON, by places: {"permissions.read": true}'),
      skip: number('skip', 'Before the fault applies to one.'),
      probability: number('probability', 'More than 0, at most 1.'),
    }),
  ]);
}

/** Reads the form. Reports only malformed texts; {@link Faults.add} checks the fault itself. */
export function readFault(sent: URLSearchParams) {
  const values = Object.fromEntries(
    Object.keys(FAULT_LABELS).map((name) => [name, (sent.get(name) ?? '').replaceAll('\r\n', '\n').trim()]),
  ) as Record<Name, string>;
  const problems: Problem[] = [];
  const fault: Record<string, unknown> = { operation: values.operation };
  const where: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(values) as [Name, string][]) {
    const read = READERS[name] ?? String;
    const found = text === '' ? undefined : read(text);
    if (found instanceof Unreadable) problems.push({ field: name, message: `${FAULT_LABELS[name]} ${found.says}.` });
    else if (found !== undefined && name.startsWith('where.')) where[name.slice('where.'.length)] = found;
    else if (found !== undefined) fault[name] = found;
  }
  if (Object.keys(where).length > 0) fault.where = where;
  return { values, fault: fault as unknown as FaultSpec, problems };
}

/** The entered values without those that a fault sends or compares, which may be secret. */
export function withoutSecrets(values: Readonly<Record<Name, string>>): Readonly<Record<Name, string>> {
  const retryAfter = typeof toNumber(values.retryAfter) === 'number' ? values.retryAfter : '';
  return { ...values, ...{ body: '', headers: '', garbage: '', 'where.headers': '', 'where.body': '' }, retryAfter };
}

/** A text in a wrong format. `says` continues a sentence that begins with the field's label. */
class Unreadable {
  constructor(readonly says: string) {}
}

/** A number, or the text itself, which the check of faults then refuses. */
const toNumber = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

const toWhole = (text: string, says: string) => (/^\d+$/.test(text) ? Number(text) : new Unreadable(says));

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
  try {
    const json = parseJson(text);
    return typeof json === 'string' && json !== '' ? text : json;
  } catch {
    return text;
  }
}

function toPlaces(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return new Unreadable('must be JSON such as {"name": "db-password"}');
  }
}

/** How the texts are read that are more than texts. */
const READERS: { readonly [Field in Name]?: (text: string) => unknown } = {
  status: toNumber,
  body: toBody,
  headers: toHeaders,
  retryAfter: toNumber,
  truncate: (text) => (text === 'half' ? true : toWhole(text, 'must be half, or a number of bytes')),
  delayMs: toWait,
  pause: (text) => text === 'yes' || undefined,
  'where.headers': toHeaders,
  'where.body': toPlaces,
  skip: toNumber,
  times: toNumber,
  probability: toNumber,
};
