/** An element of a page, or what is open of it: its attributes and the text in it, without that of names and values. */
interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
}

/** A text that a visitor reads or that a screen reader says, and without which the element is of no use. */
const NEEDS_TEXT =
  /^(?:title|h\d|th|caption|label|legend|summary|button|a|option|li|dt|dd|p|code|figcaption|pre|strong|em)$/;

/** Attributes that may be empty: for what was entered, for a picture that says nothing, and for files that a script sends. */
const MAY_BE_EMPTY = /^(?:(?:input|option|button) value|img alt|input name)$/;

/** Paragraphs that are sentences. */
const SENTENCES = /^(?:notice|problem)$/;

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)$/;

/** Attributes that name other elements of the page. */
const REFERENCES: ReadonlySet<string> = new Set([
  'for',
  'aria-describedby',
  'aria-labelledby',
  'aria-controls',
  'list',
  'form',
]);

/**
 * The flaws of a page that hold for every page: elements and attributes without a text, references to elements that are not there,
 * ids that are there twice, and sentences without an end. Our pages quote every attribute.
 */
export function flawsOf(page: string): string[] {
  const flaws: string[] = [];
  const open: Element[] = [];
  const ids = new Set<string>();
  const referred: string[] = [];
  const tokens = page.matchAll(
    /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+|<)/gi,
  );
  for (const [, slash, tag = '', inside = '', closes, text] of tokens) {
    if (text !== undefined) for (const element of open) element.text += text;
    if (tag === '') continue;
    if (slash) {
      const element = open.pop();
      if (element?.tag !== tag) return [...flaws, `<${element?.tag}> ends with </${tag}>`];
      // A region whose changes are announced begins empty, and of the files to upload each has a line, of which a good one is empty.
      const isLive = element.attributes.get('role') === 'status' || open.at(-1)?.attributes.get('class') === 'checked';
      if (NEEDS_TEXT.test(tag) && !isLive && plain(element.text) === '') flaws.push(`${shown(element)} is empty`);
      if (
        SENTENCES.test(element.attributes.get('class') ?? '') &&
        !/^(?!(?:must|has|is|may|needs|cannot) ).*[.:?!]”?$/s.test(plain(element.text))
      )
        flaws.push(`no whole sentence: ${plain(element.text)}`);
      if (/\b(?:undefined|NaN|\[object)\b/.test(element.text))
        flaws.push(`not meant for a reader: ${plain(element.text)}`);
      continue;
    }
    const attributes = new Map(
      [...inside.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [name, value ?? 'true'] as const),
    );
    const element = { tag, attributes, text: '' };
    if (!VOID.test(tag) && !closes) open.push(element);
    if (tag === 'img') for (const outer of open) outer.text += attributes.get('alt') ?? '';
    for (const [name, value] of attributes) {
      if (value.trim() === '' && !MAY_BE_EMPTY.test(`${tag} ${name}`))
        flaws.push(`${shown(element)} has an empty ${name}`);
      if (REFERENCES.has(name)) referred.push(...value.split(' '));
      if (name === 'href' && value.startsWith('#')) referred.push(value.slice(1));
      if (name !== 'id') continue;
      if (ids.has(value)) flaws.push(`the id ${value} is there twice`);
      ids.add(value);
    }
  }
  for (const id of referred) if (!ids.has(id)) flaws.push(`nothing has the id ${id}`);
  return flaws;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

const shown = ({ tag, attributes }: Element) =>
  `<${[tag, ...[...attributes].map(([name, value]) => `${name}="${value}"`)].join(' ')}>`;
