import {
  type IResolvable,
  type IResolveContext,
  TerraformDataSource,
  TerraformElement,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { pathOf } from './tree';

/** Arguments as they will be synthesized, including overrides of the block and of its stack; tokens are not resolved. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Type of the block of a construct, such as `coffer_bucket` or `ephemeral.coffer_access_key`; undefined for what has none. */
export const typeOf = (construct: IConstruct): string | undefined =>
  (construct as { readonly terraformResourceType?: string }).terraformResourceType;

export const isOurs = (type: string | undefined): type is string =>
  type !== undefined && /^(ephemeral\.)?coffer_/.test(type);

/** The address of a block in Terraform. It fixes the logical id of the block, so read it only at synthesis. */
export const addressOf = (block: TerraformElement): string =>
  `${TerraformDataSource.isTerraformDataSource(block) ? 'data.' : ''}${typeOf(block)}.${block.friendlyUniqueId}`;

/** Whether a resource is moved to another, so that its block is left out. */
export const isMoved = (construct: IConstruct): boolean =>
  (construct as { readonly _hasMoved?: boolean })._hasMoved === true;

/** What a program overrides in an element or in a stack, as CDKTF keeps it. */
export const rawOverridesOf = (construct: IConstruct): Attributes =>
  (construct as unknown as { readonly rawOverrides: Attributes }).rawOverrides;

/** The arguments of a resource or ephemeral block of one of these types; undefined for anything else, and for a resource that is moved to another. */
export function attributesOf(construct: IConstruct, ...types: readonly string[]): Attributes | undefined {
  const type = typeOf(construct);
  if (!TerraformElement.isTerraformElement(construct) || type === undefined || !types.includes(type)) return undefined;
  const isSuch = TerraformResource.isTerraformResource(construct) || type.startsWith('ephemeral.');
  return isSuch ? synthesized(construct, ...pathOfType(type)) : undefined;
}

/** The path to the blocks of a type in code, such as `resource`, `coffer_bucket`; a type of other blocks has it before a dot. */
export const pathOfType = (type: string): readonly [kind: string, type: string] =>
  (type.includes('.') ? type.split('.') : ['resource', type]) as [string, string];

/** The arguments of a Coffer provider; undefined for every other construct. */
export const providerAttributesOf = (construct: IConstruct): Attributes | undefined =>
  isCofferProvider(construct) ? synthesized(construct, 'provider', 'coffer') : undefined;

export const isCofferProvider = (construct: IConstruct): construct is TerraformProvider =>
  TerraformProvider.isTerraformProvider(construct) && construct.terraformResourceType === 'coffer';

/** Whether a value is literal text or a literal number: neither absent nor a token. */
export const isLiteral = (value: unknown): value is string | number =>
  (typeof value === 'string' || typeof value === 'number') && !Token.isUnresolved(value);

/** The arguments of an element; the path is that of the blocks of its kind. Providers stand in a list. */
function synthesized(element: TerraformElement, ...path: readonly string[]): Attributes | undefined {
  const id = TerraformProvider.isTerraformProvider(element) ? '0' : element.friendlyUniqueId;
  const block = at([...path, id], element.toTerraform());
  if (block === undefined) return undefined;
  const arguments_ = Object.entries(overriddenByStack(element, block as Attributes, ...path));
  return Object.fromEntries(arguments_.map(([name, value]) => [name, unwrapped(value, element)]));
}

export const at = (path: readonly string[], tree: unknown): unknown =>
  path.reduce<unknown>((node, key) => (node as Attributes | undefined)?.[key], tree);

/** A block of an element with what its stack overrides in it, given the path of the blocks of its kind, such as `resource`, `coffer_bucket`. */
export function overriddenByStack(
  element: TerraformElement,
  block: Attributes,
  ...path: readonly string[]
): Attributes {
  const blocks = at(path, rawOverridesOf(TerraformStack.of(element)));
  // Reading the logical id fixes it (C11), so do that last.
  const overrides = blocks && (blocks as Attributes)[element.friendlyUniqueId];
  return overrides && typeof overrides === 'object' ? withOverrides(block, overrides) : block;
}

/** The overrides of a program in a resource or data source: on the block itself, and in its stack. */
export function overridesOf(block: TerraformResource | TerraformDataSource): Attributes {
  const kind = TerraformDataSource.isTerraformDataSource(block) ? 'data' : 'resource';
  return overriddenByStack(block, rawOverridesOf(block), kind, block.terraformResourceType);
}

/** The value inside an object that is resolved later; cdktn puts write-only arguments into such objects. */
function unwrapped(value: unknown, scope: IConstruct): unknown {
  if (!Tokenization.isResolvable(value)) return value;
  const asItIs = {
    scope,
    preparing: false,
    // An expression resolves its operands, in cdktn until none is an object that is resolved later.
    resolve: (inner: unknown) => (Tokenization.isResolvable(inner) ? Token.asString(inner) : inner),
    registerPostProcessor: () => undefined,
  };
  return (value as IResolvable).resolve({ ...asItIs, iteratorContext: 'NO_ITERATOR' } as unknown as IResolveContext);
}

/**
 * A block with the overrides of its element, which CDKTF merges only into its own kinds of blocks. As there: objects are merged,
 * lists grow, a number as a name is the position in a list, and `undefined` removes an argument. Neither parameter is changed.
 */
export function withOverrides(block: unknown, overrides: object): Record<string, unknown> {
  const merged: Record<string, unknown> = Array.isArray(block)
    ? ([...block] as unknown as Record<string, unknown>)
    : { ...(isObject(block) ? block : {}) };
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) delete merged[name];
    else merged[name] = mergedValue(merged[name], value);
  }
  return merged;
}

function mergedValue(before: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return Array.isArray(before) ? [...before, ...value] : value;
  return isObject(value) ? withOverrides(before, value) : value;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Tokenization.isResolvable(value);

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
