import { parseXml, type XmlNode } from '../../../contract/xml';
import { S3Error } from '../errors';

/** An element that a client sent. Text is decoded; namespaces are taken off names. */
export class XmlElement {
  readonly #node: XmlNode;

  constructor(node: XmlNode) {
    this.#node = node;
  }

  get name(): string {
    return this.#node.name;
  }

  /** Throws `MalformedXML` when there are elements in it: what stands between them is no value. */
  get text(): string {
    if (this.#node.children.length > 0) throw malformed();
    return this.#node.text;
  }

  get children(): readonly XmlElement[] {
    return this.#node.children.map((child) => new XmlElement(child));
  }

  /** The only child of that name, or undefined. Several are `MalformedXML`. */
  find(name: string): XmlElement | undefined {
    const found = this.all(name);
    if (found.length > 1) throw malformed();
    return found[0];
  }

  all(name: string): readonly XmlElement[] {
    return this.#node.children.filter((child) => child.name === name).map((child) => new XmlElement(child));
  }

  /** Text of the only child of that name, or undefined. */
  textOf(name: string): string | undefined {
    return this.find(name)?.text;
  }

  /** Throws `MalformedXML` when there is a child by any other name. */
  requireOnly(...names: readonly string[]): void {
    if (this.#node.children.some((child) => !names.includes(child.name))) throw malformed();
  }
}

/** What S3 says of XML that is none, or not what was expected. */
export function malformed(): S3Error {
  return new S3Error(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}

/** Reads a document with this root. Document types and entities of one's own are refused. Throws `MalformedXML`. */
export function parseDocument(bytes: Uint8Array, rootName: string): XmlElement {
  const root = new XmlElement(parse(bytes));
  if (root.name !== rootName) throw malformed();
  return root;
}

function parse(bytes: Uint8Array): XmlNode {
  try {
    return parseXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed();
  }
}
