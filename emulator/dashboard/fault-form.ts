import { parseJson } from '../../contract/formats/json';
import type { FaultSpec } from '../faults/spec';
import {
  areaField,
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
  operation: 'Operation',
  status: 'Respond with status',
  cut: 'Cut the connection',
  delayMs: 'Delay in milliseconds',
  pause: 'Hold requests',
  times: 'How many requests',
  body: 'Body',
  headers: 'Headers',
  retryAfter: 'Retry-After',
  truncate: 'Cut within the body',
  garbage: 'Garbage',
  when: 'When',
  'where.projectId': 'Project',
  'where.objectId': 'Object or bucket',
  'where.keyPrefix': 'Keys that begin with',
  'where.headers': 'Request headers',
  'where.body': 'Request body',
  skip: 'Requests to let pass',
  probability: 'Chance',
} as const satisfies Labels;

type Name = keyof typeof FAULT_LABELS;

const OF_RESPONSE = ['body', 'headers', 'retryAfter', 'truncate', 'garbage', 'when'] as const;
const OF_REQUESTS = [
  ...(['where.projectId', 'where.objectId', 'where.keyPrefix', 'where.headers', 'where.body'] as const),
  ...(['skip', 'probability'] as const),
];

/** The form that adds a fault. The fields that most faults need come first. */
export function faultForm(session: Session, state: FormState, operations: readonly string[]): Html {
  const named = (name: Name) => ({ name, label: FAULT_LABELS[name], optional: true });
  const text = (name: Name, hint?: string) => textField(state, { ...named(name), ...(hint && { hint }) });
  const number = (name: Name, hint?: string) =>
    textField(state, { ...named(name), numeric: true, ...(hint && { hint }) });
  const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
  const choices = [['*', 'all operations'] as const, ...same(operations)];
  return form(session, { path: '/faults', submit: 'Add fault', state }, [
    selectField(state, { name: 'operation', label: FAULT_LABELS.operation, choices }),
    number('status', 'From 200 to 599, such as 503.'),
    selectField(state, { name: 'cut', label: FAULT_LABELS.cut, choices: CUTS }),
    text('delayMs', 'Such as 200, 10-300, or p50 20 p99 300.'),
    number('times', 'Left empty: every one.'),
    checkField(state, { name: 'pause', label: 'Hold each request until the fault is released' }),
    moreFields(state, { label: 'The response', names: OF_RESPONSE }, [
      areaField(state, { ...named('body'), hint: 'For the status: JSON, or text as it is; "" for an empty one.' }),
      areaField(state, { ...named('headers'), hint: 'For the status, one on each line: name: value' }),
      text('retryAfter', 'For the status: seconds, or a date.'),
      text('truncate', 'Bytes that are sent before, or half.'),
      text('garbage', 'Sent in place of the body, such as <html>.'),
      selectField(state, {
        name: 'when',
        label: FAULT_LABELS.when,
        choices: MOMENTS,
        hint: 'Of status, delay and hold.',
      }),
    ]),
    moreFields(state, { label: 'Which requests', names: OF_REQUESTS }, [
      selectField(state, {
        name: 'where.projectId',
        label: FAULT_LABELS['where.projectId'],
        choices: [['', 'every project'], ...same(session.caller.projectIds)],
      }),
      text('where.objectId', 'An id in path or body; at S3 that of a bucket.'),
      text('where.keyPrefix', 'Of objects at S3.'),
      areaField(state, { ...named('where.headers'), hint: 'One on each line: name: value' }),
      areaField(state, { ...named('where.body'), hint: 'As JSON, by places: {"permissions.read": true}' }),
      number('skip', 'Before the fault applies to one.'),
      number('probability', 'More than 0, at most 1.'),
    ]),
  ]);
}

/** Reads the form. Reports only malformed texts; {@link Faults.add} checks the fault itself. */
export function readFault(sent: URLSearchParams) {
  const values = Object.fromEntries(
    Object.keys(FAULT_LABELS).map((name) => [name, (sent.get(name) ?? '').replaceAll('\r\n', '\n').trim()]),
  ) as Record<Name, string>;
  const problems: Problem[] = [];
  const as = <T>(name: Name, read: (text: string) => T | Unreadable) => {
    if (values[name] === '') return undefined;
    const found = read(values[name]);
    if (!(found instanceof Unreadable)) return found;
    problems.push({ field: name, message: `${FAULT_LABELS[name]} ${found.says}.` });
    return undefined;
  };
  const plain = (text: string) => text;
  const where = given({
    projectId: as('where.projectId', plain),
    objectId: as('where.objectId', plain),
    keyPrefix: as('where.keyPrefix', plain),
    headers: as('where.headers', toHeaders),
    body: as('where.body', toPlaces),
  });
  const fault = given({
    operation: values.operation,
    status: as('status', toNumber),
    body: as('body', toBody),
    headers: as('headers', toHeaders),
    retryAfter: as('retryAfter', toNumber),
    cut: as('cut', plain),
    truncate: as('truncate', (text) => (text === 'half' ? true : toWhole(text, 'must be half, or a number of bytes'))),
    garbage: as('garbage', plain),
    delayMs: as('delayMs', toWait),
    pause: values.pause === 'yes' || undefined,
    when: as('when', plain),
    where: Object.keys(where).length > 0 ? where : undefined,
    skip: as('skip', toNumber),
    times: as('times', toNumber),
    probability: as('probability', toNumber),
  });
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

const given = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
