import { TerraformCount, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, addressOf, overridesOf, rawOverridesOf } from './attributes';
import { codeFor } from './expressions';
import { ingredientsOf, listIn } from './hcl-references';
import { hasExpression } from './hcl-text';
import { lookUp } from './origins';
import { type Block, isBlock } from './references';
import { constructsToCheck } from './tree';

/** How an element is repeated; undefined if it is not. An override counts, too. */
export function repeatedBy(element: IConstruct): 'for_each' | 'count' | undefined {
  const { forEach, count } = element as { readonly forEach?: unknown; readonly count?: unknown };
  const overrides = rawOverridesOf(element);
  if (forEach !== undefined || overrides.for_each !== undefined) return 'for_each';
  return count !== undefined || overrides.count !== undefined ? 'count' : undefined;
}

/** The set that CDKTF makes of a list of texts. */
const SET = /^\$\{toset\((.*)\)\}$/s;

/** The map that CDKTF makes of a list of objects. Two elements with one key are an error of Terraform. */
const MAP_OF_LIST = /^\$\{\{ for key, val in (.*): \S+ => val \}\}$/s;

/** How many instances a block has at least, whatever the values are that only Terraform knows. Call it only at synthesis. */
export function leastInstancesOf(block: Block, via: readonly unknown[] = []): number {
  const { count = block.count, for_each = block.forEach?._getForEachExpression() } = overridesOf(block);
  const given = TerraformCount.isTerraformCount(count) ? count.toTerraform() : count;
  const code = JSON.parse(codeFor(block, { count: given, for_each })) as Attributes;
  return code.count === undefined
    ? leastElements(TerraformStack.of(block), code.for_each, via)
    : Number(code.count) || 0;
}

/** How many elements a `for_each`, in code, has at least. */
function leastElements(stack: TerraformStack, each: unknown, via: readonly unknown[]): number {
  if (Array.isArray(each)) return leastDistinct(each.map(String));
  if (typeof each === 'object' && each !== null) return leastDistinct(Object.keys(each));
  if (typeof each !== 'string' || via.includes(each)) return 0;
  const [, set] = SET.exec(each) ?? [];
  if (set !== undefined)
    return leastElements(stack, listIn(set)?.map(templateOf) ?? localAt(stack, set), [...via, each]);
  const [, list] = MAP_OF_LIST.exec(each) ?? [];
  if (list !== undefined) {
    const elements = listIn(list) ?? localAt(stack, list);
    return Array.isArray(elements) ? elements.length : 0;
  }
  const address = each.slice(2, -1);
  const other = constructsToCheck(stack).find(
    (construct): construct is Block => isBlock(construct) && addressOf(construct) === address,
  );
  return other
    ? leastInstancesOf(other, [...via, each])
    : leastElements(stack, localAt(stack, address), [...via, each]);
}

/** The number of different texts among templates: one with an expression may be the same as any other. */
function leastDistinct(templates: readonly string[]): number {
  const texts = new Set(templates.filter((template) => !hasExpression(template)));
  return Math.max(texts.size, Math.min(templates.length, 1));
}

/** An element of a list, in code, as a template; text with an escape may be the same as any other. */
const templateOf = (code: string): string => (/^"[^\\]*"$/s.test(code) ? code.slice(1, -1) : `\${${code}}`);

/** The value of a local value, or the part of it that a reference leads to. */
function localAt(stack: TerraformStack, code: string): unknown {
  const [steps, ...others] = ingredientsOf(`\${${code}}`).references;
  return steps?.[0] === 'local' && others.length === 0 && /^[\w.-]+$/.test(code)
    ? lookUp(stack, steps)?.value
    : undefined;
}
