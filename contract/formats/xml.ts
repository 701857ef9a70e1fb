/**
 * A parser for the XML of S3 and its clients: elements and text in the order of the document. It makes one pass from `<` to `<` without
 * recursion, because a page of a list has seven thousand elements. It checks and drops attributes, drops prefixes of namespaces, and
 * refuses document types, and so entities that a document defines.
 */

/** An element. `text` is the decoded text directly in the element, white space and CDATA included. */
export interface XmlNode {
  readonly name: string;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

interface OpenNode {
  readonly name: string;
  readonly children: XmlNode[];
  text: string;
  /** The name with its prefix, which the closing tag has to repeat. */
  readonly fullName: string;
}

/** The largest depth of a document. Documents of S3 have five levels. */
const DEEPEST = 20;

const NAME = /[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]*/y;
const ATTRIBUTE = /\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const END_OF_TAG = /\s*(\/?)>/y;

/** Parses a document and returns its root element. Throws a `SyntaxError`, which does not quote the text, if it is not XML. */
export function parseXml(document: string): XmlNode {
  const text = document.replace(/\r\n?/g, '\n');
  const open: OpenNode[] = [];
  let root: OpenNode | undefined;
  let at = 0;
  for (;;) {
    const tag = text.indexOf('<', at);
    const before = text.slice(at, tag < 0 ? text.length : tag);
    const inside = open.at(-1);
    if (inside) inside.text += decodeText(before);
    // `\S` takes a byte order mark for white space.
    else if (/\S/.test(before)) throw noXml('text outside of the root element');
    if (tag < 0) break;
    const next = text.charAt(tag + 1);
    if (next === '/') {
      at = afterClosing(text, tag, open.pop());
    } else if (next === '?') {
      at = behind(text, '?>', tag);
    } else if (next === '!') {
      at = afterMarkup(text, tag, inside);
    } else {
      const { node, isOpen, end } = readOpening(text, tag);
      if (inside) inside.children.push(node);
      else if (root) throw noXml('more than one root element');
      root ??= node;
      if (isOpen && open.push(node) > DEEPEST) throw noXml(`more than ${DEEPEST} levels`);
      at = end;
    }
  }
  if (!root || open.length > 0) throw noXml(root ? 'an element that does not end' : 'no root element');
  return root;
}

function readOpening(text: string, tag: number): { node: OpenNode; isOpen: boolean; end: number } {
  NAME.lastIndex = tag + 1;
  const fullName = NAME.exec(text)?.[0];
  if (fullName === undefined) throw noXml('a tag without a name');
  const node = { name: fullName.slice(fullName.indexOf(':') + 1), children: [], text: '', fullName };
  const afterName = tag + 1 + fullName.length;
  if (text.charAt(afterName) === '>') return { node, isOpen: true, end: afterName + 1 };
  END_OF_TAG.lastIndex = afterAttributes(text, afterName);
  const end = END_OF_TAG.exec(text);
  if (!end) throw noXml('a malformed tag');
  return { node, isOpen: end[1] === '', end: END_OF_TAG.lastIndex };
}

/** The position after the attributes. Matches them one by one, because a single expression runs out of stack at a million. */
function afterAttributes(text: string, afterName: number): number {
  let at = afterName;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    if (!ATTRIBUTE.test(text)) return at;
    at = ATTRIBUTE.lastIndex;
  }
}

function afterClosing(text: string, tag: number, node: OpenNode | undefined): number {
  if (!node || !text.startsWith(node.fullName, tag + 2)) throw noXml('a closing tag without its opening one');
  const end = behind(text, '>', tag);
  const afterName = tag + 2 + node.fullName.length;
  if (end - 1 > afterName && text.slice(afterName, end - 1).trim() !== '') {
    throw noXml('a closing tag without its opening one');
  }
  return end;
}

/** The position after a comment or CDATA, whose text is added to the element `inside`. */
function afterMarkup(text: string, tag: number, inside: OpenNode | undefined): number {
  if (text.startsWith('<!--', tag)) return behind(text, '-->', tag + '<!--'.length);
  if (!inside || !text.startsWith('<![CDATA[', tag)) throw noXml('a document type');
  const end = behind(text, ']]>', tag);
  inside.text += text.slice(tag + '<![CDATA['.length, end - ']]>'.length);
  return end;
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw noXml(`no "${mark}"`);
  return at + mark.length;
}

const ENTITIES = new Map(Object.entries({ 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }));

function decodeText(text: string): string {
  return text.includes('&') ? text.replace(/&([^;&]*;?)/g, (_, entity: string) => decodeEntity(entity)) : text;
}

function decodeEntity(entity: string): string {
  const named = ENTITIES.get(entity);
  if (named !== undefined) return named;
  const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(entity);
  const code = match ? (match[1] !== undefined ? Number.parseInt(match[1], 16) : Number(match[2])) : -1;
  // Half a surrogate pair would become U+FFFD in UTF-8, and name a key that the client did not mean.
  if (code < 0 || code > 0x10_ffff || (code >= 0xd800 && code < 0xe000)) throw noXml('an unknown entity');
  return String.fromCodePoint(code);
}

const noXml = (problem: string) => new SyntaxError(`The document is not XML: ${problem}.`);
