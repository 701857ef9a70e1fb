import * as z from 'zod';
import type { Json } from '../../contract';
import { MalformedResponseError } from './errors';
import { isMarkup } from './markup';
import { parseServiceJson } from './service-json';

/** Where a response came from, for the message when it cannot be read. */
export interface Source {
  readonly method: string;
  readonly path: string;
}

/** One page of a list. */
export interface Page<T> {
  readonly records: readonly T[];
  /** What the records came in, unless it was a bare list. */
  readonly envelope: { readonly [key: string]: Json } | undefined;
  /** Names of cosmetic fields that could not be read, in whichever record. */
  readonly unreadable: readonly string[];
}

/** How many envelopes a record may lie in: `{"data": {"key": {…}}, "meta": {…}}`. */
const DEEPEST_RECORD = 2;

/** Without this zod compiles a function for each schema, which takes longer than the few pages that a run reads. */
const PARSING = { jitless: true } as const;

/**
 * The record in a body, bare or in an envelope, whatever else lies in it (P40); undefined when the body is empty or
 * shows no record, or two: the interface shows few of them. Throws MalformedResponseError for what is not JSON.
 */
export function readRecord<T>(source: Source, text: string, schema: z.ZodType<T>): T | undefined {
  const json = toJson(source, text);
  for (let level: Json[] = json === undefined ? [] : [json], depth = 0; depth <= DEEPEST_RECORD; depth += 1) {
    const [record, another] = level.flatMap((each) => {
      const { success, data } = schema.safeParse(each, PARSING);
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

/**
 * A page of records, bare or in an envelope with exactly one array. Throws MalformedResponseError for anything else. A field that
 * nothing rests on (`cosmetic`) and that does not parse is left out, and named.
 */
export function readPage<T>(
  source: Source,
  text: string,
  schema: z.ZodType<T>,
  cosmetic: ReadonlySet<string> = new Set(),
): Page<T> {
  const json = toJson(source, text);
  const envelope = isObject(json) ? json : undefined;
  const items = Array.isArray(json) ? json : arrayIn(source, envelope);
  const list = z.array(schema);
  const parsed = list.safeParse(items, PARSING);
  if (parsed.success) return { records: parsed.data, envelope, unreadable: [] };
  const unreadable = new Set<string>();
  const issues = parsed.error.issues.filter(({ path }) => {
    const [, field] = path;
    if (path.length !== 2 || !cosmetic.has(String(field))) return true;
    unreadable.add(String(field));
    return false;
  });
  const [issue] = issues;
  if (issue !== undefined) {
    const where = issue.path.map((key) => `[${String(key)}]`).join('');
    throw malformed(source, `list${where}: ${issue.message}`, false);
  }
  const bad = new Set(parsed.error.issues.map(({ path }) => path.join('.')));
  const readable = items.map((item, index) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => !bad.has(`${index}.${name}`))) : item,
  );
  return { records: list.parse(readable, PARSING), envelope, unreadable: [...unreadable].sort() };
}

/**
 * Throws MalformedResponseError for a page of markup, which is no accident of this one response: something else than the service
 * lives there, such as the login page of a proxy, and what it returns 200 to has not been done.
 */
export function refuseMarkup(source: Source, text: string): void {
  if (isMarkup(text)) throw malformed(source, 'a page of markup', false);
}

function arrayIn(source: Source, envelope: { readonly [key: string]: Json } | undefined): Json[] {
  if (envelope === undefined) throw malformed(source, 'a list was expected', false);
  const arrays = Object.entries(envelope).flatMap(([name, value]) =>
    Array.isArray(value) && !isBeside(name, value) ? [value] : [],
  );
  const [only] = arrays;
  if (only === undefined || arrays.length > 1) {
    throw malformed(source, `an envelope with one list was expected, it has ${arrays.length}`, false);
  }
  return only;
}

/** Links are no records, and neither are errors and warnings that there are none of. */
const isBeside = (name: string, list: readonly Json[]) =>
  /^_?links?$/i.test(name) || (list.length === 0 && /^(?:errors|warnings|messages)$/i.test(name));

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
  new MalformedResponseError(method, path, detail, garbled);

const isObject = (json: Json | undefined): json is { [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
