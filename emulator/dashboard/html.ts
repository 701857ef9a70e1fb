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
