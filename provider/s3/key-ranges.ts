/**
 * Parts of a bucket that are listed side by side.
 *
 * A list goes on only from a key that is known, so one list after another takes as long as all of them together. But any text may
 * stand for a key: from one page, `obj-0100…` to `obj-0109…`, follow places further on, `obj-011`, `obj-02` and `obj-1`, where other lists can
 * begin. A part in which nothing lies costs one request.
 */

/** Keys from after `after` up to and including `upTo`, in the order of their bytes. Undefined: from the first, to the last. */
export interface KeyRange {
  readonly after?: string | undefined;
  /** Where `after` has several versions: the last of them that was listed. */
  readonly afterVersion?: string | undefined;
  readonly upTo?: string | undefined;
}

/** Whether one key comes after another in the order of S3, that of UTF-8. */
export const comesAfter = (key: string, other: string): boolean =>
  Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0;

/** Cuts what is left of a range behind a page, from its `first` to its `last` key, into up to `most` parts. */
export function splitRest(rest: KeyRange, first: string, last: string, most: number): KeyRange[] {
  const places = placesAfter(first, last)
    .filter((place) => rest.upTo === undefined || comesAfter(rest.upTo, place))
    .slice(0, Math.max(0, most - 1));
  const ends = [...places, rest.upTo];
  return ends.map((upTo, index) => (index === 0 ? { ...rest, upTo } : { after: places[index - 1], upTo }));
}

/** Texts after `last`, the nearest first: what `first` and `last` begin with alike, each time with another character at its end. */
function placesAfter(first: string, last: string): string[] {
  const [a, b] = [[...first], [...last]];
  let alike = 0;
  while (alike < b.length - 1 && a[alike] === b[alike]) alike += 1;
  const places: string[] = [];
  for (let at = alike; at >= 0; at -= 1) {
    const next = characterAfter(b[at] ?? '');
    if (next !== undefined) places.push(b.slice(0, at).join('') + next);
  }
  return places;
}

/** The next character that XML and UTF-8 can carry; undefined after the last one. */
function characterAfter(character: string): string | undefined {
  const code = character.codePointAt(0);
  if (code === undefined || code >= 0x10fffd) return undefined;
  if (code < 0x20) return ' ';
  if (code >= 0xd7ff && code < 0xe000) return '\ue000';
  return String.fromCodePoint(code === 0xfffd ? 0x10000 : code + 1);
}
