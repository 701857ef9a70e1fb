/** Content of a document: nothing, one node, or several in order. Text is escaped when it is written. */
export type XmlNode = string | undefined | readonly XmlNode[] | Markup;

/** Finished markup: only {@link element} creates it. */
class Markup {
  constructor(readonly text: string) {}
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A document with this root, in S3's namespace. */
export function document(name: string, children: XmlNode): string {
  return DECLARATION + element(name, children, { xmlns: 'http://s3.amazonaws.com/doc/2006-03-01/' }).text;
}

/** A document without a namespace, as S3 has it for errors. */
export function plainDocument(name: string, children: XmlNode): string {
  return DECLARATION + element(name, children).text;
}

/** One element. Names of elements and attributes come from the code; everything else is escaped. */
export function element(name: string, children: XmlNode, attributes?: Readonly<Record<string, string>>): Markup {
  let open = name;
  if (attributes) for (const [key, value] of Object.entries(attributes)) open += ` ${key}="${escapeXml(value)}"`;
  return new Markup(`<${open}>${render(children)}</${name}>`);
}

/** An element, or undefined without a text. */
export function optional(name: string, text: string | number | undefined): Markup | undefined {
  return text === undefined ? undefined : element(name, String(text));
}

function render(node: XmlNode): string {
  if (node === undefined) return '';
  if (typeof node === 'string') return escapeXml(node);
  if (node instanceof Markup) return node.text;
  let text = '';
  for (const child of node) text += render(child);
  return text;
}

// XML 1.0 has no control characters, but keys may: S3 writes them as references, and clients request encoding-type=url.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be found
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/;
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(
    ALL_SPECIAL,
    (character) => NAMED[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
  );
}
