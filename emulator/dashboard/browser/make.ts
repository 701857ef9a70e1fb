/** Makes an element with these members. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  members: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), members);
}

/** Changes a text that screen readers announce, unless it says that already. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export const parse = (source: string): Document => new DOMParser().parseFromString(source, 'text/html');
