import { parseXml, type XmlNode } from '../../../contract/formats/xml';
import { S3Error } from '../errors';

/** An element that a client sent. Text is decoded; names have no namespaces. */
export class XmlElement {
  constructor(private readonly node: XmlNode) {}

  /** Throws `MalformedXML` if the element has child elements: text between them is not a value. */
  get text(): string {
    if (this.node.children.length > 0) throw malformed();
    return this.node.text;
  }

  /** Number of its child elements. */
  get size(): number {
    return this.node.children.length;
  }

  /** The only child with that name, or undefined. Throws `MalformedXML` if there are several. */
  find(name: string): XmlElement | undefined {
    const found = this.all(name);
    if (found.length > 1) throw malformed();
    return found[0];
  }

  all(name: string): readonly XmlElement[] {
    return this.node.children.filter((child) => child.name === name).map((child) => new XmlElement(child));
  }

  /** Text of the only child with that name, or undefined. */
  textOf(name: string): string | undefined {
    return this.find(name)?.text;
  }

  /** Throws `MalformedXML` if there is a child with any other name. */
  requireOnly(...names: readonly string[]): void {
    if (this.node.children.some((child) => !names.includes(child.name))) throw malformed();
  }
}

/** S3's error for malformed or unexpected XML. */
export function malformed(): S3Error {
  return new S3Error(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}

/** Parses a document with this root. Refuses document types and custom entities. Throws `MalformedXML`. */
export function parseDocument(bytes: Uint8Array, rootName: string): XmlElement {
  const root = parse(bytes);
  if (root.name !== rootName) throw malformed();
  return new XmlElement(root);
}

function parse(bytes: Uint8Array): XmlNode {
  try {
    return parseXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed();
  }
}
