import { attempt } from '../../contract/formats/attempt';
import type { JournalEntry, JournalMark } from './entry';
import { unescapeXml } from './xml-text';

/*
 * A search of the journal in one line: terms with spaces between them, all of which must match. `field:value` compares one part of a request,
 * without regard to case, and with `*` for any text; a value in quotes is compared as it is. Any other term is a text that must occur
 * somewhere in what the journal shows, or a status. A search finds no more than the journal shows (E14).
 */

/** What a search needs to know beside the requests. */
export interface SearchContext {
  /** The bucket with this alias or id; undefined if there is none. */
  readonly findBucket: (name: string) => { readonly id: string; readonly alias: string } | undefined;
  readonly marks: readonly JournalMark[];
  /** Virtual time in milliseconds, for times without a date and for `5m`. */
  readonly now: number;
}

export interface Search {
  readonly matches: (entry: JournalEntry) => boolean;
  /** Sentences about terms that cannot match; empty if there are none. */
  readonly problems: readonly string[];
}

/** The fields, each with a sentence. */
export const SEARCH_FIELDS = {
  status: 'A status, such as 404 or 4xx, or cut.',
  operation: 'Such as createSecret or PutObject.',
  path: 'The path as it was sent: /secrets/*',
  bucket: 'A bucket’s alias or id.',
  key: 'The key of an object: photos/*',
  access_key: 'The id of the access key that signed.',
  id: 'The id of any object of the service.',
  project: 'A project’s id, or none.',
  method: 'Such as PUT.',
  fault: 'A fault’s id, or any.',
  test: 'A part of the name of a test, or of another mark.',
  from: 'A time: 12:00, 2030-01-31T12:00 in UTC, or 5m ago.',
  to: 'Likewise.',
} as const;

export type SearchField = keyof typeof SEARCH_FIELDS;

type Test = (entry: JournalEntry) => boolean;

const TERM = /(?:([a-z_]+):)?("(?:[^"\\]|\\.)*"|\S+)/gi;
const NEVER: Test = () => false;

/** Reads a search. A term that no request can match says so in `problems`. */
export function readSearch(text: string, context: SearchContext): Search {
  const problems: string[] = [];
  const tests = [...text.matchAll(TERM)].map(([whole, name = '', value = '']): Test => {
    const field = name.toLowerCase();
    if (!isField(field)) return textTest(unquote(name === '' ? value : whole), context);
    const test = fieldTest(field, value, context);
    if (typeof test === 'function') return test;
    problems.push(test);
    return NEVER;
  });
  return { matches: (entry) => tests.every((test) => test(entry)), problems };
}

/** A term that finds this value. Keys are in quotes, because those that differ only in case are different objects. */
export function searchTerm(field: SearchField, value: string): string {
  return `${field}:${field !== 'key' && /^[\w./-]+$/.test(value) ? value : JSON.stringify(value)}`;
}

const isField = (name: string): name is SearchField => Object.hasOwn(SEARCH_FIELDS, name);

function fieldTest(field: SearchField, sent: string, context: SearchContext): Test | string {
  const is = matcherOf(sent);
  const value = unquote(sent);
  switch (field) {
    case 'status':
      return ({ status }) => isStatus(status, value);
    case 'operation':
      return ({ operation }) => is(operation);
    case 'path':
      return ({ path }) => is(path);
    case 'bucket':
      return bucketTest(value, context);
    case 'key':
      return (entry) => is(entry.key) || deletedKeys(entry).some(is);
    case 'access_key':
      return ({ accessKeyId }) => is(accessKeyId);
    case 'id':
      return (entry) => is(entry.objectId) || bucketIds(entry).some(is);
    case 'project':
      return ({ projectId }) => (value === 'none' && projectId === undefined) || is(projectId);
    case 'method':
      return ({ method }) => is(method);
    case 'fault':
      return ({ fault }) => (value === 'any' && fault !== undefined) || is(fault?.id);
    case 'test':
      return markTest(value, context.marks);
    case 'from':
    case 'to': {
      const time = readTime(value, context.now);
      if (time === undefined)
        return `${field}: must be such as 12:00, 2030-01-31T12:00 or 5m, got ${JSON.stringify(value)}.`;
      return field === 'from' ? ({ at }) => at >= time : ({ at }) => at <= time;
    }
  }
}

/** Compares a text with a value: in quotes as it is, otherwise without regard to case, and with `*` for any text. */
function matcherOf(sent: string): (text: string | undefined) => boolean {
  const value = unquote(sent);
  if (sent.startsWith('"')) return (text) => text === value;
  const pattern = value.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'));
  const wanted = new RegExp(`^${pattern.join('.*')}$`, 'is');
  return (text) => text !== undefined && wanted.test(text);
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  const read = attempt(() => JSON.parse(text));
  return typeof read === 'string' ? read : text.replace(/^"|"$/g, '');
}

function isStatus(status: JournalEntry['status'], wanted: string): boolean {
  if (/^[1-5]xx$/i.test(wanted)) return String(status).startsWith(wanted.slice(0, 1));
  return String(status) === wanted.toLowerCase();
}

/** Requests for a bucket, also one that is gone: by its id, or by the alias in the path; at the control plane also keys made for it. */
function bucketTest(name: string, { findBucket }: SearchContext): Test {
  const bucket = findBucket(name);
  const id = bucket?.id ?? name;
  const alias = bucket?.alias ?? name;
  return (entry) => {
    if (entry.objectId === id || bucketIds(entry).includes(id)) return true;
    return entry.api === 's3' && entry.objectId === undefined && entry.path.split(/[/?]/, 2)[1] === alias;
  };
}

function bucketIds({ body }: JournalEntry): readonly string[] {
  const ids = body !== null && typeof body === 'object' && 'bucket_ids' in body ? body.bucket_ids : undefined;
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** Keys in the response to DeleteObjects, which has none in its path. */
function deletedKeys({ operation, response }: JournalEntry): readonly string[] {
  if (operation !== 'DeleteObjects' || typeof response?.body !== 'string') return [];
  return [...response.body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
}

/** The requests between a mark with this text and the next mark. */
function markTest(value: string, marks: readonly JournalMark[]): Test {
  const wanted = value.toLowerCase();
  const ranges = marks.flatMap(({ text, after }, index) =>
    text.toLowerCase().includes(wanted) ? [[after, marks[index + 1]?.after ?? Number.POSITIVE_INFINITY] as const] : [],
  );
  return (entry) => ranges.some(([after, last]) => numberOf(entry) > after && numberOf(entry) <= last);
}

/** The number of a request, from 1. */
export const numberOf = ({ requestId }: Pick<JournalEntry, 'requestId'>) => Number(requestId.replace(/^\D+/, ''));

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A time in UTC with or without a date, milliseconds, or a distance from now such as `5m`; undefined for any other text. */
function readTime(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  if (/^\d{9,16}$/.test(text)) return Number(text);
  const whole = /^\d{1,2}:/.test(text) ? `${new Date(now).toISOString().slice(0, 10)}T${text.padStart(5, '0')}` : text;
  const time = Date.parse(/T[\d:.]+$/.test(whole) ? `${whole}Z` : whole);
  return /^\d{4}-/.test(whole) && !Number.isNaN(time) ? time : undefined;
}

/** Requests with a text in anything that is shown of them. */
function textTest(text: string, { findBucket }: SearchContext): Test {
  const wanted = text.toLowerCase();
  return (entry) => {
    const { status, api, objectId, error } = entry;
    if (isStatus(status, wanted)) return true;
    const bucket = api === 's3' && objectId !== undefined ? findBucket(objectId)?.alias : undefined;
    const short = [entry.path, entry.method, entry.operation, entry.requestId, entry.projectId, objectId, bucket];
    const texts = [...short, entry.key, entry.accessKeyId, error?.code, error?.field, error?.message, entry.fault?.id];
    if (texts.some((each) => each?.toLowerCase().includes(wanted))) return true;
    if (new Date(entry.at).toISOString().replace('T', ' ').includes(wanted.toUpperCase())) return true;
    // Last, because it takes longest.
    const rest = JSON.stringify([entry.query, entry.headers, entry.body, entry.response, entry.assumptions]);
    return rest.toLowerCase().includes(JSON.stringify(wanted).slice(1, -1));
  };
}
