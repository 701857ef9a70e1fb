/**
 * Parts of a bucket that are listed concurrently. A list continues only from a known key, so reading one page after another takes as long as all of
 * them together. But any text may serve as a start key, and a page of keys shows which texts are likely to lie among the keys not listed yet: the
 * next keys are probably as far apart as those of the page ({@link KeyScale}). An empty part costs one request.
 */
import { KeyScale } from './key-scale';

/** Keys from after `after` up to and including `upTo`, in the order of their UTF-8 bytes. Undefined: from the first key, or to the last. */
export interface KeyRange {
  readonly after?: string | undefined;
  /** The version of `after` that was listed last, if others of that key may follow: then they belong to the range, too. */
  readonly afterVersion?: string | undefined;
  readonly upTo?: string | undefined;
}

/** True if one key comes after another in the order of S3, by UTF-8 bytes. */
export const comesAfter = (key: string, other: string): boolean =>
  Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0;

/** Splits the rest of a range behind a page of these keys into up to `most` parts, in order, without gaps and overlap; below 2 it is the only one. */
export function splitRest(rest: KeyRange, keys: readonly string[], most: number): KeyRange[] {
  if (most < 2) return [rest];
  const places: string[] = [];
  for (const place of placesIn(rest, keys, most - 1)) {
    if (Buffer.byteLength(place) > 1024) continue; // longer than a key can be
    const isBehind = comesAfter(place, places.at(-1) ?? rest.after ?? '');
    if (isBehind && (rest.upTo === undefined || comesAfter(rest.upTo, place))) places.push(place);
    if (places.length === most - 1) break;
  }
  const ends = [...places, rest.upTo];
  return ends.map((upTo, index) => (index === 0 ? { ...rest, upTo } : { after: places[index - 1], upTo }));
}

/** Texts behind the page, in order, where parts of about the same size are likely to begin. */
function* placesIn({ after = '', upTo }: KeyRange, keys: readonly string[], most: number): Iterable<string> {
  const scale = new KeyScale([...keys, after]);
  const last = scale.toNumber(after) ?? 0n;
  const span = last - (scale.toNumber(keys[0] ?? after) ?? last);
  const page = span > 0n ? span : 1n;
  const end = upTo === undefined ? undefined : scale.toNumber(upTo);
  const distances = end === undefined ? doubled(scale, last, page, most) : even(end - last, page, most);
  for (const distance of distances) {
    const place = scale.toText(last + distance);
    if (place !== undefined) yield place;
  }
  if (end === undefined) yield* placesBehind(scale.prefix);
}

/** For a rest with a known end: as many parts as it may have pages. */
function even(distance: bigint, page: bigint, most: number): bigint[] {
  const pages = distance / page;
  const parts = pages < most + 1 ? Number(pages) : most + 1;
  return Array.from({ length: Math.max(0, parts - 1) }, (_, at) => (distance * BigInt(at + 1)) / BigInt(parts));
}

/** For a rest of unknown size: one page, two, four, …; if these are too many, a selection of them. */
function doubled(scale: KeyScale, last: bigint, page: bigint, most: number): bigint[] {
  const all: bigint[] = [];
  for (let distance = page; scale.toText(last + distance) !== undefined; distance *= 2n) all.push(distance);
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / most)] ?? page);
}

/** Texts after all keys that begin with the prefix or a part of it: each part with its last character replaced by the next one. */
function* placesBehind(prefix: string): Iterable<string> {
  const characters = [...prefix];
  for (let at = characters.length - 1; at >= 0; at -= 1) {
    const next = characterAfter(characters[at] ?? '');
    if (next !== undefined) yield characters.slice(0, at).join('') + next;
  }
}

/** The next character that XML and UTF-8 can represent; undefined after the last one. */
function characterAfter(character: string): string | undefined {
  const code = character.codePointAt(0);
  if (code === undefined || code >= 0x10ffff) return undefined;
  if (code < 0x20) return ' ';
  if (code >= 0xd7ff && code < 0xe000) return '\ue000';
  return String.fromCodePoint(code >= 0xfffd && code < 0x10000 ? 0x10000 : code + 1);
}
