/** The place of a value in a configuration. Terraform has no step into a set, so a path ends at the set. */
export type Path = readonly PathStep[];

/** The name of an attribute, an index of a list from 0, or a key of a map. */
export type PathStep = { readonly attribute: string } | { readonly index: number } | { readonly key: string };

/** Makes a path of attribute names: `path('permissions', 'read')`. */
export function path(...names: string[]): Path {
  return names.map((attribute) => ({ attribute }));
}

/** The path as in HCL: `timeouts.create`, `bucket_ids[0]`, `rotation_trigger["day"]`. */
export function formatPath(steps: Path): string {
  return steps.reduce((text, step) => {
    if ('index' in step) return `${text}[${step.index}]`;
    if ('key' in step) return `${text}[${JSON.stringify(step.key)}]`;
    return text === '' ? step.attribute : `${text}.${step.attribute}`;
  }, '');
}
