import { attempt } from '../../contract/formats/attempt';
import { parseXml as parse, type XmlNode } from '../../contract/formats/xml';

/** An element of XML. Names are without the prefix of a namespace. */
export type Xml = XmlNode;

/** The root element; undefined when the text is not XML, or its root has another name. */
export function parseXml(text: string, root: string): Xml | undefined {
  const parsed = attempt(() => parse(text));
  return parsed?.name === root ? parsed : undefined;
}

/** The text of the first child element of this name, white space included; undefined when there is none, or no element. */
export function textOf(element: Xml | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text;
}

/** All child elements of this name, in order; none of no element. */
export function childrenOf(element: Xml | undefined, name: string): readonly Xml[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Text escaped for XML; undefined when XML cannot represent it, or would change it: with control characters, line breaks included. */
export function toXmlText(text: string): string | undefined {
  if (/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text)) return undefined;
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
