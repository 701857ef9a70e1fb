import { parseXml as parse, type XmlNode } from '../../contract/formats/xml';

/** An element of XML. */
export type Xml = XmlNode;

/** The root element; undefined when the text is not a document with a root of this name. */
export function parseXml(text: string, root: string): Xml | undefined {
  try {
    const parsed = parse(text);
    return parsed.name === root ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a child element; undefined when there is none. */
export function textOf(element: Xml | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text;
}

/** All child elements of this name. */
export function childrenOf(element: Xml | undefined, name: string): readonly Xml[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Text escaped for XML; undefined when XML cannot represent it. */
export function toXmlText(text: string): string | undefined {
  if (/[\p{Cc}\uFFFE\uFFFF]/u.test(text)) return undefined;
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
