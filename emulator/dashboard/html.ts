/**
 * HTML by tagged template: what stands in the source is markup, what is put in is text.
 *
 * Nothing but {@link html} makes an {@link Html}, so that a text can't become markup by mistake: there is no way to say "raw".
 */

/** A piece of finished markup. */
export class Html {
  readonly #text: string;

  /** Only {@link html} makes one: it alone has the key. */
  constructor(key: symbol, text: string) {
    if (key !== KEY) throw new Error('Markup is made by html`…` only.');
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may be put into markup. Nothing is written for `undefined`, `null` and `false`; lists are joined without a gap. */
export type Content = Html | string | number | bigint | false | null | undefined | readonly Content[];

/** Markup with everything put in escaped, for elements and for quoted attributes alike. */
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
