import type { Diagnostics } from './diagnostic';
import type { Path } from './path';
import type { PlanModifier } from './plan-modifiers';
import type { Type } from './type';
import type { NumberValue, ObjectValue, Value } from './value';

/** Checks a configured value and reports what is wrong. Never called with null or with a value that is partly unknown. */
export type Validator = (value: Value, path: Path, diagnostics: Diagnostics) => void;

/** An attribute of a schema. `V` is the TypeScript type of its value if it is set. */
export interface Attribute<V = unknown> {
  readonly type: Type | NestedType;
  /** Markdown for the reference page. */
  readonly description: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  /** Marks the attribute as deprecated, and names its replacement. */
  readonly deprecated?: string;
  /** The value if the configuration has null. An attribute with a default is also computed. */
  readonly default?: Value;
  /** Whether a null after an import means an unknown value (see `import-marks.ts`). For top-level attributes only. */
  readonly unknownAfterImport?: boolean;
  readonly validators?: readonly Validator[];
  readonly planModifiers?: readonly PlanModifier[];
  /** Carries `V` at compile time only. */
  readonly valueType?: V;
}

/**
 * An attribute made of attributes.
 *
 * There are no nested sets and maps: planning pairs configured and prior objects by their index, and elements of sets have none.
 */
export interface NestedType {
  readonly nesting: 'single' | 'list';
  readonly attributes: Attributes;
}

export interface Attributes {
  readonly [name: string]: Attribute;
}

/** The shape of a resource, or of the provider's configuration. */
export interface Schema<A extends Attributes = Attributes> {
  /** Version of the schema; 0 by default. */
  readonly version?: number;
  /** Markdown for the reference page. */
  readonly description: string;
  readonly attributes: A;
}

/** The TypeScript view of a state with these attributes: each has a value or null. */
export type Model<A extends Attributes> = {
  readonly [N in keyof A]: (A[N] extends Attribute<infer V> ? V : never) | null;
};

/** The options of an attribute: everything but the type. */
export type AttributeOptions = Omit<Attribute, 'type' | 'valueType'>;

export const string = (options: AttributeOptions): Attribute<string> => ({ type: 'string', ...options });
export const bool = (options: AttributeOptions): Attribute<boolean> => ({ type: 'bool', ...options });
export const number = (options: AttributeOptions): Attribute<NumberValue> => ({ type: 'number', ...options });
export const listOfStrings = (options: AttributeOptions): Attribute<readonly string[]> => ({
  type: ['list', 'string'],
  ...options,
});
export const setOfStrings = (options: AttributeOptions): Attribute<readonly string[]> => ({
  type: ['set', 'string'],
  ...options,
});
export const mapOfStrings = (options: AttributeOptions): Attribute<Readonly<Record<string, string>>> => ({
  type: ['map', 'string'],
  ...options,
});
export const nested = <A extends Attributes>(
  options: AttributeOptions & { readonly attributes: A },
): Attribute<Model<A>> => {
  const { attributes, ...rest } = options;
  return { type: { nesting: 'single', attributes }, ...rest };
};

export const nestedList = <A extends Attributes>(
  options: AttributeOptions & { readonly attributes: A },
): Attribute<readonly Model<A>[]> => {
  const { attributes, ...rest } = options;
  return { type: { nesting: 'list', attributes }, ...rest };
};

/** True for an attribute made of attributes. */
export function isNested(type: Attribute['type']): type is NestedType {
  return typeof type === 'object' && 'nesting' in type;
}

/** The type of the values of an attribute (plugin protocol, "Type implied by a schema"). */
export function attributeType({ type }: Attribute): Type {
  if (!isNested(type)) return type;
  const object = objectType(type.attributes);
  return type.nesting === 'single' ? object : [type.nesting, object];
}

/** The type of an object with these attributes, as it is sent for a whole resource. */
export function objectType(attributes: Attributes): Type {
  return ['object', Object.fromEntries(Object.entries(attributes).map(([name, part]) => [name, attributeType(part)]))];
}

const typesOfSchemas = new WeakMap<Schema, Type>();

/** The type of a state with this schema; computed once for each schema. */
export function schemaType(schema: Schema): Type {
  const known = typesOfSchemas.get(schema);
  if (known !== undefined) return known;
  const type = objectType(schema.attributes);
  typesOfSchemas.set(schema, type);
  return type;
}

/** An object of this schema in which nothing is set. */
export function nullObject(attributes: Attributes): ObjectValue {
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));
}
