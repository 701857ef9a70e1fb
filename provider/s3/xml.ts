import { XMLParser } from 'fast-xml-parser';

/** An element of XML: its text, or its children by name. */
export type Xml = string | { readonly [name: string]: Xml | readonly Xml[] | undefined };

const parser = new XMLParser({ ignoreAttributes: true, ignoreDeclaration: true, parseTagValue: false });

/** The children of the root element of this name; undefined when the text is something else. */
export function parseXml(text: string, root: string): Xml | undefined {
  try {
    const parsed: Xml = parser.parse(text);
    return childrenOf(parsed, root)[0];
  } catch {
    return undefined;
  }
}

/** The text of a child element; undefined when there is none. */
export function textOf(element: Xml | undefined, name: string): string | undefined {
  const [child] = childrenOf(element, name);
  return typeof child === 'string' ? child : undefined;
}

/** All child elements of this name. */
export function childrenOf(element: Xml | undefined, name: string): readonly Xml[] {
  if (element === undefined || typeof element === 'string') return [];
  const child = element[name];
  if (child === undefined) return [];
  return Array.isArray(child) ? child : [child as Xml];
}

/** Text as XML carries it; undefined when XML cannot carry it. */
export function toXmlText(text: string): string | undefined {
  if (/[\p{Cc}\uFFFE\uFFFF]/u.test(text)) return undefined;
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
