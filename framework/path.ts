/**
 * The place of a value in a configuration: names of attributes, indexes of lists, keys of maps.
 *
 * Terraform has no step into a set, so a path ends at the set.
 */
export type Path = readonly PathStep[];

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
