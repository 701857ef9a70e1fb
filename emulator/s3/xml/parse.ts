import type { XMLParser, XMLValidator } from 'fast-xml-parser';
import { S3Error } from '../errors';

/** An element that a client sent. Text is decoded; namespaces are taken off names. */
export class XmlElement {
  constructor(
    readonly name: string,
    readonly children: readonly XmlElement[],
    readonly text: string,
  ) {}

  /** The only child of that name, or undefined. Several are `MalformedXML`. */
  find(name: string): XmlElement | undefined {
    const found = this.all(name);
    if (found.length > 1) throw malformed();
    return found[0];
  }

  all(name: string): readonly XmlElement[] {
    return this.children.filter((child) => child.name === name);
  }

  /** Text of the only child of that name, or undefined. */
  textOf(name: string): string | undefined {
    return this.find(name)?.text;
  }

  /** Throws `MalformedXML` when there is a child by any other name. */
  requireOnly(...names: readonly string[]): void {
    if (this.children.some((child) => !names.includes(child.name))) throw malformed();
  }
}

/** What S3 says of XML that is none, or not what was expected. */
export function malformed(): S3Error {
  return new S3Error(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}

let loaded: { readonly parser: XMLParser; readonly validator: typeof XMLValidator } | undefined;

/** Reads a document with this root. Document types and entities of one's own are refused. Throws `MalformedXML`. */
export async function parseDocument(bytes: Uint8Array, rootName: string): Promise<XmlElement> {
  const text = decodeText(bytes);
  if (text === '' || text.includes('<!DOCTYPE')) throw malformed();
  const { parser, validator } = await load();
  if (validator.validate(text) !== true) throw malformed();
  const [root, ...more] = toElements(parse(parser, text)).filter(({ name }) => !name.startsWith('?'));
  if (root?.name !== rootName || more.length > 0) throw malformed();
  return root;
}

/** Loaded with the first document: most starts never need it. */
async function load(): Promise<NonNullable<typeof loaded>> {
  if (loaded) return loaded;
  const { XMLParser: Parser, XMLValidator: validator } = await import('fast-xml-parser');
  const parser = new Parser({
    preserveOrder: true,
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: false,
    processEntities: false,
    cdataPropName: '#cdata',
    maxNestedTags: 20,
  });
  loaded = { parser, validator };
  return loaded;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed();
  }
}

function parse(parser: XMLParser, text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    throw malformed();
  }
}

/** As the parser has it in order: a list of objects with one member each, an element's name or `#text`. */
function toElements(nodes: unknown): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const node of nodes as readonly Readonly<Record<string, unknown>>[]) {
    const [name, content] = Object.entries(node)[0] ?? [];
    if (name === undefined || name.startsWith('#')) continue;
    elements.push(new XmlElement(name, toElements(content), toText(content)));
  }
  return elements;
}

function toText(content: unknown, decode = decodeEntities): string {
  let text = '';
  for (const node of content as readonly Readonly<Record<string, unknown>>[]) {
    if ('#text' in node) text += decode(String(node['#text']));
    else if ('#cdata' in node) text += toText(node['#cdata'], (raw) => raw);
  }
  return text;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&([^;&]*);?/g, (_, entity: string) => decodeEntity(entity)) : text;
}

function decodeEntity(entity: string): string {
  const named = ENTITIES.get(entity);
  if (named !== undefined) return named;
  const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity);
  const code = match ? (match[1] !== undefined ? Number.parseInt(match[1], 16) : Number(match[2])) : -1;
  if (code < 0 || code > 0x10_ffff) throw malformed();
  return String.fromCodePoint(code);
}
