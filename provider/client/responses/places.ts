import type { Json } from '../../../contract/formats/json';
import { isObject } from './odd-records';

type Fields = { readonly [name: string]: Json };

/** Names of an envelope around a record, by their letters only, without case: general ones, and those of the kinds. */
const ENVELOPES = /^(?:data|result|record|item|secret|pullsecret|bucket|key|accesskey)$/;

/** Largest number of envelopes around a record: `{"data": {"key": {…}}, "meta": {…}}` has two. */
const MOST_ENVELOPES = 2;

/** The objects of a body that stand where a record stands (P40): the body itself, and what lies in one or two envelopes. */
export function placesOf(json: Json | undefined): readonly Fields[] {
  const places: Fields[] = [];
  let level = [json].filter(isObject);
  for (let depth = 0; depth <= MOST_ENVELOPES; depth += 1) {
    places.push(...level);
    level = level.flatMap((one) =>
      Object.entries(one).flatMap(([name, value]) =>
        ENVELOPES.test(name.toLowerCase().replace(/[^a-z]/g, '')) && isObject(value) ? [value] : [],
      ),
    );
  }
  return places;
}

/** Every object of a body, at any depth. */
export function objectsIn(json: Json | undefined): readonly Fields[] {
  if (Array.isArray(json)) return json.flatMap(objectsIn);
  return isObject(json) ? [json, ...Object.values(json).flatMap(objectsIn)] : [];
}

/** Number of ids that a message shows. */
const MOST_SHOWN = 5;

/** Where a body holds something that is called an id, with the id, for messages: `created_by.id is "usr-7"`. At most five. */
export function idsIn(json: Json | undefined): readonly string[] {
  const found: string[] = [];
  const look = (value: Json | undefined, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const here = path === '' ? name : `${path}.${name}`;
      const isId = /^id$|(?:_id|Id)$/.test(name) && typeof inner === 'string' && ID_LIKE.test(inner);
      if (isId && found.length < MOST_SHOWN) found.push(`${here} is ${JSON.stringify(inner)}`);
      else look(inner, here);
    }
  };
  look(json, '');
  return found;
}

/** Text that could be an id: no words, no markup. */
const ID_LIKE = /^[^\s<>{}[\]"'`\\]{1,256}$/;

/** Words that servers return in place of a record. */
const STATUS_WORD =
  /^(?:ok(?:ay)?|yes|no|true|false|null|none|nil|undefined|created?|accepted|added|saved|stored|updated|done|success(?:ful(?:ly)?)?|succeeded|completed?|pending|queued|failed|failure|error)[.!]?$/i;

/** Words only, such as `pending-approval`: probably a message, which is the same for every create. */
const WORDS = /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)(?:[-_.:/](?:[a-z]+|[A-Z][a-z]+|[A-Z]+))+[.!]?$/;

/** True for a text that is an id when it stands alone in a body: it looks like one, and not like words (P40). */
export const isBareId = (text: string): boolean => ID_LIKE.test(text) && !STATUS_WORD.test(text) && !WORDS.test(text);

/**
 * The id in a `Location` header: the last segment of its path if the collection's path stands before it, with or without the prefix of the base URL,
 * which a gateway may have removed. The host does not count: behind a gateway it may be another one.
 */
export function idInLocation(
  header: string | readonly string[] | undefined,
  path: string,
  prefix: string,
): string | undefined {
  const url = typeof header === 'string' ? URL.parse(header, 'http://localhost') : null;
  const [, before, last = ''] = /^(.*)\/([^/]+)$/.exec(url?.pathname ?? '') ?? [];
  if (before !== path && before !== prefix + path) return undefined;
  try {
    const id = decodeURIComponent(last);
    return ID_LIKE.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
