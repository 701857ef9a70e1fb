/** Changes an element into another one where they differ, so that what stays keeps the focus, its place, and what was entered or unfolded. */
export function morph(old: Node, next: Node): void {
  if (!(old instanceof Element && next instanceof Element)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(old.nodeName) && old.getAttribute('type') !== 'hidden') return;
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== 'open' && name !== 'data-copied') old.removeAttribute(name);
  }
  morphChildren(old, next);
}

/** Identifies an element among its siblings: a row of a list, or a region. */
const keyOf = (node: Node | null) =>
  (node instanceof HTMLElement && (node.dataset.key || node.dataset.region)) || undefined;

function morphChildren(parent: Element, wanted: Element): void {
  const keys = new Set([...wanted.children].map(keyOf));
  const kept = new Map([...parent.children].map((child) => [keyOf(child), child]));
  let at: ChildNode | null = parent.firstChild;
  const dropOne = (gone: ChildNode) => {
    at = gone.nextSibling;
    gone.remove();
  };
  for (const next of [...wanted.childNodes]) {
    // Removed elements make way first: the others then have no need to move, and keep the focus.
    while (at && keyOf(at) && !keys.has(keyOf(at))) dropOne(at);
    const key = keyOf(next);
    const old: ChildNode | null | undefined = key ? kept.get(key) : at;
    if (!old || old.nodeName !== next.nodeName || keyOf(old) !== key) {
      parent.insertBefore(document.importNode(next, true), at);
      continue;
    }
    if (old === at) at = at.nextSibling;
    else parent.insertBefore(old, at);
    morph(old, next);
  }
  while (at) dropOne(at);
}
