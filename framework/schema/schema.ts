import type { AtOnce, Diagnostics } from '../diagnostic';
import type { Path } from '../values/path';
import type { Got } from '../values/quote-value';
import type { Type } from '../values/type';
import type { ObjectValue, Value } from '../values/value';
import type { PlanModifier } from './plan-modifiers';

/** Reports what is wrong with a configured value, never null or partly unknown. Quotes it with `got` only: the attribute may be secret. */
export interface Validator<V = Value> {
  (value: V, path: Path, diagnostics: Diagnostics, got: Got): AtOnce;
  /** The mistake in its arguments, such as `its limits are from 5 to 1`; absent if there is none. */
  readonly mistake?: string;
}

/** Reports what is wrong between the attributes of an object, as it is configured: `P` may be unknown in parts. */
export interface ObjectValidator<P> {
  (config: P, diagnostics: Diagnostics): AtOnce;
  /** The attributes that it spans, at least two; absent if it does not tell. */
  readonly names?: readonly string[];
}

/** An attribute: it must be configured (`required`), may be (`optional`), is set by the provider (`computed`), is not shown (`sensitive`). `V` types it, and `P` in a plan. */
export interface Attribute<V = unknown, P = V> {
  readonly type: Type | NestedType;
  /** Markdown for the reference page. */
  readonly description: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  /** For resources and actions only: never planned nor stored, so that only the configuration has it. */
  readonly writeOnly?: boolean;
  /** Marks the attribute as deprecated: the text, such as the name of its replacement, is a warning where the attribute is configured. */
  readonly deprecated?: string;
  /** For resources only: planned where the configuration has null; known, and not null. Such an attribute is optional and computed. */
  readonly default?: Value;
  /** Whether a null after an import means an unknown value. For top-level attributes only. */
  readonly unknownAfterImport?: boolean;
  readonly validators?: readonly Validator<never>[];
  /** For nested attributes only: checks that span attributes of each of its objects. */
  readonly configValidators?: readonly ObjectValidator<never>[];
  readonly planModifiers?: readonly PlanModifier[];
  /**
   * Whether two values, neither null nor unknown, mean the same, such as two forms of one JSON. Must be pure, like a validator. A value that means the
   * same as the one before stays as it was: what is configured and what is read as in state, what an apply returns as planned.
   */
  readonly meansSame?: ((one: never, other: never) => boolean) | undefined;
  /** Carries `V` at compile time only. */
  readonly valueType?: V;
  /** Carries `P` at compile time only. */
  readonly planType?: P;
}

/** How the objects of a nested attribute are held: one, or any number. */
export type Nesting = 'single' | 'list' | 'set' | 'map';

/** An attribute made of attributes. */
export interface NestedType {
  readonly nesting: Nesting;
  readonly attributes: Attributes;
}

/** Attributes by name. */
export interface Attributes {
  readonly [name: string]: Attribute;
}

/** The shape of a block of any kind, such as a resource or the provider's configuration. */
export interface Schema<A extends Attributes = Attributes> {
  /** Version of the schema, a whole number from 0, the default. A resource whose version is raised needs `stateUpgraders` from the earlier ones. */
  readonly version?: number;
  /** Markdown for the reference page. */
  readonly description: string;
  readonly attributes: A;
}

/** True for an attribute made of attributes. */
export function isNested(type: Attribute['type'] | undefined): type is NestedType {
  return typeof type === 'object' && 'nesting' in type;
}

/** The type of the values of an attribute (plugin protocol, "Type implied by a schema"). */
export function attributeType({ type }: Attribute): Type {
  if (!isNested(type)) return type;
  const object = objectType(type.attributes);
  return type.nesting === 'single' ? object : [type.nesting, object];
}

/** The type of an object with these attributes, as it is sent for a whole resource; made anew each time. */
export function objectType(attributes: Attributes): Type {
  return ['object', Object.fromEntries(Object.entries(attributes).map(([name, part]) => [name, attributeType(part)]))];
}

const typesOfSchemas = new WeakMap<Schema, Type>();

/** The type of a configuration, plan or state with this schema. Computed once for each schema object, which must not change. */
export function schemaType(schema: Schema): Type {
  const known = typesOfSchemas.get(schema);
  if (known !== undefined) return known;
  const type = objectType(schema.attributes);
  typesOfSchemas.set(schema, type);
  return type;
}

/** A new object with each of these attributes, all null. */
export function nullObject(attributes: Attributes): ObjectValue {
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));
}
