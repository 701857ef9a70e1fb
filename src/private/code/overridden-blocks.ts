import { TerraformElement, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, at, attributesOf, pathOfType, rawOverridesOf, typeOf } from './attributes';
import { pathOf } from './tree';

/** A block of a construct, or one that a stack has only as an override. */
export interface CodedBlock {
  /** Where it is, for messages: the path of the construct, or that of the stack and the address. */
  readonly name: string;
  readonly type: string;
  readonly attributes: Attributes;
}

/**
 * The blocks of some types that a construct stands for: its own, or, of a stack, those that it has only as overrides. Undefined if there
 * can be none. They are read when the result is called: at synthesis, since that fixes logical ids (C11).
 */
export function blocksOf(construct: IConstruct, ...types: readonly string[]): (() => CodedBlock[]) | undefined {
  if (TerraformStack.isStack(construct)) {
    const there = types.filter((type) => overridesIn(construct, type) !== undefined);
    return there.length > 0 ? () => there.flatMap((type) => overriddenBlocks(construct, type)) : undefined;
  }
  const type = TerraformElement.isTerraformElement(construct) ? typeOf(construct) : undefined;
  if (type === undefined || !types.includes(type)) return undefined;
  return () => {
    const attributes = attributesOf(construct, type);
    return attributes ? [{ name: pathOf(construct), type, attributes }] : [];
  };
}

/** The blocks of a type that a stack has only as overrides; none of what is no stack. Call it only at synthesis, since it fixes logical ids. */
export function overriddenBlocks(stack: IConstruct, type: string): CodedBlock[] {
  const blocks = TerraformStack.isStack(stack) && overridesIn(stack, type);
  if (!blocks) return [];
  const elements = stack.node.findAll().filter(TerraformElement.isTerraformElement);
  const declared = new Set(elements.map((element) => `${typeOf(element)}.${element.friendlyUniqueId}`));
  return Object.entries(blocks)
    .filter(([id, block]) => !declared.has(`${type}.${id}`) && typeof block === 'object' && block !== null)
    .map(([id, block]) => ({ name: `${stack.node.path}/${type}.${id}`, type, attributes: block as Attributes }));
}

/** The overrides of a stack in Coffer providers; none for what is no stack. */
export function overriddenProviders(stack: IConstruct): Attributes[] {
  const blocks = TerraformStack.isStack(stack) ? overridesIn(stack, 'provider.coffer') : undefined;
  return blocks === undefined ? [] : [blocks].flat();
}

function overridesIn(stack: TerraformStack, type: string): Attributes | undefined {
  const blocks = at(pathOfType(type), rawOverridesOf(stack));
  return typeof blocks === 'object' && blocks !== null ? (blocks as Attributes) : undefined;
}
