/**
 * Parts of a bucket that are listed concurrently. A list continues only from a known key, so reading one page after another takes as long as all of
 * them together. But any text may serve as a start key, and a page of keys shows which texts are likely to lie among the keys not listed yet: the
 * next keys are probably as far apart as those of the page ({@link KeyScale}). An empty part costs one request.
 */

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
  return Array.from({ length: parts - 1 }, (_, at) => (distance * BigInt(at + 1)) / BigInt(parts));
}

/** For a rest of unknown size: one page, two, four, …; a selection of them, in which some are repeated if there are fewer. */
function doubled(scale: KeyScale, last: bigint, page: bigint, most: number): bigint[] {
  const all: bigint[] = [];
  for (let distance = page; scale.toText(last + distance) !== undefined; distance *= 2n) all.push(distance);
  return Array.from({ length: most }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / most)] ?? page);
}

/** Texts after all keys that begin with the prefix or a part of it: each part with its last character replaced by the next one. */
function* placesBehind(prefix: string): Iterable<string> {
  const characters = [...prefix];
  for (const [at, character] of [...characters.entries()].reverse()) {
    const next = characterAfter(character);
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

/** The most characters that count before the first one in which the page's keys differ, and from that one on. */
const [BEFORE, BEHIND] = [16, 6];

/**
 * Keys as numbers, so that a page of keys shows how far ahead later pages are likely to lie. The keys of a page have the same beginning, followed by
 * the characters that count: `logs/0001000.json` to `logs/0001999.json` are 1000 to 1999, in a number system whose digits are the characters in which
 * the keys of the page differ.
 */
class KeyScale {
  /** The characters that count as digits, in order. */
  readonly #digits: readonly number[];
  /** The text before them in the page's last key, or that whole key if there are none. */
  readonly prefix: string;
  readonly #length: number;

  /** @param keys of one page, at least one: the first and the last in their place, the others in any order */
  constructor(keys: readonly string[]) {
    const [first, last] = [pointsOf(keys[0]), pointsOf(keys.at(-1))];
    let differ = 0;
    while (differ < last.length - 1 && first[differ] === last[differ]) differ += 1;
    this.#digits = digitsOf(keys, differ);
    const counts = (point: number | undefined) => point !== undefined && this.#digits.includes(point);
    let [from, to] = [differ, differ];
    while (from > 0 && differ - from < BEFORE && counts(last[from - 1])) from -= 1;
    while (to - differ < BEHIND && counts(last[to])) to += 1;
    this.#length = to - from;
    this.prefix = String.fromCodePoint(...(this.#length === 0 ? last : last.slice(0, from)));
  }

  /** The number of a key, from 0, approximate for one with other characters or of another length; undefined for one with another prefix. */
  toNumber(key: string): bigint | undefined {
    if (!key.startsWith(this.prefix)) return undefined;
    const points = pointsOf(key.slice(this.prefix.length));
    let number = 0n;
    for (let at = 0; at < this.#length; at += 1) {
      const digit = this.#digits.findLastIndex((point) => point <= (points[at] ?? -1));
      number = number * BigInt(this.#digits.length) + BigInt(Math.max(0, digit));
    }
    return number;
  }

  /** The text for a number from 0; undefined beyond the last one. */
  toText(number: bigint): string | undefined {
    const base = BigInt(this.#digits.length);
    const points: number[] = [];
    let rest = number;
    for (let at = 0; at < this.#length; at += 1) {
      points.unshift(this.#digits[Number(rest % base)] ?? 0);
      rest /= base;
    }
    return rest === 0n ? this.prefix + String.fromCodePoint(...points) : undefined;
  }
}

/** The characters at the positions where the keys differ, so not those of an extension that all of them have. */
function digitsOf(keys: readonly string[], from: number): number[] {
  const byPlace = Array.from({ length: BEHIND }, () => new Set<number>());
  for (const key of keys) {
    const points = pointsOf(key).slice(from, from + BEHIND);
    for (const [at, point] of points.entries()) byPlace[at]?.add(point);
  }
  const differing = byPlace.filter((points) => points.size > 1);
  return [...new Set(differing.flatMap((points) => [...points]))].sort((a, b) => a - b);
}

const pointsOf = (key = ''): number[] => Array.from(key, (character) => character.codePointAt(0) ?? 0);
