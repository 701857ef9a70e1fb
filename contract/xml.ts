import { parseXml as parse, XmlCdata, XmlElement, XmlText } from '@rgrove/parse-xml';

/**
 * XML as S3 and its clients write it: elements and text, in the order of the document. Attributes and prefixes of namespaces are
 * dropped. Document types are refused, and with them entities of one's own.
 */

/** An element. `text` is decoded; it is what stands directly in the element, white space and CDATA included. */
export interface XmlNode {
  readonly name: string;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** Levels that a document may have: those of S3 have five. */
const DEEPEST = 20;

/** The root element. Throws a `SyntaxError`, which quotes nothing, for what is not XML. */
export function parseXml(document: string): XmlNode {
  const { root } = read(document);
  if (!root) throw noXml('no root element');
  return toNode(root, 1);
}

function read(document: string): ReturnType<typeof parse> {
  if (document.includes('<!DOCTYPE')) throw noXml('a document type');
  try {
    return parse(document);
  } catch {
    // The parser quotes the line at fault, and a document that is nested deeply overflows its stack.
    throw noXml('it is not well-formed');
  }
}

function toNode(element: XmlElement, level: number): XmlNode {
  if (level > DEEPEST) throw noXml(`more than ${DEEPEST} levels`);
  const children: XmlNode[] = [];
  let text = '';
  for (const child of element.children) {
    if (child instanceof XmlElement) children.push(toNode(child, level + 1));
    else if (child instanceof XmlText || child instanceof XmlCdata) text += child.text;
  }
  return { name: element.name.slice(element.name.indexOf(':') + 1), children, text };
}

const noXml = (problem: string) => new SyntaxError(`The document is not XML: ${problem}.`);
