import { grouped } from '../domain/counts';

export { countOf, grouped } from '../domain/counts';

/** Finished markup. Only {@link html} makes it, so that a text cannot become markup by mistake; there is no way to insert raw markup. */
export class Html {
  readonly #text: string;

  /** Only {@link html} has the key. */
  constructor(key: symbol, text: string) {
    if (key !== KEY) throw new Error('Markup is made by html`…` only.');
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A value that can be inserted into markup. `undefined`, `null` and `false` insert nothing; lists are joined without a gap. */
export type Content = Html | string | number | bigint | false | null | undefined | readonly Content[];

/** Makes markup: the template is markup, and inserted values are escaped, in elements and in quoted attributes. */
export function html(markup: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    KEY,
    markup.reduce((done, part, index) => done + toText(contents[index - 1]) + part),
  );
}

const KEY = Symbol('html');

function toText(content: Content): string {
  if (content === undefined || content === null || content === false) return '';
  if (content instanceof Html) return content.toString();
  if (typeof content === 'object') return content.map(toText).join('');
  return String(content).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Characters that are invisible or change the direction of text: control characters, marks of direction, line separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose
export const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text of somebody else with its invisible characters shown: `‹U+202E›` for the character with this number. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${number}›`;
  });
}

/** The text of {@link visible} as markup: it keeps spaces, breaks long words, and does not change the direction of its neighbours. */
export const named = (text: string) => html`<bdi class="name">${visible(text)}</bdi>`;

/** The text of {@link named} in at most three lines, with the whole text in the title. */
export const clamped = (text: string) => html`<span class="clamp" title="${visible(text)}">${named(text)}</span>`;

/** A text in one line. If it is too long for its place, it ends in dots. */
export const line = (text: string) => html`<bdi class="line" title="${visible(text)}">${visible(text)}</bdi>`;

/** An id that may be shown shortened. The whole id can be selected, and the button copies it. */
export function id(text: string): Html {
  return html`<span class="copyable"><code class="id" title="${text}">${text}</code>${copyButton(text)}</span>`;
}

/** A text that is shown in full, with a button to copy it. */
export function copyable(text: string): Html {
  return html`<span class="copyable"><code class="whole">${text}</code>${copyButton(text)}</span>`;
}

/** A button that copies the text of the element before it. It is invisible without the script. */
export function copyButton(says: string): Html {
  return html`<button type="button" class="copy" title="Copy">${COPY_ICON}<span class="hidden">Copy ${says}</span></button>`;
}

const COPY_ICON = html`<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"><rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 2.5h-6a2 2 0 0 0-2 2v6"/></svg>`;

/** A time for people, in UTC to the minute (or the first `length` characters of it), with the exact time in its `datetime`. */
export function time(ms: number, length = '2030-01-31T12:00'.length): Html {
  const exact = new Date(ms).toISOString();
  return html`<time datetime="${exact}"><span>${exact.slice(0, 10)}</span> <span>${exact.slice(11, length)} UTC</span></time>`;
}

export const clock = (ms: number) => time(ms, '2030-01-31T12:00:00.000'.length);

/** Units, largest first, as powers of 1024. Forms for quotas leave out the first two. */
const UNITS = [
  ['EiB', 2n ** 60n],
  ['PiB', 2n ** 50n],
  ['TiB', 2n ** 40n],
  ['GiB', 2n ** 30n],
  ['MiB', 2n ** 20n],
  ['KiB', 2n ** 10n],
  ['bytes', 1n],
] as const;

const OF_QUOTA = UNITS.slice(2);

export const UNIT_NAMES: readonly string[] = OF_QUOTA.map(([name]) => name).reverse();

/** The bytes of a whole number of a unit; undefined for any other text. */
export function parseSize(count: string, unit: string): bigint | undefined {
  const bytes = OF_QUOTA.find(([name]) => name === unit)?.[1];
  return bytes !== undefined && /^\d{1,30}$/.test(count) ? BigInt(count) * bytes : undefined;
}

/** A size as a whole number of the largest unit that it is a multiple of, without rounding. */
export function splitSize(bytes: bigint): { count: string; unit: string } {
  const [unit, factor] = OF_QUOTA.find(([, size]) => bytes > 0n && bytes % size === 0n) ?? ['bytes', 1n];
  return { count: String(bytes / factor), unit };
}

/** A size for people: `3.2 MiB`, rounded to one place; exact below a KiB. */
export function approximateSize(bytes: bigint): string {
  const { count, unit } = approximate(bytes);
  return `${count} ${count === '1' && unit === 'bytes' ? 'byte' : unit}`;
}

/** A part of a whole: `3.2 of 5 GiB`, `12 KiB of 5 GiB`. */
export function approximateShare(part: bigint, whole: bigint): string {
  const { count, unit } = approximate(part);
  // 0 needs no unit.
  if (part === 0n || unit === approximate(whole).unit) return `${count} of ${approximateSize(whole)}`;
  return `${approximateSize(part)} of ${approximateSize(whole)}`;
}

function approximate(bytes: bigint): { count: string; unit: string } {
  // A size that would be rounded to 1,024 of a unit is 1 of the next one.
  const [unit, factor] = UNITS.find(([, size]) => bytes + size / 2048n >= size) ?? ['bytes', 1n];
  const tenths = (bytes * 10n + factor / 2n) / factor;
  if (factor === 1n) return { count: String(bytes), unit };
  return { count: `${grouped(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}`, unit };
}
