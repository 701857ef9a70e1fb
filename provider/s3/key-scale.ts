/** The most characters that count before the first one in which the page's keys differ, and from that one on. */
const [BEFORE, BEHIND] = [16, 6];

/**
 * Keys as numbers, so that a page of keys shows how far ahead later pages are likely to lie.
 *
 * The keys of a page have the same beginning, followed by the characters that count: `logs/0001000.json` to `logs/0001999.json`
 * are 1000 to 1999, in a number system whose digits are the characters in which the keys of the page differ.
 */
export class KeyScale {
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
