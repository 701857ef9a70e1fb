import { Tokenization } from 'cdktf';

type Block = Readonly<Record<string, unknown>>;

/**
 * A block with the overrides of its element, which CDKTF merges only into its own kinds of blocks. As there: objects are merged,
 * lists grow, a number as a name is the position in a list, and `undefined` removes an argument. Neither parameter is changed.
 */
export function withOverrides(block: Block, overrides: object): Record<string, unknown> {
  return mergeInto(block, overrides) as Record<string, unknown>;
}

function mergeInto(target: unknown, overrides: object): unknown {
  const merged: Record<string, unknown> = Array.isArray(target)
    ? ([...target] as unknown as Record<string, unknown>)
    : { ...(isObject(target) ? target : {}) };
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) delete merged[name];
    else merged[name] = mergedValue(merged[name], value);
  }
  return merged;
}

function mergedValue(before: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return Array.isArray(before) ? [...before, ...value] : value;
  return isObject(value) ? mergeInto(before, value) : value;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Tokenization.isResolvable(value);
