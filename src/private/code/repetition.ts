import { TerraformElement, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { addressOf, isOurs, rawOverridesOf, typeOf } from './attributes';
import { referenceIn } from './references';
import { pathOf } from './tree';
import { CROSSING_OUTPUT, findUses, isCrossing } from './uses';

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

/**
 * Finds references to a repeated block that do not say which instance they mean: Terraform refuses all of them (C8). CDKTF writes
 * such references for a resource with a `count` or a `for_each`.
 */
export function checkRepetitions(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
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
export function repetitionOf(element: IConstruct): Repeated['by'] | undefined {
  const { forEach, count } = element as { readonly forEach?: unknown; readonly count?: unknown };
  const overrides = rawOverridesOf(element);
  if (forEach !== undefined || overrides.for_each !== undefined) return 'for_each';
  return count !== undefined || overrides.count !== undefined ? 'count' : undefined;
}

function repeatedBlockOf(construct: IConstruct): Repeated[] {
  const type = typeOf(construct);
  if (!TerraformElement.isTerraformElement(construct) || !isOurs(type)) return [];
  const by = repetitionOf(construct);
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
