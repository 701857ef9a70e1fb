import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Json } from '../../../contract/formats/json';
import { MalformedResponseError, type RequestName } from '../errors/errors';
import { isObject, type OddRecord, PARSING, readItem } from './odd-records';
import { parseServiceJson } from './service-json';

export interface Page<T> {
  readonly records: readonly T[];
  readonly odd: readonly OddRecord<T>[];
  /** The object that contains the records, unless the page is a bare list. */
  readonly envelope: { readonly [key: string]: Json } | undefined;
  /** Names of the cosmetic fields that could not be read in at least one of the records. */
  readonly unreadable: readonly string[];
}

/** Largest number of envelopes around a record: `{"data": {"key": {…}}, "meta": {…}}` has two. */
const DEEPEST_RECORD = 2;

/** The record in a body, bare or in one or two envelopes (P40); undefined for none or several. Throws MalformedResponseError for what is no JSON. */
export function readRecord<T>(source: RequestName, text: string, schema: z.ZodType<T>): T | undefined {
  const json = toJson(source, text);
  for (let level: Json[] = json === undefined ? [] : [json], depth = 0; depth <= DEEPEST_RECORD; depth += 1) {
    const [record, another] = level.flatMap((each) => {
      const { success, data } = schema.safeParse(each, PARSING);
      return success ? [{ data }] : [];
    });
    // With two, it is unclear which one is meant.
    if (record !== undefined) return another === undefined ? record.data : undefined;
    level = level.flatMap(membersOf);
  }
  return undefined;
}

/** Text that could be an id: no words, no markup. */
const ID_LIKE = /^[^\s<>{}[\]"'`\\]{1,256}$/;

/** Words that servers return in place of a record. */
const STATUS_WORD =
  /^(?:ok(?:ay)?|yes|no|true|false|null|none|nil|undefined|created?|accepted|added|saved|stored|updated|done|success(?:ful(?:ly)?)?|succeeded|completed?|pending|queued|failed|failure|error)[.!]?$/i;

/** Words only, such as `pending-approval`: probably a message, which is the same for every create. */
const WORDS = /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)(?:[-_.:/](?:[a-z]+|[A-Z][a-z]+|[A-Z]+))+[.!]?$/;

/** The id of a created object: like `readRecord`, or the whole body if it is a JSON string that looks like an id, not like words (P40). */
export function readId(
  source: RequestName,
  text: string,
  schema: z.ZodType<{ id: string }>,
): { id: string } | undefined {
  const json = toJson(source, text);
  if (typeof json !== 'string') return readRecord(source, text, schema);
  return ID_LIKE.test(json) && !STATUS_WORD.test(json) && !WORDS.test(json) ? { id: json } : undefined;
}

const membersOf = (json: Json): Json[] => (typeof json === 'object' && json !== null ? Object.values(json) : []);

/**
 * A page of records, bare or in an envelope with exactly one array; lists of links and empty lists of errors or messages do not count. Throws
 * MalformedResponseError for anything else, an empty body included. An unreadable field that nothing depends on (`cosmetic`) is left out,
 * and named in the result; any other makes the record an odd one.
 */
export function readPage<T>(
  source: RequestName,
  text: string,
  schema: z.ZodType<T>,
  cosmetic: ReadonlySet<string> = new Set(),
): Page<T> {
  const json = toJson(source, text);
  const envelope = isObject(json) ? json : undefined;
  const items = Array.isArray(json) ? json : arrayIn(source, envelope);
  const parsed = z.array(schema).safeParse(items, PARSING);
  if (parsed.success) return { records: parsed.data, odd: [], envelope, unreadable: [] };
  const read = items.map((item) => readItem(source, item, schema, cosmetic));
  const readable = read.filter((one) => 'record' in one);
  return {
    records: readable.map(({ record }) => record),
    odd: read.flatMap((one) => ('odd' in one ? [one.odd] : [])),
    envelope,
    unreadable: [...new Set(readable.flatMap(({ unreadable }) => unreadable))].sort(),
  };
}

/** Throws MalformedResponseError for a page of markup, such as a login page. To be safe, it says that the request may have been carried out. */
export function refuseMarkup(source: RequestName, text: string): void {
  if (isMarkup(text)) throw new MalformedResponseError(source, 'a page of markup', false);
}

function arrayIn(source: RequestName, envelope: { readonly [key: string]: Json } | undefined): Json[] {
  if (envelope === undefined) throw new MalformedResponseError(source, 'a list was expected', false);
  const arrays = Object.entries(envelope).flatMap(([name, value]) =>
    Array.isArray(value) && !isBeside(name, value) ? [value] : [],
  );
  const [only] = arrays;
  if (only === undefined || arrays.length > 1) {
    throw new MalformedResponseError(source, `an envelope with one list was expected, it has ${arrays.length}`, false);
  }
  return only;
}

/** Lists of links are not records, and neither are empty lists of errors, warnings or messages. */
const isBeside = (name: string, list: readonly Json[]) =>
  /^_?links?$/i.test(name) || (list.length === 0 && /^(?:errors|warnings|messages)$/i.test(name));

function toJson(source: RequestName, text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return parseServiceJson(text);
  } catch {
    // The parser's own message repeats a part of the text, so it is dropped.
    refuseMarkup(source, text);
    throw new MalformedResponseError(source, 'text that is not JSON', true);
  }
}

/** True if a body begins with `<`, white space aside: the login page of a proxy, the error page of a load balancer, any XML. */
const isMarkup = (text: string): boolean => /^\s*</.test(text);

/** True if a response is a page of markup, judged by its body or, whatever that is, by HTML as its content type. */
export const isPage = ({ headers, text }: { readonly headers: IncomingHttpHeaders; readonly text: string }): boolean =>
  isMarkup(text) || /\bhtml\b/i.test(headers['content-type'] ?? '');
