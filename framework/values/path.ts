/** The place of a value in a configuration. Terraform has no step into a set, so a path ends at the set. */
export type Path = readonly PathStep[];

/** The name of an attribute, an index of a list from 0, or a key of a map. */
export type PathStep = { readonly attribute: string } | { readonly index: number } | { readonly key: string };

/** Makes a path of attribute names, from the outermost: `path('permissions', 'read')`. */
export function path(...names: string[]): Path {
  return names.map((attribute) => ({ attribute }));
}

/** The path up to its first step that is none, for a path from code without types. Keys and names become valid Unicode. */
export function validPath(steps: unknown): Path {
  const valid: PathStep[] = [];
  for (const step of Array.isArray(steps) ? steps : []) {
    const { attribute, index, key } = (step ?? {}) as Partial<Record<'attribute' | 'index' | 'key', unknown>>;
    if (typeof attribute === 'string') valid.push({ attribute: attribute.toWellFormed() });
    else if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) valid.push({ index });
    else if (typeof key === 'string') valid.push({ key: key.toWellFormed() });
    else break;
  }
  return valid;
}

/** The path as in HCL: `timeouts.create`, `bucket_ids[0]`, `rotation_trigger["day"]`; empty for a path without steps. */
export function formatPath(steps: Path): string {
  return steps.reduce((text, step) => {
    if ('index' in step) return `${text}[${step.index}]`;
    if ('key' in step) return `${text}[${JSON.stringify(step.key)}]`;
    return text === '' ? step.attribute : `${text}.${step.attribute}`;
  }, '');
}
