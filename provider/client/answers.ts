import * as z from 'zod';
import type { Json } from '../../contract';
import { MalformedAnswerError } from './errors';
import { parseServiceJson } from './service-json';

/** Where an answer came from, for the message when it cannot be read. */
export interface Source {
  readonly method: string;
  readonly path: string;
}

/** One page of a list. */
export interface Page<T> {
  readonly records: readonly T[];
  /** Cursor of the next page, when the envelope carries one. */
  readonly nextCursor: string | undefined;
}

/** How many envelopes a record may lie in: `{"data": {"key": {…}}, "meta": {…}}`. */
const DEEPEST_RECORD = 2;

/**
 * The record in a body, bare or in an envelope, whatever else lies in it (SEMANTICS P40); undefined when the body is empty or
 * shows no record, or two: the interface shows few of them. Throws MalformedAnswerError for what is not JSON.
 */
export function readRecord<T>(source: Source, text: string, schema: z.ZodType<T>): T | undefined {
  const json = toJson(source, text);
  for (let level: Json[] = json === undefined ? [] : [json], depth = 0; depth <= DEEPEST_RECORD; depth += 1) {
    const [record, another] = level.flatMap((each) => {
      const { success, data } = schema.safeParse(each);
      return success ? [{ data }] : [];
    });
    // Of two, nobody knows which one is meant.
    if (record !== undefined) return another === undefined ? record.data : undefined;
    level = level.flatMap(membersOf);
  }
  return undefined;
}

/** The values in an object or array. */
const membersOf = (json: Json): Json[] => (typeof json === 'object' && json !== null ? Object.values(json) : []);

/** A page of records, bare or in an envelope with exactly one array. Throws MalformedAnswerError for anything else. */
export function readPage<T>(source: Source, text: string, schema: z.ZodType<T>): Page<T> {
  const json = toJson(source, text);
  const items = Array.isArray(json) ? json : arrayIn(source, json);
  const parsed = z.array(schema).safeParse(items);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = (issue?.path ?? []).map((key) => `[${String(key)}]`).join('');
    throw malformed(source, `list${where}: ${issue?.message ?? 'not as shown'}`, false);
  }
  return { records: parsed.data, nextCursor: cursorIn(json) };
}

/**
 * Throws MalformedAnswerError for a page of markup, which is no accident of this one answer: something else than the service
 * lives there, such as the login page of a proxy, and what it answers 200 to has not been done.
 */
export function refuseMarkup(source: Source, text: string): void {
  if (/^\s*</.test(text)) throw malformed(source, 'a page of markup', false);
}

function arrayIn(source: Source, json: Json | undefined): Json[] {
  if (!isObject(json)) throw malformed(source, 'a list was expected', false);
  const arrays = Object.values(json).filter((value) => Array.isArray(value));
  const [only] = arrays;
  if (only === undefined || arrays.length > 1) {
    throw malformed(source, `an envelope with one list was expected, it has ${arrays.length}`, false);
  }
  return only;
}

function cursorIn(json: Json | undefined): string | undefined {
  const cursor = isObject(json) ? json.next_cursor : undefined;
  return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number' ? String(cursor) : undefined;
}

function toJson(source: Source, text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return parseServiceJson(text);
  } catch {
    // The parser's own message repeats a piece of the text, so it goes no further.
    refuseMarkup(source, text);
    throw malformed(source, 'text that is not JSON', true);
  }
}

const malformed = ({ method, path }: Source, detail: string, garbled: boolean) =>
  new MalformedAnswerError(method, path, detail, garbled);

const isObject = (json: Json | undefined): json is { [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
