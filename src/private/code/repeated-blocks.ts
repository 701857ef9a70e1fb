import { TerraformCount, Token } from 'cdktf';
import { overridesOf } from './attributes';
import { isUnknown } from './hcl-text';
import type { Block } from './references';

/** How many instances a block has at least, as far as the program itself says so: the elements of its iterator, or its count. */
export function leastInstancesOf(block: Block): number {
  const { count = block.count, for_each: overridden } = overridesOf(block);
  const { list, map } = (block.forEach ?? {}) as { readonly list?: unknown; readonly map?: unknown };
  const elements = overridden ?? list ?? map;
  if (elements === undefined) return Number(TerraformCount.isTerraformCount(count) ? count.toTerraform() : count) || 0;
  if (Token.isUnresolved(elements) || typeof elements !== 'object' || elements === null) return 0;
  const all: readonly unknown[] = Array.isArray(elements) ? elements : Object.keys(elements);
  // Two expressions may turn out to be one text.
  const known = new Set(all.filter((element) => !isUnknown(element)));
  return Math.max(known.size, Math.min(all.length, 1));
}
