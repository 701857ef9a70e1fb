/* The only reader of successful bodies. What a response is, is said here, once; everything else decides on that. */

import * as z from 'zod';
import { type Operation, routes } from '../../../contract';
import type { Json } from '../../../contract/formats/json';
import { isPagingField, type Signs, signsIn } from './list-signs';
import { isMarkup } from './markup';
import { isObject, type OddRecord, PARSING, readItem } from './odd-records';
import { idInLocation, idsIn, isBareId, objectsIn, placesOf } from './places';
import { refusalIn } from './refusals';
import { parseServiceJson } from './service-json';
import type { Success } from './success';
import { isTombstone } from './tombstone';

/** What was asked for. */
export interface Question<R> {
  readonly operation: Operation;
  /** The form of a record of ours, or of those in a list; undefined for a write whose body means nothing. */
  readonly schema?: z.ZodType<R> | undefined;
  /** The id of the object that an update is about. */
  readonly id?: string | undefined;
  /** The path of the base URL, without a slash at its end. */
  readonly prefix: string;
  /** The cursor that a page was requested with, which its envelope may repeat. */
  readonly sentCursor?: string | undefined;
}

export interface Page<T> {
  readonly records: readonly T[];
  readonly odd: readonly OddRecord<T>[];
  /** Ids of the objects that are listed as deleted; they are in neither of the two. */
  readonly tombstones: readonly string[];
  /** Names of the cosmetic fields that could not be read in at least one of the records. */
  readonly unreadable: readonly string[];
  /** The way to the next page, and every other sign of more. */
  readonly signs: Signs;
}

/** What a response is. */
export type Verdict<R> =
  /** It holds the record, or the id of it, in its place (P40). */
  | { readonly is: 'record'; readonly record: R }
  /** It holds ids, but none that counts by itself. `seen` says where, for messages. `inPlace`: one stood where a record stands, but is of no use alone. */
  | { readonly is: 'id elsewhere'; readonly seen: readonly string[]; readonly inPlace: boolean }
  /** It is a list, perhaps an empty one (P50). */
  | { readonly is: 'page'; readonly page: Page<R> }
  /** It names nothing. */
  | { readonly is: 'empty' }
  /** It says no (P49). `sign` is the field by which it does. */
  | { readonly is: 'refusal'; readonly sign: string }
  /** Something in front of the service has responded. */
  | { readonly is: 'markup' }
  /** `problem` quotes nothing. `garbled`: a retry may help, because the body is damaged or no JSON at all. */
  | { readonly is: 'not understood'; readonly problem: string; readonly garbled: boolean };

/** Says what a successful response to an operation is. Never throws. */
export function judge<R>(question: Question<R>, response: Success): Verdict<R> {
  const { text } = response;
  const { method } = routes[question.operation];
  let json: Json | undefined;
  try {
    json = text.trim() === '' ? undefined : parseServiceJson(text);
  } catch {
    // The parser's own message repeats a part of the text, so it is dropped.
    return isMarkup(text)
      ? { is: 'markup' }
      : { is: 'not understood', problem: 'text that is not JSON', garbled: true };
  }
  const sign = refusalIn(json, () => hasOurRecord(question, json));
  if (sign !== undefined) return { is: 'refusal', sign };
  if (method === 'GET') return judgeList(question, response, json);
  if (question.schema === undefined) return { is: 'empty' };
  return judgeRecord(question, question.schema, response, json);
}

/** True if a body that complains holds a record of ours all the same: for an update that of its object, for a create one with more than an id. */
function hasOurRecord<R>({ operation, id }: Question<R>, json: Json | undefined): boolean {
  const { method, response } = routes[operation];
  if (response.kind !== 'record' || method === 'GET') return false;
  const known = Object.keys((response.record as z.ZodObject).shape).filter((name) => name !== 'id');
  return placesOf(json).some((place) => {
    if (typeof place.id !== 'string' || place.id === '') return false;
    return method === 'PUT' ? place.id === id : known.some((name) => place[name] !== undefined && place[name] !== null);
  });
}

function judgeRecord<R>(
  { operation, prefix }: Question<R>,
  schema: z.ZodType<R>,
  { headers }: Success,
  json: Json | undefined,
): Verdict<R> {
  const parse = (one: unknown): R[] => {
    const { success, data } = schema.safeParse(one, PARSING);
    return success ? [data] : [];
  };
  const places = placesOf(json);
  const located = idInLocation(headers.location, routes[operation].path, prefix);
  // The secret half is shown once: a record with it counts wherever it stands.
  const isKey = operation === 'createAccessKey';
  const alone = typeof json === 'string' && isBareId(json) ? [{ id: json }] : [];
  const elsewhere = located === undefined ? [] : [{ id: located }];
  // Its name says whose id it is, so it counts wherever it stands. Nothing lists pull secrets, so nothing could find it again.
  // An `id` that stands where a record stands is put beside it, because two that differ are none.
  const named =
    operation === 'createPullSecret'
      ? [...objectsIn(json).flatMap(idNamedByKind), ...places.map(({ id = null }) => ({ id }))]
      : [];
  const found = isKey ? objectsIn(json).flatMap(parse) : [...places, ...named, ...alone, ...elsewhere].flatMap(parse);
  const ids = new Set(found.map((one) => (one as { readonly id?: unknown }).id));
  const [record] = found;
  if (record !== undefined && ids.size === 1) return { is: 'record', record };
  const seen = [...idsIn(json), ...elsewhere.map((one) => `Location names ${JSON.stringify(one.id)}`)];
  if (seen.length === 0) return { is: 'empty' };
  const inPlace = isKey && (located !== undefined || places.some(({ id }) => typeof id === 'string'));
  return { is: 'id elsewhere', seen, inPlace };
}

const idNamedByKind = ({ pull_secret_id, pullSecretId }: { readonly [name: string]: Json }) =>
  [pull_secret_id, pullSecretId].flatMap((id) => (typeof id === 'string' && id !== '' ? [{ id }] : []));

/** Fields that nothing depends on: one that does not parse is left out, and named in the page. */
const COSMETIC: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** A page is bare or in an envelope with exactly one array; lists of links and empty lists of errors or messages do not count. */
function judgeList<R>(question: Question<R>, response: Success, json: Json | undefined): Verdict<R> {
  const envelope = isObject(json) ? json : undefined;
  const arrays = Object.entries(envelope ?? {}).flatMap(([name, value]) =>
    Array.isArray(value) && !isBeside(name, value) ? [value] : [],
  );
  let items: readonly Json[];
  if (Array.isArray(json)) items = json;
  else if (json === null || (json === undefined && response.status === 204)) items = [];
  else if (arrays.length === 1) [items = []] = arrays;
  else if (envelope !== undefined && arrays.length === 0 && isEmptyList(envelope)) items = [];
  else {
    const problem =
      envelope === undefined
        ? 'a list was expected'
        : `an envelope with one list was expected, it has ${arrays.length}`;
    return { is: 'not understood', problem, garbled: false };
  }
  const signs = signsIn({ ...response, envelope }, question.sentCursor);
  return { is: 'page', page: { ...readItems(question, items), signs } };
}

function readItems<R>({ operation, schema }: Question<R>, items: readonly Json[]): Omit<Page<R>, 'signs'> {
  const form = schema ?? (z.unknown() as z.ZodType<R>);
  const isDead = (item: Json) => isTombstone(item) && isObject(item) && typeof item.id === 'string';
  const tombstones = items.filter(isDead).map((item) => String((item as { readonly id: Json }).id));
  const living = tombstones.length === 0 ? items : items.filter((item) => !isDead(item));
  const parsed = z.array(form).safeParse(living, PARSING);
  if (parsed.success) return { records: parsed.data, odd: [], tombstones, unreadable: [] };
  const read = living.map((item) => readItem(routes[operation], item, form, COSMETIC));
  const readable = read.filter((one) => 'record' in one);
  return {
    records: readable.map(({ record }) => record),
    odd: read.flatMap((one) => ('odd' in one ? [one.odd] : [])),
    tombstones,
    unreadable: [...new Set(readable.flatMap(({ unreadable }) => unreadable))].sort(),
  };
}

/** Lists of links are not records, and neither are empty lists of errors, warnings or messages. */
const isBeside = (name: string, list: readonly Json[]) =>
  /^_?links?$/i.test(name) || (list.length === 0 && COMPLAINTS.test(name));

const COMPLAINTS = /^(?:errors?|warnings|messages)$/i;

/** True for an envelope whose one list is `null`, as Go writes an empty one, if it holds nothing else that could mean another thing (P50). */
function isEmptyList(envelope: { readonly [name: string]: Json }): boolean {
  const others = Object.entries(envelope).filter(([name, value]) => {
    if (COMPLAINTS.test(name)) return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
    if (/^(?:success|ok)$/i.test(name)) return value !== true;
    return !isPagingField(name);
  });
  return others.length === 1 && others[0]?.[1] === null;
}
