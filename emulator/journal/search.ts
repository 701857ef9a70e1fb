import { attempt } from '../../contract/formats/attempt';
import type { Hide } from '../domain/known-secrets';
import { nearest, nearMiss } from '../domain/nearest';
import type { JournalEntry, JournalMark } from './entry';
import { OPERATION_NAMES } from './operation-name';
import { unescapeXml } from './xml-text';

/*
 * A search of the journal in one line: terms with spaces between them, all of which must match. `field:value` compares one part of a request,
 * without regard to case, and with `*` for any text; a value in quotes is compared as it is. Any other term is a text that must occur
 * somewhere in what the journal shows, or a status. A search finds no more than the journal shows (E14).
 */

/** Longest search, in characters. Encoded for an address, each may take nine, and a request has at most 16 KiB before its body. */
export const LONGEST_SEARCH = 1_500;

/** What a search needs to know beside the requests. */
export interface SearchContext {
  /** The bucket with this alias or id; undefined if there is none. */
  readonly findBucket: (name: string) => { readonly id: string; readonly alias: string } | undefined;
  readonly marks: readonly JournalMark[];
  /** Virtual time in milliseconds, for times without a date and for `5m`. */
  readonly now: number;
  /** Takes known secrets out of a text. */
  readonly hide: Hide;
}

export interface Search {
  /** The search without known secrets. */
  readonly text: string;
  readonly matches: (entry: JournalEntry) => boolean;
  /** Sentences about terms that cannot match; empty if there are none. */
  readonly problems: readonly string[];
}

/** The fields, each with a sentence. */
export const SEARCH_FIELDS = {
  status: 'A status, such as 404 or 4xx, or cut.',
  operation: 'Such as createSecret or PutObject.',
  path: 'A part of the path as it was sent, or all of it with *: /secrets/*',
  bucket: 'A bucket’s alias or id.',
  key: 'A part of the key of an object, or all of it with *: photos/*.jpg',
  access_key: 'The id of the access key that signed.',
  id: 'The id of any object of the service.',
  project: 'A project’s id.',
  method: 'Such as PUT.',
  fault: 'A fault’s id, such as fault-1.',
  test: 'A part of the name of a test, or of another mark.',
  from: 'A time in UTC: 12:00, 2030-01-31 12:00, or 5m ago.',
  to: 'Likewise.',
} as const;

export type SearchField = keyof typeof SEARCH_FIELDS;

type Test = (entry: JournalEntry) => boolean;

/** A field and its value: in quotes, a time with a space in it, or a word. */
const TERM = /(?:([a-z_]+):)?("(?:[^"\\]|\\.)*"|\d+[smhd]\s+ago\b|\d{4}-\d\d-\d\d\s+\d\d?:[\d:.]+(?:\s*UTC\b)?|\S+)/gi;
const NEVER: Test = () => false;

/** Reads a search. A term that no request can match says so in `problems`. */
export function readSearch(sent: string, context: SearchContext): Search {
  const text = context.hide(sent);
  const refused = (problem: string): Search => ({ text, matches: NEVER, problems: [problem] });
  if (text !== sent) return refused('There is a token or a secret half in the search. The journal shows neither.');
  if (text.length > LONGEST_SEARCH) {
    return refused(`A search has at most ${LONGEST_SEARCH} characters; this one has ${text.length}.`);
  }
  const problems: string[] = [];
  const tests = [...text.matchAll(TERM)].map(([whole, name = '', value = '']): Test => {
    const test = name === '' ? textTest(value, context) : fieldTest(name.toLowerCase(), value, { whole, context });
    if (typeof test === 'function') return test;
    problems.push(test);
    return NEVER;
  });
  return { text, matches: (entry) => tests.every((test) => test(entry)), problems };
}

/** A term that finds this value. Keys and paths are in quotes, because otherwise a part of them is enough. */
export function searchTerm(field: SearchField, value: string): string {
  const isPlain = !PARTS.has(field) && /^[\w./-]+$/.test(value) && !/^(?:any|none)$/i.test(value);
  return `${field}:${isPlain ? value : JSON.stringify(value)}`;
}

/** Fields of which a part is enough. */
const PARTS: ReadonlySet<string> = new Set(['path', 'key']);

/** The values that a request has in a field. */
const VALUES: Readonly<Record<string, (entry: JournalEntry, context: SearchContext) => readonly unknown[]>> = {
  status: ({ status }) => [status],
  operation: ({ operation }) => [operation],
  path: ({ path }) => [path],
  bucket: bucketsOf,
  key: (entry) => [entry.key, ...deletedKeys(entry)],
  access_key: ({ accessKeyId }) => [accessKeyId],
  id: (entry) => [entry.objectId, ...bucketIds(entry)],
  project: ({ projectId }) => [projectId],
  method: ({ method }) => [method],
  fault: ({ fault }) => [fault?.id],
};

/** What values must be that are neither in quotes nor patterns, so that a mistake does not look like a request that never came. */
const RULES: Readonly<Record<string, readonly [rule: RegExp, says: string]>> = {
  status: [/^(?:[1-5](?:\d\d|xx)|cut)$/i, 'such as 404, 4xx or cut'],
  method: [/^[a-z]+$/i, 'such as PUT'],
  fault: [/^fault-\d+$/i, 'the id of a fault, such as fault-1, or any'],
};

/** The test of a term, or a sentence that says why no request can match. */
function fieldTest(
  field: string,
  sent: string,
  { whole, context }: { readonly whole: string; readonly context: SearchContext },
): Test | string {
  const value = unquote(sent);
  const got = `got ${JSON.stringify(value)}.`;
  if (field === 'test') return markTest(value, context.marks);
  if (field === 'from' || field === 'to') {
    const time = readTime(value, context.now);
    if (time === undefined) return `${field}: must be such as 12:00, 2030-01-31 12:00 or 5m ago, ${got}`;
    return field === 'from' ? ({ at }) => at >= time : ({ at }) => at <= time;
  }
  const valuesOf = Object.hasOwn(VALUES, field) ? VALUES[field] : undefined;
  if (!valuesOf) {
    const names = Object.keys(SEARCH_FIELDS);
    const near = nearMiss(field, names);
    const fields = near === undefined ? `the fields are ${names.join(', ')}` : `did you mean ${near}?`;
    return `There is no field ${field}: ${fields}${near === undefined ? '.' : ''} In quotes it is a text: ${JSON.stringify(whole)}`;
  }
  const texts = (entry: JournalEntry) =>
    valuesOf(entry, context).flatMap((each) => (each === undefined ? [] : [String(each)]));
  if (sent === '*') return () => true;
  if (/^(?:any|none)$/i.test(sent)) return (entry) => texts(entry).length > 0 === (sent.toLowerCase() === 'any');
  const isAsItIs = sent.startsWith('"') || value.includes('*');
  const [rule, says] = RULES[field] ?? [];
  if (!isAsItIs && rule?.test(value) === false) return `${field}: must be ${says}, ${got}`;
  if (!isAsItIs && field === 'operation' && !OPERATION_NAMES.some(like(value))) {
    const near = nearest(value, OPERATION_NAMES);
    return `operation: must be the name of an operation, ${got}${near === undefined ? '' : ` Did you mean ${near}?`}`;
  }
  const is = matcherOf(sent, field);
  return (entry) => texts(entry).some(is) || (field === 'key' && mayHaveDeleted(entry, value));
}

/** Compares a text with a value: in quotes as it is, otherwise without regard to case, and with `*` for any text. */
function matcherOf(sent: string, field: string): (text: string) => boolean {
  const value = unquote(sent);
  if (sent.startsWith('"')) return (text) => text === value;
  if (field === 'status') return (text) => isStatus(text, value);
  return like(PARTS.has(field) && !value.includes('*') ? `*${value}*` : value);
}

/** Compares texts with a pattern in which `*` is any text, in one pass and without regard to case. */
function like(pattern: string): (text: string) => boolean {
  const [first = '', ...middle] = pattern.toLowerCase().split('*');
  const last = middle.pop();
  return (text) => {
    const lower = text.toLowerCase();
    if (last === undefined || !lower.startsWith(first)) return lower === first;
    let at = first.length;
    for (const part of middle) {
      const found = lower.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return lower.length - last.length >= at && lower.endsWith(last);
  };
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  const read = attempt(() => JSON.parse(text));
  return typeof read === 'string' ? read : text.replace(/^"|"$/g, '');
}

function isStatus(status: string, wanted: string): boolean {
  if (/^[1-5]xx$/i.test(wanted)) return status.startsWith(wanted.slice(0, 1));
  return like(wanted)(status);
}

/** Names and ids of the buckets that a request is for, also of those that are gone; at the control plane also of those that a key opens. */
function bucketsOf(entry: JournalEntry, { findBucket }: SearchContext): readonly (string | undefined)[] {
  const { api, objectId, path, operation = '' } = entry;
  const isOfBucket = api === 's3' || /^[A-Z]|Bucket/.test(operation);
  // S3 clients name it first in the path.
  const named = api === 's3' ? path.split(/[/?]/, 2)[1] || undefined : undefined;
  const ids = [isOfBucket ? (objectId ?? named) : undefined, ...bucketIds(entry)];
  const known = ids.flatMap((each) => {
    const { id, alias } = (each !== undefined && findBucket(each)) || {};
    return [each, id, alias];
  });
  return [named, ...known];
}

function bucketIds({ body }: JournalEntry): readonly string[] {
  const ids = body !== null && typeof body === 'object' && 'bucket_ids' in body ? body.bucket_ids : undefined;
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** Keys in the response to DeleteObjects, which has none in its path; those that the dashboard deleted. */
function deletedKeys({ api, operation, response, body }: JournalEntry): readonly string[] {
  if (api === 'dashboard') return (body as { keys?: readonly string[] } | undefined)?.keys ?? [];
  if (operation !== 'DeleteObjects' || typeof response?.body !== 'string') return [];
  return [...response.body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
}

/** Whether the dashboard deleted so many objects that this key may be among those that the journal does not name. */
function mayHaveDeleted({ api, body }: JournalEntry, key: string): boolean {
  if (api !== 'dashboard') return false;
  const {
    keys = [],
    prefixes = [],
    deleted = 0,
  } = (body ?? {}) as {
    readonly [Name in 'keys' | 'prefixes']?: readonly string[];
  } & { readonly deleted?: number };
  return deleted > keys.length && prefixes.some((prefix) => key.startsWith(prefix));
}

/** The requests between a mark with this text and the next mark, or a sentence. */
function markTest(value: string, marks: readonly JournalMark[]): Test | string {
  const wanted = value.toLowerCase();
  const ranges = marks.flatMap(({ text, after }, index) =>
    text.toLowerCase().includes(wanted) ? [[after, marks[index + 1]?.after ?? Number.POSITIVE_INFINITY] as const] : [],
  );
  if (ranges.length === 0) return `test: no mark has ${JSON.stringify(value)} in it.`;
  return (entry) => ranges.some(([after, last]) => numberOf(entry) > after && numberOf(entry) <= last);
}

/** The number of a request, from 1. */
export const numberOf = ({ requestId }: Pick<JournalEntry, 'requestId'>) => Number(requestId.replace(/^\D+/, ''));

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A time in UTC with or without a date, milliseconds, or a distance from now such as `5m ago`; undefined for any other text. */
function readTime(sent: string, now: number): number | undefined {
  const text = sent.replace(/\s*(?:ago|UTC)$/i, '').replace(/\s+/, 'T');
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  if (/^\d{9,16}$/.test(text)) return Number(text);
  const whole = /^\d{1,2}:/.test(text) ? `${new Date(now).toISOString().slice(0, 10)}T${text.padStart(5, '0')}` : text;
  const time = Date.parse(/T[\d:.]+$/.test(whole) ? `${whole}Z` : whole);
  return /^\d{4}-/.test(whole) && !Number.isNaN(time) ? time : undefined;
}

/** Requests with a text in anything that is shown of them. */
function textTest(sent: string, { findBucket }: SearchContext): Test {
  const text = unquote(sent);
  // In quotes a * is one.
  const finderOf = (wanted: string): ((text: string) => boolean) => {
    const lower = wanted.toLowerCase();
    return sent.startsWith('"') ? (each) => each.toLowerCase().includes(lower) : like(`*${lower}*`);
  };
  const [finds, findsInJson] = [finderOf(text), finderOf(JSON.stringify(text).slice(1, -1))];
  return (entry) => {
    const { status, api, objectId, error } = entry;
    if (status !== undefined && isStatus(`${status}`, text)) return true;
    const bucket = api === 's3' && objectId !== undefined ? findBucket(objectId)?.alias : undefined;
    const short = [entry.path, entry.method, entry.operation, entry.requestId, entry.projectId, objectId, bucket];
    const texts = [...short, entry.key, entry.accessKeyId, error?.code, error?.field, error?.message, entry.fault?.id];
    if (texts.some((each) => each !== undefined && finds(each))) return true;
    if (finds(new Date(entry.at).toISOString().replace('T', ' '))) return true;
    // Last, because it takes longest.
    return findsInJson(JSON.stringify([entry.query, entry.headers, entry.body, entry.response, entry.assumptions]));
  };
}
