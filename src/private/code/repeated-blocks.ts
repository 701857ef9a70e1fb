import { TerraformCount, TerraformElement, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, addressOf, isOurs, overridesOf, rawOverridesOf, typeOf } from './attributes';
import { codeFor } from './expressions';
import { ingredientsOf, listIn } from './hcl-references';
import { hasExpression } from './hcl-text';
import { lookUp } from './origins';
import { type Block, isBlock, referenceIn } from './references';
import { CROSSING_OUTPUT, findUses, isCrossing } from './token-uses';
import { constructsToCheck, pathOf } from './tree';

/** Maximum number of users that a message names. */
const NAMED = 5;

/** The constructs that can be repeated as a whole, by the type of their resource. */
const REPEATABLE: Readonly<Record<string, string>> = { coffer_bucket: 'Bucket', coffer_secret: 'Secret' };

/** A block that makes several instances. */
interface Repeated {
  readonly element: TerraformElement;
  readonly type: string;
  readonly by: 'for_each' | 'count';
  readonly address: string;
}

/** Finds references to a repeated block (`count`, `for_each`) that do not say which instance they mean: Terraform refuses all of them (C8). */
export function checkRepeatedBlocks(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const repeated = constructs.flatMap(repeatedBlockOf);
  if (repeated.length === 0) return [];
  const scope = isShared(repeated, stack) ? stack.node.root : stack;
  const users = scope.node.findAll().filter((construct) => !isCrossing(construct));
  const uses = findUses(users, (token) => {
    const { identifier, originStack } = referenceIn(token) ?? {};
    if (identifier === undefined || originStack !== stack) return undefined;
    const block = repeated.find(({ address, by }) => {
      // The program may ask for all instances of a list.
      return identifier.startsWith(`${address}.`) && !(by === 'count' && identifier.startsWith(`${address}.*.`));
    });
    return block && { block, attribute: identifier.slice(block.address.length + 1).replace('*.', '') };
  });
  return repeated.flatMap((block) => {
    const ofBlock = uses.filter(({ what }) => what.block === block);
    return [...new Set(ofBlock.map(({ what }) => what.attribute))].map((attribute) => {
      const users = ofBlock.filter(({ what }) => what.attribute === attribute).map(({ user }) => pathOf(user));
      return describe(block, attribute, [...new Set(users)].sort());
    });
  });
}

/** Whether another stack has such a reference: CDKTF has put it into an output while it prepared that stack. */
const isShared = (repeated: readonly Repeated[], { node: { children } }: TerraformStack): boolean =>
  children.some(({ node: { id } }) => repeated.some(({ address }) => id.startsWith(`${CROSSING_OUTPUT}${address}.`)));

/** How an element is repeated; undefined if it is not. An override counts, too. */
export function repeatedBy(element: IConstruct): Repeated['by'] | undefined {
  const { forEach, count } = element as { readonly forEach?: unknown; readonly count?: unknown };
  const overrides = rawOverridesOf(element);
  if (forEach !== undefined || overrides.for_each !== undefined) return 'for_each';
  return count !== undefined || overrides.count !== undefined ? 'count' : undefined;
}

function repeatedBlockOf(construct: IConstruct): Repeated[] {
  const type = typeOf(construct);
  if (!TerraformElement.isTerraformElement(construct) || !isOurs(type)) return [];
  const by = repeatedBy(construct);
  return by ? [{ element: construct, type, by, address: addressOf(construct) }] : [];
}

function describe({ element, type, by, address }: Repeated, attribute: string, users: readonly string[]): string {
  const path = `"${pathOf(element)}"`;
  const named = users
    .slice(0, NAMED)
    .map((user) => `"${user}"`)
    .join(', ');
  const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : '';
  const index = by === 'count' ? '0' : '"a"';
  const kind = address.startsWith('data.') ? undefined : REPEATABLE[type];
  const advice = kind
    ? `define it with ${kind}.forEach, which has references to one and to all of them`
    : 'define one construct for each instead';
  return (
    `"${attribute}" of ${path} is used by ${named}${more}, but ${path} has a "${by}", so Terraform has to know which instance is ` +
    `meant: ${advice}, or name one, such as \${${address}[${index}].${attribute}}`
  );
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
