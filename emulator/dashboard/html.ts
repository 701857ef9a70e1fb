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
