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
import { withOverrides } from './overrides';

/** Arguments as they will be synthesized, including overrides of the block and of its stack; tokens are not resolved. */
export type Attributes = Readonly<Record<string, unknown>>;

/**
 * The arguments of a resource or ephemeral block of one of the given types; undefined for every other construct, and for a resource
 * that is moved to another, whose block is left out.
 */
export function attributesOf(construct: IConstruct, ...types: readonly string[]): Attributes | undefined {
  if (!TerraformElement.isTerraformElement(construct)) return undefined;
  const { terraformResourceType: type, friendlyUniqueId } = construct as TerraformElement & {
    readonly terraformResourceType?: string;
  };
  if (type === undefined || !types.includes(type)) return undefined;
  if (TerraformResource.isTerraformResource(construct))
    return synthesized(construct, 'resource', type, friendlyUniqueId);
  return type.startsWith('ephemeral.') ? synthesized(construct, ...type.split('.'), friendlyUniqueId) : undefined;
}

/** The arguments of a Coffer provider; undefined for every other construct. */
export function providerAttributesOf(construct: IConstruct): Attributes | undefined {
  if (!TerraformProvider.isTerraformProvider(construct) || construct.terraformResourceType !== 'coffer') {
    return undefined;
  }
  return synthesized(construct, 'provider', 'coffer', '0');
}

/** Whether a value is literal text or a literal number: neither absent nor a token. */
export const isLiteral = (value: unknown): value is string | number =>
  (typeof value === 'string' || typeof value === 'number') && !Token.isUnresolved(value);

function synthesized(element: TerraformElement, ...path: readonly string[]): Attributes | undefined {
  const block = path.reduce<unknown>((node, key) => (node as Attributes | undefined)?.[key], element.toTerraform());
  if (block === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(overriddenByStack(element, block as Attributes, ...path.slice(0, -1))).map(([name, value]) => [
      name,
      unwrapped(value, element),
    ]),
  );
}

/**
 * A block of an element with what its stack overrides in it.
 *
 * @param path of the blocks of this kind, such as `resource`, `coffer_bucket`
 */
export function overriddenByStack(
  element: TerraformElement,
  block: Attributes,
  ...path: readonly string[]
): Attributes {
  const { rawOverrides } = TerraformStack.of(element) as unknown as { readonly rawOverrides: Attributes };
  const blocks = path.reduce<unknown>((node, key) => (node as Attributes | undefined)?.[key], rawOverrides);
  // Reading the logical id fixes it (C11), so do that last.
  const overrides = blocks && (blocks as Attributes)[element.friendlyUniqueId];
  return overrides && typeof overrides === 'object' ? withOverrides(block, overrides) : block;
}

/** The overrides of a program in a resource or data source: on the block itself, and in its stack. */
export function overridesOf(block: TerraformElement & { readonly terraformResourceType: string }): Attributes {
  const { rawOverrides } = block as unknown as { readonly rawOverrides: Attributes };
  const kind = TerraformDataSource.isTerraformDataSource(block) ? 'data' : 'resource';
  return overriddenByStack(block, rawOverrides, kind, block.terraformResourceType);
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
