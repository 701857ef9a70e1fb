import {
  type IResolvable,
  type IResolveContext,
  TerraformElement,
  TerraformProvider,
  TerraformResource,
  Token,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';

/** Arguments as they will be synthesized, including overrides; tokens are not resolved. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The arguments of a resource or ephemeral block of one of the given types; undefined for every other construct. */
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

function synthesized(element: TerraformElement, ...path: readonly string[]): Attributes {
  const block = path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], element.toTerraform());
  return Object.fromEntries(
    Object.entries(block as Attributes).map(([name, value]) => [name, unwrapped(value, element)]),
  );
}

/** The value inside an object that is resolved later; cdktn puts write-only arguments into such objects. */
function unwrapped(value: unknown, scope: IConstruct): unknown {
  if (!Tokenization.isResolvable(value)) return value;
  const asItIs = {
    scope,
    preparing: false,
    resolve: (inner: unknown) => inner,
    registerPostProcessor: () => undefined,
  };
  return (value as IResolvable).resolve({ ...asItIs, iteratorContext: 'NO_ITERATOR' } as unknown as IResolveContext);
}
